"""The embedded PostgreSQL, with real processes and real signals."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from config.embedded import binaries
from config.embedded.keeper import is_postgres, stop_stray
from config.embedded.place import Place, is_locked
from config.embedded.server import Server, ServerDidNotStart

_USER = """
import sys, pathlib
from config.embedded.server import Server
server = Server(pathlib.Path(sys.argv[1]), throw_away=sys.argv[2] == "True")
print(server.acquire("holdfast")["host"], flush=True)
sys.stdin.read()
"""


def eventually(condition: Callable[[], bool], within: float = 30.0) -> None:
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.02)


def answers(server: Server) -> Callable[[], bool]:
    """A user's own retry: acquire, connect, ask."""

    def ask() -> bool:
        try:
            with psycopg.connect(**server.acquire("holdfast"), connect_timeout=5) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    return ask


def postmaster(server: Server) -> int:
    return int((server.place.data / "postmaster.pid").read_text().split()[0])


def keeper_of(server: Server) -> int:
    assert server.keeper is not None
    return server.keeper.pid


def another_user(server: Server) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", _USER, str(server.place.directory), str(server.throw_away)]
    return subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "pg")
    yield one
    one.release(wait=True)


def test_data_is_kept_from_one_start_to_the_next_and_written_safely(server: Server) -> None:
    with psycopg.connect(**server.acquire("holdfast")) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
    pid = postmaster(server)
    server.release(wait=True)
    assert not is_postgres(pid, server.place.data)
    with psycopg.connect(**server.acquire("holdfast")) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)


def test_a_throw_away_server_leaves_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "pg", throw_away=True)
    with psycopg.connect(**server.acquire("holdfast")) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("off",)
    server.release(wait=True)
    eventually(lambda: not server.place.directory.exists())


def test_eight_processes_that_start_at_once_share_one_server(server: Server) -> None:
    with ExitStack() as stack:
        users = [stack.enter_context(another_user(server)) for _ in range(8)]
        for user in users:
            assert user.stdout is not None
            assert user.stdout.readline().strip() == str(server.place.directory)
        pid = postmaster(server)
        users[0].communicate("")
        assert is_postgres(pid, server.place.data), "the others still use it"
        for user in users[1:]:
            user.communicate("")
    eventually(lambda: not is_postgres(pid, server.place.data))


def test_a_killed_user_does_not_leak_the_server(server: Server) -> None:
    with another_user(server) as user:
        assert user.stdout is not None
        user.stdout.readline()
        pid = postmaster(server)
        user.kill()
    eventually(lambda: not is_postgres(pid, server.place.data) and not is_locked(server.place.keeper))


def test_a_killed_postgres_is_started_again(server: Server) -> None:
    eventually(answers(server))
    keeper, pid = keeper_of(server), postmaster(server)
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not is_postgres(pid, server.place.data))
    eventually(answers(server))
    assert postmaster(server) != pid
    assert keeper_of(server) == keeper


def test_a_killed_keeper_takes_postgres_along_and_the_next_user_starts_both(server: Server) -> None:
    eventually(answers(server))
    pid = postmaster(server)
    os.kill(keeper_of(server), signal.SIGKILL)
    eventually(lambda: not is_postgres(pid, server.place.data))
    eventually(answers(server))
    assert postmaster(server) != pid


def test_keeper_and_postgres_killed_together_leave_a_pid_file_that_stops_nobody(server: Server) -> None:
    eventually(answers(server))
    for pid in (keeper_of(server), postmaster(server)):
        os.kill(pid, signal.SIGKILL)
    eventually(answers(server))


def test_the_pid_of_a_stranger_is_not_taken_for_postgres(tmp_path: Path) -> None:
    (tmp_path / "postmaster.pid").write_text(f"{os.getpid()}\n{tmp_path}\n")
    stop_stray(tmp_path)
    assert not (tmp_path / "postmaster.pid").exists()


def test_a_path_too_long_for_a_socket_still_works(tmp_path: Path) -> None:
    directory = tmp_path / ("ä" * 50) / "pg"
    server = Server(directory)
    assert len(os.fsencode(server.place.socket_directory() / ".s.PGSQL.5432")) <= 107
    eventually(answers(server))
    server.release(wait=True)


def test_without_user_namespaces_it_runs_as_an_unprivileged_user(tmp_path: Path) -> None:
    """For root that is another user, with its data in a shelter; anybody else runs it as themselves."""
    server = Server(tmp_path / "pg", throw_away=True, namespaces=False)
    eventually(answers(server))
    owner, home = Path(f"/proc/{postmaster(server)}").stat().st_uid, server.place.data.resolve().parent
    assert owner == (os.geteuid() or owner) != 0
    assert home.is_relative_to(tmp_path) == (os.geteuid() != 0)
    server.release(wait=True)
    eventually(lambda: not home.exists())


def test_threads_of_one_process_that_ask_at_once_start_one_server(server: Server) -> None:
    threads = [threading.Thread(target=server.acquire, args=("holdfast",)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers(server)()


def test_data_of_another_version_is_refused_with_words(server: Server) -> None:
    eventually(answers(server))
    server.release(wait=True)
    (server.place.data / "PG_VERSION").write_text("9\n")
    with pytest.raises(ServerDidNotStart, match="holds PostgreSQL 9 data"):
        server.acquire("holdfast")


def test_missing_binaries_are_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOLDFAST_PG_BIN", str(tmp_path))
    with pytest.raises(binaries.NoBinaries, match="HOLDFAST_PG_BIN"):
        binaries.directory()


def test_a_socket_directory_of_somebody_else_is_refused(tmp_path: Path) -> None:
    place = Place(tmp_path / ("x" * 120))
    short = Path(f"/tmp/holdfast-{os.geteuid()}-{place.digest()}")
    short.symlink_to(tmp_path)
    try:
        with pytest.raises(PermissionError, match="somebody else"):
            place.socket_directory()
    finally:
        short.unlink()
