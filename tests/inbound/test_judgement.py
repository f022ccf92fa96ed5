"""Who sent it: SPF, DKIM and DMARC at our own edge against a local DNS server, and as a trusted border tells it."""

import base64
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from inbound import quarantine
from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.mailboxes.replies import standing
from inbound.models import Intake
from inbound.verdicts import DnsTrouble, Judgement, checks, dns, judge
from inbound.verdicts.alignment import is_aligned
from notifications.models import Notification, Review
from notifications.reply_address import reply_address
from tests.dns import Zone, zone
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from tests.inbound.test_replies import answer, question
from worker.models import Job
from worker.testing import drain

__all__ = ["question", "standing", "zone"]

pytestmark = pytest.mark.django_db(transaction=True)

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
)
PUBLIC = base64.b64encode(
    KEY.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
).decode()


@pytest.fixture
def world(zone: Zone, settings: Any) -> Zone:
    """DNS knows univ.example: its SPF names 192.0.2.1, its DKIM key is ours."""
    settings.DNS_SERVERS, settings.VERIFY_SENDERS = [zone.address], True
    zone["univ.example", "TXT"] = ['"v=spf1 ip4:192.0.2.1 -all"']
    half = len(PUBLIC) // 2
    zone["s._domainkey.univ.example", "TXT"] = [f'"v=DKIM1; k=rsa; p={PUBLIC[:half]}" "{PUBLIC[half:]}"']
    return zone


def signed(raw: bytes, domain: str = "univ.example") -> bytes:
    return bytes(dkim.sign(raw, b"s", domain.encode(), PEM, include_headers=[b"From", b"Subject"])) + raw


def judged(raw: bytes, *, author: str = "ann@univ.example", **fields: Any) -> Judgement:
    arrival = Arrival(raw=raw, recipients=(f"bot@{DOMAIN}",), **{"sender": author, **fields})
    [outcome] = accept([arrival])
    return judge(Intake.objects.get(pk=outcome.intakes[0]), raw, author=author)


@pytest.mark.parametrize(
    ("ip", "sender", "word"),
    [
        ("192.0.2.1", "ann@univ.example", "pass"),
        ("203.0.113.9", "ann@univ.example", "none"),
        ("192.0.2.1", "bounces@elsewhere.example", "none"),
        ("192.0.2.1", "", "pass"),
    ],
)
def test_spf_counts_when_it_speaks_for_the_author(world: Zone, ip: str, sender: str, word: str) -> None:
    found = judged(letter(author="ann@univ.example"), remote_ip=ip, sender=sender, helo="univ.example")
    assert found.word == word, found.why


def test_a_forwarder_breaks_spf_and_an_aligned_signature_is_enough(world: Zone) -> None:
    """I39: also of the parent domain."""
    world["cs.univ.example", "A"] = ["192.0.2.7"]
    raw = signed(letter(author="ann@cs.univ.example"))
    found = judged(raw, author="ann@cs.univ.example", remote_ip="203.0.113.9", sender="fwd@forwarder.example")
    assert found == Judgement("pass", "dkim of univ.example")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw.replace(b"3, sounds great", b"1, sounds bad"),
        lambda raw: raw.replace(b"d=univ.example", b"d=evil.example"),
        lambda raw: raw.replace(b"b=", b"b=BBBB"),
        lambda raw: raw.replace(b"v=1", b"v=9"),
    ],
)
def test_a_signature_that_does_not_fit_counts_for_nothing(world: Zone, spoil: Any) -> None:
    assert judged(spoil(signed(letter(author="ann@univ.example"))), remote_ip="203.0.113.9").word == "none"


@pytest.mark.parametrize(
    ("record", "word"),
    [("v=DMARC1; p=reject", "fail"), ("v=DMARC1; p=none", "none"), ("v=DMARC1; p=none; sp=quarantine", "none")],
)
def test_a_domain_may_say_that_what_it_did_not_sign_is_forged(world: Zone, record: str, word: str) -> None:
    world["_dmarc.univ.example", "TXT"] = [f'"{record}"']
    assert judged(letter(author="ann@univ.example"), remote_ip="203.0.113.9").word == word


def test_the_policy_for_subdomains_is_the_parents(world: Zone) -> None:
    world["_dmarc.univ.example", "TXT"] = ['"v=DMARC1; p=none; sp=quarantine"']
    world["x.univ.example", "A"] = ["192.0.2.7"]
    assert judged(letter(author="a@x.univ.example"), author="a@x.univ.example", remote_ip="203.0.113.9").is_fail


