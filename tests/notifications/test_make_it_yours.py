"""docs/how-to/make-it-yours.md does what it says: its files are taken from the page and run as an app of one's own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from notifications.models import Instruction, Notification, OutgoingEmail
from tests import recipes

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "make-it-yours.md"
FILE = re.compile(r"`(firstcall/[^`]+)`[^\n]*:\n\n```\w+\n(.*?)```", re.DOTALL)

STORY = """
import django; django.setup()
from django.db import transaction
from django.utils import timezone
from notifications import answers
from notifications.models import Notification, OutgoingEmail, Proposal
from tests.inbound.letters import letter
from tests.inbound.road import arrive
from worker.testing import drain

proposal = Proposal.objects.get()
with transaction.atomic():
    answers.review_proposal(
        proposal_id=proposal.pk, agent_id=proposal.agent_a_id, reviewer=proposal.agent_a.owner,
        rating=4, via="web", now=timezone.now(),
    )
drain("mail", "notify")
asked = OutgoingEmail.objects.get(category="first_call")
for words in ("Hm, let me see.", "Tuesday, please.", "No, Friday!"):
    print(arrive(letter(words, author=asked.to, to=asked.reply_address), asked.reply_address, sender=asked.to).reason)
"""


@pytest.mark.django_db(transaction=True)
def test_the_page_s_app_asks_understands_and_acts(tmp_path: Path, process_env: dict[str, str]) -> None:
    files = dict(FILE.findall(PAGE.read_text()))
    assert set(files) == {
        "firstcall/apps.py",
        "firstcall/question.py",
        "firstcall/templates/mail/first_call.txt",
        "firstcall/templates/mail/first_call.html",
    }
    assert sum(text.count("\n") for text in files.values()) <= 60
    for name, text in {**files, "firstcall/__init__.py": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    proposal = recipes.proposal.make()
    env = {
        **process_env,
        "PYTHONPATH": f"{tmp_path}:{ROOT}",
        "HOLDFAST_APPS": "firstcall",
        "HOLDFAST_MAIL": "file",
        "HOLDFAST_VAR_DIR": str(tmp_path / "var"),
    }
    ran = subprocess.run([sys.executable, "-c", STORY], env=env, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert ran.returncode == 0, ran.stderr[-4000:]
    question = Notification.objects.get(category="first_call")
    mails = {mail.category: mail for mail in OutgoingEmail.objects.order_by("pk")}
    assert question.state == "responded"
    assert Instruction.objects.get().text == "First call: Tuesday."
    assert mails["first_call"].subject == f"A day for the first call: {proposal}"
    assert mails["first_call"].reply_address is not None
    assert "name one weekday" in mails["help"].text
    sentences = OutgoingEmail.objects.filter(category="confirmation").order_by("pk").values_list("text", flat=True)
    assert "proposes a first call on Tuesday." in sentences[0]
    assert "was answered before" in sentences[1]
