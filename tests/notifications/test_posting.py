"""Instructions reach Slack once, in order, whatever happens on the way. Slack is a local server over HTTP."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from notifications import answers, moving, posting
from notifications.fakes.slack import FakeSlack
from notifications.heard import Heard
from notifications.models import Instruction, Notification, OutgoingEmail, SlackAccess, ThreadMessage, ThreadMove
from notifications.outlets.slack import Slack, SlackBusy, SlackRefuses, SlackUnsure
from tests.notifications.conftest import Scene
from worker import Snooze
from worker.models import Job
from worker.testing import drain

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def slack(settings: Any) -> Iterator[FakeSlack]:
    with FakeSlack().running() as server:
        settings.SLACK_API, settings.SLACK_TOKEN = server.url, "xoxb-test"
        yield server


@pytest.fixture
def talk(scene: Scene) -> Scene:
    type(scene.proposal).objects.update(slack_channel="C1", thread_id="1700000000.000100")
    scene.proposal.refresh_from_db()
    return scene


def instruct(scene: Scene, text: str = "Please focus on imaging") -> Instruction:
    question = Notification.objects.filter(member=scene.member).first() or scene.ask()
    with transaction.atomic():
        outcome = answers.give_instruction(
            notification=question, author=scene.member, text=text, now=timezone.now(), heard=Heard()
        )
    assert outcome.instruction_id is not None
    return Instruction.objects.get(pk=outcome.instruction_id)


def later(**ago: float) -> None:
    """The clock of a second attempt: its job is due, and the first one is long enough ago."""
    Job.objects.filter(kind="post_instruction", state="pending").update(run_at=timezone.now())
    ThreadMessage.objects.exclude(attempted_at=None).update(attempted_at=timezone.now() - timedelta(seconds=60))
    ThreadMove.objects.exclude(attempted_at=None).update(attempted_at=timezone.now() - timedelta(seconds=60))


def test_an_instruction_has_a_message_with_a_canonical_id_before_it_is_posted(talk: Scene, slack: FakeSlack) -> None:
    instruction = instruct(talk)
    message = ThreadMessage.objects.get(instruction=instruction)
    seconds, _, rest = message.message_id.partition(".")
    assert seconds.isdigit()
    assert len(rest) == 6
    assert slack.posts == []
    drain("slack")
    [post] = slack.posts
    assert (post["channel"], post["thread_ts"]) == ("C1", "1700000000.000100")
    assert "Please focus on imaging" in post["text"]
    assert post["metadata"]["event_payload"] == {"post_key": message.post_key}
    instruction.refresh_from_db()
    message.refresh_from_db()
    assert (instruction.state, message.slack_ts) == ("posted", post["ts"])
    assert not Notification.objects.open().exists()


def test_slack_down_keeps_the_instruction_and_it_is_posted_once_when_slack_is_back(
    talk: Scene, slack: FakeSlack
) -> None:
    """I22"""
    slack.mood = "down"
    instruction = instruct(talk)
    for _ in range(3):
        drain("slack")
        later()
    instruction.refresh_from_db()
    assert instruction.state == "pending"
    assert Notification.objects.open().exists()
    slack.mood = "up"
    drain("slack")
    drain("slack")
    assert len(slack.posts) == 1
    instruction.refresh_from_db()
    assert instruction.state == "posted"


def test_a_post_whose_answer_was_lost_is_found_and_not_made_again(talk: Scene, slack: FakeSlack) -> None:
    """I23, also behind a full page of other messages."""
    slack.mood = "losing"
    instruction = instruct(talk)
    drain("slack")
    assert len(slack.posts) == 1
    slack.mood = "up"
    lost = slack.posts.pop()
    noise = [{**lost, "ts": f"{float(lost['ts']) - 1:.6f}", "metadata": {}, "text": f"noise {n}"} for n in range(250)]
    slack.posts[:] = [*noise, lost]
    Job.objects.filter(kind="post_instruction").update(run_at=timezone.now())
    drain("slack")
    assert "conversations.replies" not in slack.calls, "Slack's search is not trusted within ten seconds"
    later()
    drain("slack")
    assert len(slack.posts) == 251
    instruction.refresh_from_db()
    assert instruction.state == "posted"
    assert ThreadMessage.objects.get().slack_ts == lost["ts"]


def test_when_slack_asks_to_wait_no_attempt_is_spent(talk: Scene, slack: FakeSlack) -> None:
    slack.mood = "limiting"
    instruct(talk)
    drain("slack", until_idle=False)
    job = Job.objects.get(kind="post_instruction")
    assert (job.state, job.attempt) == ("pending", 0)
    assert slack.posts == []


def test_words_are_posted_in_the_order_in_which_they_were_said(talk: Scene, slack: FakeSlack) -> None:
    """I33: the same words while the first wait join them; others wait behind."""
    slack.mood = "down"
    first = instruct(talk, "one")
    assert instruct(talk, "one").pk == first.pk
    instruct(talk, "two")
    drain("slack", until_idle=False)
    slack.mood = "up"
    for _ in range(4):
        later()
        drain("slack")
    assert [text.partition("\n")[2] for text in slack.texts()] == ["one", "two"]


@pytest.mark.parametrize("missing", ["token", "channel", "slack"])
def test_without_a_way_to_slack_the_text_is_kept_and_at_the_end_its_author_is_told_once(
    talk: Scene, slack: FakeSlack, settings: Any, missing: str
) -> None:
    """I22"""
    if missing == "token":
        settings.SLACK_TOKEN = ""
    elif missing == "channel":
        type(talk.proposal).objects.update(slack_channel="")
        type(talk.agent).objects.update(slack_channel="")
    else:
        slack.mood = "refusing"
    instruction = instruct(talk)
    drain("slack")
    instruction.refresh_from_db()
    assert instruction.state == "pending"
    assert instruction.reason
    Job.objects.filter(kind="post_instruction").update(run_at=timezone.now(), attempt=499)
    later()
    drain("slack")
    instruction.refresh_from_db()
    assert instruction.state == "failed"
    assert instruction.text == "Please focus on imaging"
    assert OutgoingEmail.objects.filter(category="instruction_failed").count() == 1
    assert Notification.objects.open().exists()


def test_a_public_thread_moves_first_once_and_goes_on_from_where_it_was_cut(talk: Scene, slack: FakeSlack) -> None:
    SlackAccess.objects.create(agent=talk.agent, token="xoxb-own", private_channel="G9")
    slack.mood = "losing"
    instruct(talk)
    drain("slack")
    for _ in range(6):
        later()
        drain("slack")
    slack.mood = "up"
    later()
    drain("slack")
    talk.proposal.refresh_from_db()
    move = ThreadMove.objects.get()
    assert (move.state, move.moved_at is not None) == ("told", True)
    assert (talk.proposal.slack_channel, talk.proposal.visibility) == ("G9", "private")
    assert [(post["channel"], post.get("thread_ts")) for post in slack.posts] == [
        ("G9", None),
        ("C1", "1700000000.000100"),
        ("G9", talk.proposal.thread_id),
    ]
    instruct(talk, "another")
    drain("slack")
    assert len(slack.posts) == 4


def test_words_of_both_agents_at_once_move_their_thread_once(talk: Scene, slack: FakeSlack) -> None:
    """The other's job saw the move begun and nothing posted, a moment before the first one posted."""
    for agent in (talk.agent, talk.proposal.agent_b):
        SlackAccess.objects.create(agent=agent, token="xoxb-own", private_channel="G9")
    instruct(talk)
    other = ThreadMove.objects.create(proposal=talk.proposal, from_channel="C1", to_channel="G9")
    drain("slack")
    assert [post["channel"] for post in slack.posts] == ["G9", "G9"]
    assert moving._begun(other) is None