def test_dns_trouble_is_retried_and_not_final(question: Notification, world: Zone) -> None:
    """I10: the answer waits, and counts when DNS is back."""
    question.member.__class__.objects.filter(pk=question.member_id).update(email="ann@univ.example")
    world.troubled = True
    intake = answer(question, author="ann@univ.example", remote_ip="192.0.2.1")
    assert intake.state == "accepted"
    assert "DnsTrouble" in Job.objects.get(kind="process_intake").errors[-1]["exception"]
    world.troubled = False
    Intake.objects.update(remote_ip="192.0.2.1")
    Job.objects.update(run_at="2020-01-01T00:00:00Z")
    drain("inbound")
    intake.refresh_from_db()
    assert intake.verdicts is not None


def test_one_way_that_passes_is_enough_when_the_other_has_trouble(world: Zone, monkeypatch: pytest.MonkeyPatch) -> None:
    def trouble(**_: Any) -> tuple[str, str]:
        raise DnsTrouble("no answer")

    monkeypatch.setattr(checks, "spf_result", trouble)
    assert judged(signed(letter(author="ann@univ.example")), remote_ip="192.0.2.1").is_pass
    with pytest.raises(DnsTrouble):
        judged(letter("unsigned", author="ann@univ.example"), remote_ip="192.0.2.1")


def test_a_strangers_copy_does_not_suppress_the_genuine_mail(question: Notification, world: Zone) -> None:
    """I34: the stranger is first, and its SPF fails; the member's own delivery of the same mail then counts."""
    world["_dmarc.univ.example", "TXT"] = ['"v=DMARC1; p=reject"']
    question.member.__class__.objects.filter(pk=question.member_id).update(email="ann@univ.example")
    to = reply_address(notification_id=question.pk, generation=0)
    raw = letter(author="ann@univ.example", to=to)
    first = arrive(raw, to, remote_ip="203.0.113.9", sender="ann@univ.example", helo="evil.example")
    assert (first.state, first.reason) == ("rejected", "dmarc-fail")
    second = arrive(raw, to, remote_ip="192.0.2.1", sender="ann@univ.example", helo="univ.example")
    assert (second.pk, second.state, second.reason) == (first.pk, "processed", "review")
    assert Review.objects.count() == 1


def test_what_was_judged_is_not_asked_again(question: Notification, world: Zone, settings: Any) -> None:
    """I40: held, and approved a week later when DNS says something else."""
    intake = answer(question, author="ann@univ.example", remote_ip="192.0.2.1")
    assert intake.state == "held"
    settings.DNS_SERVERS = ["127.0.0.1:1"]
    assert quarantine.approve(intake, by="operator", now=intake.received_at)
    drain("inbound")
    intake.refresh_from_db()
    assert (intake.state, intake.reason) == ("processed", "review")


@pytest.mark.parametrize(
    ("results", "word"),
    [
        ("in.example; dkim=pass header.d=univ.example; spf=fail", "pass"),
        ("in.example; spf=pass smtp.mailfrom=bounce.univ.example", "pass"),
        ("in.example 1; dkim=pass header.d=univ.example", "pass"),
        ("in.example; dkim=pass header.d=evil.example; dmarc=fail", "fail"),
        ("in.example; dkim=pass header.d=evil.example", "none"),
        ("evil.example; dkim=pass header.d=univ.example", "none"),
        ('evil.example; x="; in.example; dkim=pass header.d=univ.example"', "none"),
        ("in.example (dkim=pass header.d=univ.example); dkim=fail", "none"),
        ("in.example; dkim=temperror", "none"),
        ("", "none"),
    ],
)
def test_behind_a_border_only_its_own_word_counts(settings: Any, results: str, word: str) -> None:
    """I10"""
    settings.VERIFY_SENDERS, settings.AUTHSERV_IDS = True, ["in.example"]
    assert judged(letter(), ingress="s3", auth_results=results).word == word


@pytest.mark.parametrize(
    ("domain", "author", "aligned"),
    [
        ("univ.example", "cs.univ.example", True),
        ("cs.univ.example", "univ.example", True),
        ("UNIV.example.", "univ.example", True),
        ("univ.ac.uk", "other.ac.uk", False),
        ("a.github.io", "b.github.io", False),
        ("co.uk", "x.co.uk", False),
        ("", "univ.example", False),
    ],
)
def test_alignment_is_relaxed_but_stops_at_public_suffixes(domain: str, author: str, aligned: bool) -> None:
    assert is_aligned(domain, author) is aligned


def test_no_answer_is_trouble_and_no_record_is_none(world: Zone) -> None:
    assert dns.texts("nothing.example") == []
    world.troubled = True
    with pytest.raises(DnsTrouble):
        dns.texts("univ.example")
