"""The fake services behind one HTTP server. `Trouble` can be ordered per service, and each person has a mood.

/orcid/v3.0/<orcid>/record    /idconv    /eutils/esearch.fcgi    /eutils/efetch.fcgi
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from onboarding.fakes import answers, people

SLOW = 1.5
"""Seconds for an answer to a slow person."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong with the next `times` questions to a service."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    times: int = 1
    cut: bool = False
    """Close the connection instead of answering."""


class FakeApis(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        super().__init__(address, _Handler)
        self.troubles: dict[str, list[Trouble]] = {}
        self.asked: list[tuple[str, str]] = []
        self.visits: Counter[str] = Counter()
        self.guard = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def order(self, service: str, *troubles: Trouble) -> None:
        """`service`: orcid, idconv, esearch, pubmed or pmc. Replaces what was ordered before."""
        with self.guard:
            self.troubles[service] = [trouble for trouble in troubles for _ in range(trouble.times)]

    def next_trouble(self, service: str, question: str) -> Trouble:
        with self.guard:
            self.asked.append((service, question))
            ordered = self.troubles.get(service)
            return ordered.pop(0) if ordered else Trouble()

    def times_asked(self, service: str) -> int:
        return sum(1 for asked, _ in self.asked if asked == service)

    @contextmanager
    def running(self) -> Iterator["FakeApis"]:
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: FakeApis
    protocol_version = "HTTP/1.1"
    ROUTES: ClassVar[dict[str, str]] = {"idconv": "idconv", "eutils/esearch.fcgi": "esearch"}

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self.answer(parts.path.strip("/"), parse_qs(parts.query))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.answer(urlsplit(self.path).path.strip("/"), parse_qs(body))

    def answer(self, path: str, query: dict[str, list[str]]) -> None:
        asked = {name: values[0] for name, values in query.items()}
        service = self.service(path, asked)
        trouble = self.server.next_trouble(service, f"{path}?{asked.get('id') or asked.get('ids') or ''}")
        time.sleep(trouble.delay)
        if trouble.cut:
            self.close_connection = True
        elif trouble.status != 200 or trouble.body:
            self.send(trouble.status, trouble.body, trouble.headers)
        else:
            self.send(*getattr(self, service)(path, asked))

    def service(self, path: str, asked: dict[str, str]) -> str:
        if path.startswith("orcid/"):
            return "orcid"
        if path == "eutils/efetch.fcgi":
            return "pmc" if asked.get("db") == "pmc" else "pubmed"
        return self.ROUTES.get(path, "nothing")

    def orcid(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        person = people.everybody().get(path.split("/")[2])
        if person is None or person.mood == "absent":
            return 404, b'{"response-code": 404}'
        self.server.visits[person.orcid] += 1
        if person.mood == "hidden" and self.server.visits[person.orcid] % 2:
            return 404, b'{"response-code": 404}'
        if person.mood == "broken":
            return 200, answers.orcid_record(person)[:-200]
        if person.mood == "wrong":
            return 200, answers.orcid_record(next(iter(people.everybody().values())))
        self.dawdle(*(paper.pmid for paper in person.papers))
        return 200, answers.orcid_record(person)

    def idconv(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        known = {paper.doi: paper for paper in people.papers().values() if paper.pmcid}
        dois = asked.get("ids", "").split(",")
        self.dawdle(*(known[doi].pmid for doi in dois if doi in known))
        return 200, answers.converted(dois, known)

    def esearch(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        doi = asked.get("term", "").removesuffix("[doi]").strip('"')
        return 200, answers.found([paper.pmid for paper in people.papers().values() if paper.doi == doi])

    def pubmed(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        pmids = asked.get("id", "").split(",")
        self.dawdle(*pmids)
        if self.is_late(pmids):
            return 200, answers.pubmed_articles([])
        return 200, answers.pubmed_articles([people.papers()[pmid] for pmid in pmids if pmid in people.papers()])

    def is_late(self, pmids: list[str]) -> bool:
        """PubMed has not indexed a late person's papers yet, every other time."""
        late = [person for person in people.everybody().values() if person.mood == "late"]
        asked = [person for person in late if {paper.pmid for paper in person.papers} & set(pmids)]
        self.server.visits.update(f"pubmed:{person.orcid}" for person in asked)
        return any(self.server.visits[f"pubmed:{person.orcid}"] % 2 for person in asked)

    def pmc(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        pmids = [pmcid.removeprefix("PMC") for pmcid in asked.get("id", "").split(",")]
        self.dawdle(*pmids)
        return 200, answers.pmc_articles([people.papers()[pmid] for pmid in pmids if pmid in people.papers()])

    def nothing(self, path: str, asked: dict[str, str]) -> tuple[int, bytes]:
        return 404, f"no such service: {path}".encode()

    def dawdle(self, *pmids: str) -> None:
        """A question about a slow person's papers takes its time."""
        slow = {p.pmid for person in people.everybody().values() if person.mood == "slow" for p in person.papers}
        if slow & set(pmids):
            time.sleep(SLOW)

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what was asked is in `server.asked`."""
