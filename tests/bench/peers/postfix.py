"""Postfix: takes mail into its HOLD queue, each file synced before the `250`. A configuration of its own, loopback."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.contest import Absent, Figures, Measure
from tests.bench.ground import Ground, end, wait_until
from tests.bench.peers import debian
from tests.ports import free_port, listens

PACKAGES = ("postfix", "libicu72", "libnsl2", "libdb5.3")
OWNER, GROUP = "daemon", "games"  # who its processes run as: any account but root's and nobody's, any group
MAIN = """
compatibility_level = 3.6
myhostname = mail.holdfast.example
mydestination = in.holdfast.example
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = {queue}
data_directory = {data}
daemon_directory = {root}/usr/lib/postfix/sbin
command_directory = {root}/usr/sbin
shlib_directory = {root}/usr/lib/postfix
meta_directory = {root}/usr/share/postfix
mail_owner = {owner}
setgid_group = {group}
default_privs = nobody
import_environment = MAIL_CONFIG LD_LIBRARY_PATH TZ LANG
export_environment = LD_LIBRARY_PATH TZ LANG
alias_maps =
alias_database =
local_recipient_maps = texthash:{config}/recipients
smtpd_recipient_restrictions = reject_unlisted_recipient, check_client_access static:HOLD, permit_mynetworks, reject
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_connection_count_limit = 100
message_size_limit = 26214400
smtpd_tls_security_level = none
maillog_file = {data}/maillog
maillog_file_prefixes = {data}
"""
MASTER = """
127.0.0.1:{port} inet n - n - 100 smtpd
cleanup unix n - n - 0 cleanup
rewrite unix - - n - - trivial-rewrite
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
postlog unix-dgram n - n - 1 postlogd
qmgr unix n - n 300 1 qmgr
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
"""


@contextlib.contextmanager
def set_up(ground: Ground, load: Callable[[int], Figures]) -> Iterator[Measure]:
    if os.geteuid() != 0:
        raise Absent("Postfix starts as root only")
    root = _binaries(ground)
    port = free_port()
    place = Path("/var/tmp") / f"holdfast-bench-{os.getpid()}-{port}"  # where its accounts can reach it
    try:
        env = _configure(place, root, port)
        master: list[str | Path] = [root / "usr/lib/postfix/sbin/master", "-c", place / "config", "-d"]
        with (ground.directory / "postfix.log").open("ab") as log:
            process = subprocess.Popen(master, env=env, stdout=log, stderr=log, start_new_session=True)
        try:
            wait_until(lambda: listens(port), what="Postfix", seconds=15)

            def measure() -> Figures:
                shutil.rmtree(place / "queue/hold")
                _owned(place / "queue/hold", OWNER)
                figures = load(port)
                if not any((place / "queue/hold").iterdir()):
                    raise Absent("it answers, but does not hold what it takes")
                return figures

            load(port)
            yield measure
        finally:
            end(process)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _binaries(ground: Ground) -> Path:
    root = debian(ground, "postfix")
    reachable = Path("/var/tmp/holdfast-bench-postfix")
    shutil.rmtree(reachable, ignore_errors=True)
    shutil.copytree(root, reachable, symlinks=True)
    return reachable


def _configure(place: Path, root: Path, port: int) -> dict[str, str]:
    config, queue, data = place / "config", place / "queue", place / "data"
    for directory in (place, config, queue):
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
    _owned(data, OWNER)
    for name in ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved"):
        _owned(queue / name, OWNER)
    for name in ("maildrop", "public"):
        _owned(queue / name, OWNER)
    (queue / "pid").mkdir(exist_ok=True)
    names = {"queue": queue, "data": data, "root": root, "config": config, "owner": OWNER, "group": GROUP}
    (config / "main.cf").write_text(MAIN.format(**names))
    (config / "master.cf").write_text(MASTER.format(port=port))
    (config / "recipients").write_text("".join(f"agent-{number} x\n" for number in range(1, 101)))
    return {"PATH": os.environ["PATH"], "MAIL_CONFIG": str(config), "LD_LIBRARY_PATH": f"{root}/usr/lib/postfix"}


def _owned(directory: Path, owner: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(0o700)
    shutil.chown(directory, owner)
