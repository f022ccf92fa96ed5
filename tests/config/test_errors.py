"""Errors that go to Sentry, as a server over HTTP receives them."""

import gzip
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_FAILS = """
import logging, django, sentry_sdk
django.setup()
secret = "-".join(["do", "not", "tell"])  # the source is told, values are not
try:
    raise ValueError("no room for review+abcdefghijklmnopqrstuvwx@in.holdfast.example")
except ValueError:
    logging.getLogger("inbound").exception("a mail failed")
sentry_sdk.flush(20)
"""


def test_an_error_arrives_without_values_and_without_a_whole_token() -> None:
    received: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode())
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        dsn = f"http://key@127.0.0.1:{server.server_address[1]}/1"
        env = {**os.environ, "HOLDFAST_SENTRY_DSN": dsn, "DJANGO_SETTINGS_MODULE": "config.settings"}
        subprocess.run([sys.executable, "-c", _FAILS], env=env, check=True, capture_output=True, timeout=90)
        server.shutdown()
    told = "".join(received)
    assert "a mail failed" in told
    assert "ValueError" in told
    assert "do-not-tell" not in told
    assert "abcdefghijklmno" not in told
