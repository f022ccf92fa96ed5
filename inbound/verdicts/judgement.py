"""pass: somebody who may speak for the From domain says that the mail is theirs. fail: the domain says that it is not.
none: nobody can tell."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.conf import settings

from inbound.models import Intake
from inbound.verdicts import border, checks, dns
from inbound.verdicts.alignment import is_aligned, organisational
from inbound.verdicts.dns import DnsTrouble

PASS: Final = "pass"
FAIL: Final = "fail"
NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class Judgement:
    word: str
    why: str = ""

    @property
    def is_pass(self) -> bool:
        return self.word == PASS

    @property
    def is_fail(self) -> bool:
        return self.word == FAIL

    def stored(self) -> dict[str, Any]:
        return asdict(self)


def judge(intake: Intake, raw: bytes, *, author: str) -> Judgement:
    """The best of the mail's deliveries counts, so that a stranger who sends a copy first spoils nothing (I34).

    What was judged before is not asked again, however long ago (I40). `author`: the one From address. Raises DnsTrouble
    while DNS does not answer and nothing else has passed.
    """
    if intake.verdicts:
        return Judgement(**intake.verdicts)
    if not settings.VERIFY_SENDERS:
        return Judgement(PASS, "who sent it is not checked here: HOLDFAST_VERIFY_SENDERS is off")
    domain = author.rpartition("@")[2]
    if not domain:
        return Judgement(NONE, "there is no author to speak for")
    if intake.ingress in _BEHIND_A_BORDER:
        return _best([_as_the_border_says(each["auth_results"], domain) for each in _deliveries(intake)])
    return _as_we_find(intake, raw, domain)


_BEHIND_A_BORDER: Final = (Intake.Ingress.S3, Intake.Ingress.SNS, Intake.Ingress.HTTP, Intake.Ingress.PIPE)


def _deliveries(intake: Intake) -> Iterator[dict[str, str]]:
    yield {
        "ip": intake.remote_ip,
        "helo": intake.helo,
        "sender": intake.sender,
        "auth_results": intake.auth_results,
    }
    yield from intake.deliveries


def _best(judgements: list[Judgement]) -> Judgement:
    return min(judgements, key=lambda each: (PASS, NONE, FAIL).index(each.word))


def _as_the_border_says(auth_results: str, domain: str) -> Judgement:
    found = border.found(auth_results, authserv_ids=settings.AUTHSERV_IDS)
    if not found.trusted:
        return Judgement(NONE, "no Authentication-Results of a host that we trust")
    for method in ("dkim", "spf"):
        for passing in found.passing(method):
            if is_aligned(passing, domain):
                return Judgement(PASS, f"{method} of {passing}")
    if found.word("dmarc") == PASS and domain in found.passing("dmarc"):
        return Judgement(PASS, f"dmarc of {domain}")
    if found.word("dmarc") == FAIL:
        return Judgement(FAIL, f"dmarc of {domain}")
    if "temperror" in (found.word("dkim"), found.word("spf"), found.word("dmarc")):
        return Judgement(NONE, "the border's DNS did not answer")
    return Judgement(NONE, f"nothing passed for {domain}")


def _as_we_find(intake: Intake, raw: bytes, domain: str) -> Judgement:
    trouble: DnsTrouble | None = None
    for way in (_by_dkim, _by_spf):
        try:
            if why := way(intake, raw, domain):
                return Judgement(PASS, why)
        except DnsTrouble as error:
            trouble = error
    if trouble:
        raise trouble
    policy = _policy(domain)
    if policy in ("quarantine", "reject"):
        return Judgement(FAIL, f"nothing passed for {domain}, whose DMARC policy is {policy}")
    return Judgement(NONE, f"nothing passed for {domain}")


def _by_dkim(intake: Intake, raw: bytes, domain: str) -> str:
    signer = next((each for each in checks.dkim_domains(raw) if is_aligned(each, domain)), "")
    return f"dkim of {signer}" if signer else ""


def _by_spf(intake: Intake, raw: bytes, domain: str) -> str:
    trouble: DnsTrouble | None = None
    for each in _deliveries(intake):
        try:
            word, spoken = checks.spf_result(remote_ip=each["ip"], sender=each["sender"], helo=each["helo"])
        except DnsTrouble as error:
            trouble = error
            continue
        if word == PASS and is_aligned(spoken, domain):
            return f"spf of {spoken} for {each['ip']}"
    if trouble:
        raise trouble
    return ""


def _policy(domain: str) -> str:
    """The DMARC policy that holds for mail from `domain`; empty when none is published (RFC 7489 section 6.6.3)."""
    for name, tag in ((domain, "p"), (organisational(domain), "sp")):
        published = [text.decode("ascii", "replace") for text in dns.texts(f"_dmarc.{name}")] if name else []
        records = [text for text in published if text.lower().startswith("v=dmarc1")]
        if len(records) == 1:
            tags = dict(part.strip().split("=", 1) for part in records[0].split(";") if "=" in part)
            folded = {key.strip().lower(): value.strip().lower() for key, value in tags.items()}
            return folded.get(tag) or folded.get("p", "")
    return ""
