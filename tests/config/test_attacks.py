"""One attack per line of the list: what an outsider would try first, and what comes of it."""

from email import message_from_bytes
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inbound import reading
from inbound.mailboxes import standing
from inbound.models import Intake, ReceivedEmail
from inbound.standing import Standing
from notifications import asking
from notifications.models import Category, OutgoingEmail, Review
from notifications.reply_address import reply_token
from tests import recipes
from tests.inbound.letters import DOMAIN, letter
from tests.inbound.road import arrive
from tests.operators import client_of
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
SCRIPT = "<script>alert(1)</script>"
TOKENED = "review+aaaaaaatadhjiu25ql6txdib"


def test_forged_token_every_bit_of_it_counts() -> None:
    token = reply_token(notification_id=7, generation=0)
    assert standing(f"review+{token}@{DOMAIN}") is Standing.KNOWN
    for place in range(len(token)):
        other = "a" if token[place] != "a" else "b"
        forged = token[:place] + other + token[place + 1 :]
        assert standing(f"review+{forged}@{DOMAIN}") is not Standing.KNOWN, place


def test_forged_token_in_a_mail_changes_nothing() -> None:
    arrive(letter("4, yes", to=f"review+{'a' * 24}@{DOMAIN}"), f"review+{'a' * 24}@{DOMAIN}")
    assert not Review.objects.exists()


def test_stored_xss_a_mails_script_does_not_run_in_the_admin() -> None:
    raw = letter(SCRIPT, to=f"postmaster@{DOMAIN}", subject=SCRIPT)
    raw = raw.replace(b"text/plain", b"text/html")
    intake = arrive(raw, f"postmaster@{DOMAIN}", helo=SCRIPT)
    browser = client_of("triage")
    for url in (
        reverse("admin:inbound_intake_changelist"),
        reverse("admin:inbound_intake_change", args=[intake.pk]),
        reverse("admin:inbound_receivedemail_changelist"),
        reverse("trace") + f"?what={intake.pk}",
    ):
        response = browser.get(url)
        assert response.status_code == 200
        assert SCRIPT not in response.content.decode(), url
        scripts = response["Content-Security-Policy"].partition("script-src")[2].partition(";")[0]
        assert "'unsafe-inline'" not in scripts, "were it there all the same, it would not run"
    page = browser.get(reverse("admin:inbound_intake_page", args=[intake.pk]))
    assert page["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    raw_page = browser.get(reverse("admin:inbound_intake_raw", args=[intake.pk]))
    assert raw_page["Content-Disposition"].startswith("attachment")
    assert raw_page["X-Content-Type-Options"] == "nosniff"


def test_pages_of_ours_allow_no_inline_script_nor_style_at_all() -> None:
    policy = Client().get(reverse("sign-in"))["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "object-src 'none'" in policy


def test_header_injection_through_names_and_titles_adds_no_header(settings: Any, tmp_path: Any) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "OPTIONS": {"file_path": str(tmp_path)},
        }
    }
    evil = "Ada\r\nBcc: victim@example.org\r\n\r\nbody"
    proposal = recipes.proposal.make(
        title=evil, agent_a=recipes.agent.make(bot_name=evil[:80], owner=recipes.member.make(name=evil))
    )
    owner = proposal.agent_a.owner
    assert asking.ask_now(owner, category=Category.PROPOSAL_REVIEW, now=timezone.now())
    drain()
    assert OutgoingEmail.objects.filter(to=owner.email, state="sent").exists()
    (written,) = [message_from_bytes(path.read_bytes()) for path in tmp_path.iterdir()]
    assert written["To"] == owner.email
    assert written["Bcc"] is None
    assert "\n" not in str(written["Subject"])


def test_a_path_in_an_attachments_name_is_only_a_name() -> None:
    for name in ("../../etc/passwd", "..\\..\\windows\\win.ini", "/etc/shadow", "a\x00b.pdf", "C:\\temp\\x.txt"):
        raw = (
            b"From: ann@example.org\r\nTo: x@in.holdfast.example\r\nMIME-Version: 1.0\r\n"
            b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\n'
            b'Content-Disposition: attachment; filename="' + name.encode() + b'"\r\n\r\nx\r\n--b--\r\n'
        )
        (attachment,) = reading.read(raw).attachments
        assert not set("/\\\0") & set(attachment.filename), (name, attachment.filename)
        assert not attachment.filename.startswith(".."), (name, attachment.filename)


