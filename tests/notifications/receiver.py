"""A subscriber's web server on the loopback: remembers what it was sent, answers as told."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """`status`, `headers` and `body` say what is answered next, after `takes` seconds; `drip` sends the answer a byte
    at a time."""

    status: int = 200
    body: bytes = b"ok"
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0
    takes: float = 0.0
    port: int = 0
    scheme: str = "http"
    received: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hook"


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """With `tls` it speaks HTTPS only, and shows that certificate."""
    state = Receiver(scheme="https" if tls else "http")
    ending = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            headers = {name.lower(): value for name, value in self.headers.items()}
            state.received.append(Received(self.path, headers, self.rfile.read(length)))
            time.sleep(state.takes)
            if state.drip:
                self._drip()
                return
            self.send_response(state.status)
            for name, value in state.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(state.body)))
            self.end_headers()
            self.wfile.write(state.body)

        do_GET = do_POST

        def _drip(self) -> None:
            for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"z" * 10_000:
                if ending.is_set():
                    return
                try:
                    self.wfile.write(bytes([byte]))
                except OSError:
                    return
                time.sleep(state.drip)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.daemon_threads = True
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        ending.set()
        server.shutdown()
        server.server_close()
