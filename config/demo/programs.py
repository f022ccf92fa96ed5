"""What the demo runs, and what must be free for it."""

import errno
import fcntl
import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from django.conf import settings
from django.core.management import call_command
from dramatiq import cli as dramatiq_cli
from granian.constants import Interfaces
from granian.server import Server as Granian

from config.supervisor import Program
from worker import lanes


class Obstacle(Exception):
    """Something stands in the demo's way; the message says what, and what to do."""


def programs() -> list[Program]:
    """Web, SMTP edge, one worker process for each lane group, and stand-ins for ORCID, PubMed, PMC and Slack."""
    workers = [
        Program(f"worker-{'-'.join(group.lanes)}", partial(work, group)) for group in lanes.parse(settings.WORKERS)
    ]
    web = Program("web", serve_web)
    edge = Program("smtpd", partial(call_command, "smtpd"))
    apis = Program("fake-apis", partial(call_command, "fake_apis"))
    slack = Program("fake-slack", partial(call_command, "fake_slack"))
    return [web, edge, *workers, apis, slack]


def serve_web() -> None:
    """As `granian --interface wsgi … config.wsgi:application` does."""
    host, port = settings.WEB_LISTEN
    Granian(
        "config.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        blocking_threads=8,
        working_dir=settings.BASE_DIR,
    ).serve()


def work(group: lanes.LaneGroup) -> None:
    """As `manage.py worker inbound:8` does."""
    arguments = lanes.argv(group)[3:]  # after `python -m dramatiq`
    parser = dramatiq_cli.make_argument_parser()  # type: ignore[no-untyped-call]
    sys.exit(dramatiq_cli.main(parser.parse_args(arguments)))  # type: ignore[no-untyped-call]


@contextmanager
def the_only_one() -> Iterator[None]:
    """Hold this installation's demo. Raises Obstacle when one is running already."""
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / "demo.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise Obstacle(f"A demo is running here already: {file.read().strip()}. Ctrl-C there ends it.") from None
        file.truncate(0)
        file.write(f"process {os.getpid()}, {settings.BASE_URL}")
        file.flush()
        yield
        file.truncate(0)


def check_ports() -> None:
    """Raises Obstacle naming the port that is taken and the setting that chooses another."""
    wanted = {
        "HOLDFAST_WEB_LISTEN": settings.WEB_LISTEN,
        "HOLDFAST_SMTP_LISTEN": settings.SMTP_LISTEN,
        "HOLDFAST_FAKE_APIS": settings.FAKE_APIS,
        "HOLDFAST_FAKE_SLACK": settings.FAKE_SLACK,
    }
    for setting, (host, port) in wanted.items():
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                probe.listen()
            except OSError as error:
                raise Obstacle(_port_trouble(error, setting, host, port)) from None


def _port_trouble(error: OSError, setting: str, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use. Choose another: {setting}={host}:{port + 1} make demo"
    return f"Cannot listen on {host}:{port} ({error.strerror}). Choose another: {setting}=127.0.0.1:{port + 10000}"


def still_missing() -> dict[str, str]:
    """What the demo still waits for; empty when all is there."""
    try:
        with urlopen(f"{_web_url()}/readyz", timeout=5) as answer:  # noqa: S310  (our own address)
            missing: dict[str, str] = json.load(answer)["missing"]
    except HTTPError as error:
        missing = json.load(error).get("missing", {}) if error.code == 503 else {"web": str(error)}
    except (URLError, OSError, ValueError) as error:
        missing = {"web": str(error)}
    return missing | _edge_trouble()


def _edge_trouble() -> dict[str, str]:
    try:
        with socket.create_connection(settings.SMTP_LISTEN, timeout=5) as connection:
            greeting = connection.recv(4)
    except OSError as error:
        return {"smtpd": str(error)}
    return {} if greeting.startswith(b"220") else {"smtpd": f"greets with {greeting!r}"}


def _web_url() -> str:
    host, port = settings.WEB_LISTEN
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def logs() -> Path:
    return Path(settings.VAR_DIR) / "log"