def test_who_was_overtaken_does_not_take_a_move_back(talk: Scene, slack: FakeSlack) -> None:
    """Two jobs had seen the thread opened; the slower one went back to that, and told the old thread once more."""
    move = ThreadMove.objects.create(proposal=talk.proposal, from_channel="C1", to_channel="G9")
    slow = ThreadMove.objects.get()
    for state in (ThreadMove.State.OPENED, ThreadMove.State.MOVED, ThreadMove.State.TOLD):
        moving._goes_on(move, state)
    with pytest.raises(Snooze):
        moving._goes_on(slow, ThreadMove.State.OPENED, attempted_at=None)
    assert ThreadMove.objects.get().state == "told"


def test_a_process_that_slept_since_it_began_a_post_leaves_it_to_who_comes_after(
    talk: Scene, slack: FakeSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped for longer than an answer may take, it would say again what the other has said meanwhile."""
    SlackAccess.objects.create(agent=talk.agent, token="xoxb-own", private_channel="G9")
    instruct(talk)
    with monkeypatch.context() as asleep:
        asleep.setattr(moving, "TOO_LATE", timedelta(0))
        drain("slack")
        assert not slack.posts
    later()
    drain("slack")
    assert [post["channel"] for post in slack.posts] == ["G9", "C1", "G9"]


def test_nobody_can_mention_a_channel_by_mail(talk: Scene, slack: FakeSlack) -> None:
    """I17"""
    instruct(talk, "<!channel> & all")
    drain("slack")
    assert "&lt;!channel&gt; &amp; all" in slack.texts()[0]


def test_what_slack_says_is_told_apart(slack: FakeSlack) -> None:
    expected = {"limiting": SlackBusy, "refusing": SlackRefuses, "down": SlackUnsure}
    for mood, error in expected.items():
        slack.mood = mood
        with pytest.raises(error):
            Slack("xoxb-test").post(channel="C1", thread="", text="x", key="k")
    slack.mood = "up"
    with pytest.raises(SlackRefuses, match="not_authed"):
        Slack("other").post(channel="C1", thread="", text="x", key="k")


def test_an_instruction_that_was_deleted_is_cancelled_quietly(talk: Scene, slack: FakeSlack) -> None:
    instruct(talk)
    ThreadMessage.objects.all().delete()
    drain("slack")
    assert Job.objects.get(kind="post_instruction").state == "cancelled"
    posting.give_up({"message": 0}, "gone")