def test_csrf_nothing_that_acts_is_done_without_the_token() -> None:
    intake = arrive(letter(to=f"postmaster@{DOMAIN}"), f"postmaster@{DOMAIN}")
    Intake.objects.filter(pk=intake.pk).update(state="failed")
    browser = client_of("triage", enforce_csrf_checks=True)
    for url, fields in (
        (reverse("admin:inbound_intake_act", args=[intake.pk]), {"action": "dismiss", "reason": "x"}),
        (reverse("lane", args=["maintenance"]), {"action": "pause"}),
        (reverse("preferences"), {}),
    ):
        assert (url, browser.post(url, fields).status_code) == (url, 403)
    assert Intake.objects.get().state == "failed"


def test_idor_a_number_in_the_address_opens_nothing_of_somebody_elses() -> None:
    intake = arrive(letter(to=f"postmaster@{DOMAIN}"), f"postmaster@{DOMAIN}")
    proposal = recipes.proposal.make()
    stranger = Client()
    stranger.force_login(recipes.member.make())
    url = reverse("review-proposal", args=[proposal.pk, proposal.agent_a_id])
    assert stranger.get(url).status_code in (403, 404)
    assert stranger.post(url, {"rating": "4"}).status_code in (403, 404)
    assert not Review.objects.exists()
    for name in ("raw", "page", "edit"):
        assert stranger.get(reverse(f"admin:inbound_intake_{name}", args=[intake.pk])).status_code == 302
    viewer = client_of("viewer")
    assert viewer.get(reverse("admin:inbound_intake_change", args=[intake.pk])).status_code == 200
    for name in ("raw", "page", "edit"):
        assert viewer.get(reverse(f"admin:inbound_intake_{name}", args=[intake.pk])).status_code == 403
    assert viewer.post(reverse("admin:inbound_intake_act", args=[intake.pk]), {"action": "redrive"}).status_code == 403


def test_a_viewer_of_mail_cannot_answer_for_its_addressee() -> None:
    """A reply token is as good as a signature: masked where mail is shown, and no search spells it out."""
    address = f"{TOKENED}@{DOMAIN}"
    intake = arrive(letter(f"On Monday {address} wrote:", to=f"postmaster@{DOMAIN}"), f"postmaster@{DOMAIN}")
    email = ReceivedEmail.objects.get(intake=intake)
    ReceivedEmail.objects.update(recipient=address, elided=f"> To: {address}")
    Intake.objects.update(recipient=address, addressed_to=address)
    viewer = client_of("viewer")
    lists = [reverse(f"admin:inbound_{name}_changelist") for name in ("intake", "receivedemail")]
    case = reverse("admin:inbound_intake_change", args=[intake.pk])
    story = reverse("trace") + f"?what={intake.pk}"
    for url in (*lists, case, reverse("admin:inbound_receivedemail_change", args=[email.pk]), story):
        page = viewer.get(url)
        assert (page.status_code, TOKENED[-18:] in page.content.decode()) == (200, False), url
    assert f"{TOKENED[:13]}…" in viewer.get(case).content.decode()
    for url in lists:
        assert viewer.get(url, {"q": TOKENED[:14]}).context["cl"].result_count == 0
    assert client_of("triage").get(lists[0], {"q": TOKENED[:14]}).context["cl"].result_count == 1


def test_a_member_cannot_make_themselves_an_operator() -> None:
    member = recipes.member.make()
    browser = Client()
    browser.force_login(member)
    for fields in ({"is_staff": "on", "is_superuser": "on", "groups": "1", "name": "x", "time_zone": "UTC"},):
        for url in ("/settings/", reverse("preferences")):
            browser.post(url, fields)
    member.refresh_from_db()
    assert not member.is_staff
    assert not member.is_superuser
    assert timezone.now()
