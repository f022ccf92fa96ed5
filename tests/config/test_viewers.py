"""What a viewer may not read: reply tokens and signed links, whatever page of the admin they have come to."""

import re
from typing import Any

import pytest
from django.conf import settings as installed
from django.contrib import admin
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from inbound.asking_whether import SALT
from inbound.models import Intake, ReceivedEmail
from notifications import asking, unsubscribing
from notifications.masking import masked_in
from notifications.models import Category, OutgoingEmail
from notifications.reply_address import reply_address
from tests import recipes
from tests.inbound.letters import letter
from tests.inbound.road import arrive
from tests.operators import client_of
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)
OURS = ("worker", "inbound", "notifications", "onboarding", "config")


@pytest.fixture
def secrets() -> set[str]:
    """A question, its answer with the whole mail quoted, and the same words in a traceback; what is secret in them."""
    proposal = recipes.proposal.make()
    owner = proposal.agent_a.owner
    question = asking.ask_now(owner, category=Category.PROPOSAL_REVIEW, now=timezone.now())
    assert question
    drain()
    sent = OutgoingEmail.objects.get(notification=question)
    address = reply_address(notification_id=question.pk, generation=question.tokens.get().generation)
    link = f"{installed.BASE_URL}/unsubscribe/{unsubscribing.token_for(owner.pk, question.category)}"
    was_it = f"{installed.BASE_URL}/was-this-you/{signing.dumps(1, salt=SALT)}/"
    quoted = "\n".join(f"> {line}" for line in [*sent.text.splitlines(), f"Reply to {address}", link, was_it])
    words = f"3, my address is {address} and {link}\n\nOn Monday Holdfast wrote:\n{quoted}"
    intake = arrive(letter(words, author=owner.email, to=address, subject=f"Re: {link}"), address)
    assert ReceivedEmail.objects.filter(intake=intake).exists()
    error = {"attempt": 1, "exception": f"ValueError: {address}", "traceback": f"{link} {was_it}"}
    Job.objects.create(kind="send_email", lane="mail", state="failed", failed_at=timezone.now(), errors=[error])
    OutgoingEmail.objects.filter(pk=sent.pk).update(headers={"Reply-To": address, "List-Unsubscribe": f"<{link}>"})
    tokens = {address.partition("@")[0].partition("+")[2]}
    return tokens | {signed.rpartition("/")[2].rpartition(":")[2] for signed in (link, was_it.rstrip("/"))}


def pages() -> list[str]:
    """Every list and every row's page of ours, and the pages that belong to no model."""
    found = [
        reverse("admin:index"),
        *(reverse("trace") + f"?what={pk}" for pk in Intake.objects.values_list("pk", flat=True)),
    ]
    for model in admin.site._registry:
        if model._meta.app_label in OURS and model._meta.label_lower != "inbound.rawmessage":
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            found.append(reverse(f"{name}_changelist"))
            found += [reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()[:5]]
    return found


def test_no_page_of_the_admin_shows_a_viewer_what_acts_for_somebody(secrets: set[str]) -> None:
    viewer = client_of("viewer")
    opened = 0
    for url in pages():
        response = viewer.get(url)
        text = response.content.decode()
        shown = {secret for secret in secrets if secret.lower() in text.lower()}
        assert not shown, (url, shown)
        opened += response.status_code == 200
    assert opened > 30


def test_what_everybody_reads_of_mail_is_masked_for_triage_too(secrets: set[str]) -> None:
    triage = client_of("triage")
    email, sent = ReceivedEmail.objects.get(), OutgoingEmail.objects.order_by("pk")[0]
    for url in (
        reverse("admin:inbound_intake_change", args=[email.intake_id]),
        reverse("admin:inbound_receivedemail_change", args=[email.pk]),
        reverse("admin:notifications_outgoingemail_change", args=[sent.pk]),
        reverse("trace") + f"?what={email.intake_id}",
    ):
        text = triage.get(url).content.decode()
        text = re.sub(r"<summary>Header</summary>.*?</pre>", "", text, flags=re.DOTALL)
        assert "…" in text
        assert not {secret for secret in secrets if secret in text}, url


@pytest.mark.parametrize(
    ("model", "column"),
    [
        ("inbound_receivedemail", "elided"),
        ("inbound_receivedemail", "recipient"),
        ("inbound_intake", "addressed_to"),
        ("notifications_outgoingemail", "text"),
        ("notifications_outgoingemail", "headers"),
        ("onboarding_member", "password"),
        ("worker_job", "errors"),
    ],
)
def test_no_list_answers_a_question_that_it_does_not_offer(secrets: set[str], model: str, column: str) -> None:
    """Django's lists let any column be asked for by the address: a token, or a password's hash, letter by letter."""
    viewer = client_of("viewer")
    for lookup in ("contains", "startswith", "regex", "icontains"):
        assert viewer.get(reverse(f"admin:{model}_changelist"), {f"{column}__{lookup}": "a"}).status_code == 400


def test_the_filters_that_a_list_offers_still_answer() -> None:
    viewer = client_of("viewer")
    for model, query in (
        ("inbound_intake", {"state__exact": "failed", "reason__exact": "unreadable"}),
        ("notifications_outgoingemail", {"state__exact": "sent"}),
        ("worker_job", {"state__exact": "failed", "kind": "send_email", "lane": "mail"}),
        ("notifications_preference", {"category__exact": "proposal_review", "frequency__exact": "daily"}),
    ):
        assert viewer.get(reverse(f"admin:{model}_changelist"), query).status_code == 200, model


def test_a_link_that_a_mail_program_has_wrapped_is_masked_to_its_end() -> None:
    token = unsubscribing.token_for(12, "proposal_review")
    signature = token.rpartition(":")[2]
    for cut in range(1, len(token) - 1):
        for between in ("\n", "\n> ", "\r\n> > "):
            text = f"https://x.example/unsubscribe/{token[:cut]}{between}{token[cut:]}\nAnd words that stay."
            masked = masked_in(text)
            assert signature not in masked.replace(between, ""), (cut, masked)
            assert signature[-16:] not in masked, (cut, masked)
            assert masked.endswith("words that stay.")


def test_words_numbers_and_links_that_do_nothing_are_left_alone() -> None:
    text = "At 12:30 see https://x.example/agents/lab/ or https://x.example/proposals/3/4/, review+1, holds 3: yes"
    assert masked_in(text) == text


def test_signed_values_are_masked_where_they_stand_without_their_link() -> None:
    held: Any = signing.Signer(salt="notifications.hold").sign("12")
    assert masked_in(f"token {held}!") == "token 12:…!"
