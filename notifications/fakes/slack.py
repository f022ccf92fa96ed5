"""A local Slack: the few methods of its Web API that we use, over real HTTP, with its troubles to order.

POST /api/chat.postMessage · /api/conversations.replies · /api/conversations.history · /api/auth.test
GET  /posts                 all messages, as JSON
POST /mood/<mood>           up · down (cuts connections) · slow · limiting (429) · losing (posts, then cuts the answer)
                            · refusing (channel_not_found)
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

MOODS = ("up", "down", "slow", "limiting", "losing", "refusing")
SLOW = 2.0


class FakeSlack(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        super().__init__(address, _Handler)
        self.mood = "up"
        self.scopes = "chat:write,channels:history,groups:history"
        self.calls: list[str] = []
        self.posts: list[dict[str, Any]] = []
        self.guard = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/api/"

    def texts(self) -> list[str]:
        return [post["text"] for post in self.posts]

    @contextmanager
    def running(self) -> Iterator["FakeSlack"]:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()

    def post(self, question: dict[str, Any]) -> dict[str, Any]:
        with self.guard:
            ts = f"{time.time():.3f}{len(self.posts):03d}"
            kept = ("channel", "text", "thread_ts", "metadata")
            self.posts.append({"ts": ts, **{name: question[name] for name in kept if name in question}})
        return {"ok": True, "channel": question.get("channel"), "ts": ts}

    def messages(self, question: dict[str, Any], *, thread: str | None) -> dict[str, Any]:
        """Pages of the size asked for, so that whoever reads only the first finds too little."""
        found = [
            post
            for post in self.posts
            if post["channel"] == question.get("channel")
            and post["ts"] >= question.get("oldest", "0")
            and (post.get("thread_ts") == thread or post["ts"] == thread)
        ]
        start, size = int(question.get("cursor") or 0), int(question.get("limit") or 100)
        after = str(start + size) if start + size < len(found) else ""
        return {"ok": True, "messages": found[start : start + size], "response_metadata": {"next_cursor": after}}


class _Handler(BaseHTTPRequestHandler):
    server: FakeSlack
    protocol_version = "HTTP/1.1"
    METHODS: ClassVar[tuple[str, ...]] = (
        "chat.postMessage",
        "conversations.replies",
        "conversations.history",
        "auth.test",
    )

    def do_GET(self) -> None:
        self._answer(200, {"ok": True, "mood": self.server.mood, "posts": self.server.posts})

    def do_POST(self) -> None:
        question = self._question()
        path = urlsplit(self.path).path
        if path.startswith("/mood/") and path[6:] in MOODS:
            self.server.mood = path[6:]
            self._answer(200, {"ok": True})
            return
        method = path.removeprefix("/api/")
        self.server.calls.append(method)
        if not self._is_in_the_mood(method, question):
            return
        self._answer(200, self._result(method, question))

    def _is_in_the_mood(self, method: str, question: dict[str, Any]) -> bool:
        """False: the answer was given, or withheld."""
        match self.server.mood:
            case "down":
                self.close_connection = True
                return False
            case "losing" if method == "chat.postMessage":
                self.server.post(question)
                self.close_connection = True
                return False
            case "limiting":
                self._answer(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": "1"})
                return False
            case "refusing":
                self._answer(200, {"ok": False, "error": "channel_not_found"})
                return False
            case "slow":
                time.sleep(SLOW)
        return True

    def _result(self, method: str, question: dict[str, Any]) -> dict[str, Any]:
        if not self.headers.get("Authorization", "").startswith("Bearer xoxb-"):
            return {"ok": False, "error": "not_authed"}
        match method:
            case "chat.postMessage":
                return self.server.post(question)
            case "conversations.replies":
                return self.server.messages(question, thread=str(question["ts"]))
            case "conversations.history":
                return self.server.messages(question, thread=None)
            case "auth.test":
                return {"ok": True, "team": "Demo", "user": "holdfast"}
        return {"ok": False, "error": "unknown_method"}

    def _question(self) -> dict[str, Any]:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "json" in self.headers.get("Content-Type", ""):
            read: dict[str, Any] = json.loads(body or b"{}")
            return read
        return {name: values[0] for name, values in parse_qs(body.decode()).items()}

    def _answer(self, status: int, content: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in {"x-oauth-scopes": self.server.scopes, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass
