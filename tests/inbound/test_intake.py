"""`accept`: all or nothing, once, whatever the way here."""

import itertools
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection

from inbound.arrival import Arrival
from inbound.intake import accept
from inbound.models import Intake, RawMessage
from worker.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)
HEAD = b"From: Ann <ann@sender.example>\r\nMessage-ID: <1@sender.example>\r\nSubject: hi\r\n"
RAW = HEAD + b"\r\n3, sounds great\r\n"


def arrival(raw: bytes = RAW, *recipients: str, **fields: Any) -> Arrival:
    return Arrival(raw=raw, recipients=recipients or ("bot@in.example",), **{"sender": "ann@sender.example", **fields})


def only() -> Intake:
    return Intake.objects.get()


def test_a_mail_becomes_a_body_an_intake_and_a_job() -> None:
    [outcome] = accept([arrival(remote_ip="192.0.2.1", helo="mail.sender.example")], now=NOW)
    intake, job = only(), Job.objects.get()
    assert outcome.intakes == (intake.pk,)
    assert outcome.duplicates == 0
    assert (intake.recipient, intake.sender, intake.remote_ip, intake.helo, intake.message_id) == (
        "bot@in.example",
        "ann@sender.example",
        "192.0.2.1",
        "mail.sender.example",
        "1@sender.example",
    )
    assert (intake.state, intake.job_id, intake.deliveries) == ("accepted", job.pk, [])
    assert (job.kind, job.lane, job.payload, job.state) == (
        "process_intake",
        "inbound",
        {"intake": intake.pk},
        "pending",
    )
    assert intake.raw is not None
    assert (bytes(intake.raw.content), intake.raw.size) == (RAW, len(RAW))


def test_two_recipients_are_two_intakes_and_one_body() -> None:
    """S4"""
    accept([arrival(RAW, "a@in.example", "b@in.example")])
    assert sorted(Intake.objects.values_list("recipient", flat=True)) == ["a@in.example", "b@in.example"]
    assert RawMessage.objects.count() == 1
    assert Job.objects.count() == 2


def test_a_failure_after_the_first_recipient_leaves_nothing() -> None:
    """S4: partial never. A trigger stands for a disk that fills up half way."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;"
            "CREATE TRIGGER full_disk BEFORE INSERT ON inbound_intake FOR EACH ROW WHEN (NEW.recipient LIKE 'b@%')"
            " EXECUTE FUNCTION full_disk()"
        )
    try:
        with pytest.raises(DatabaseError):
            accept([arrival(RAW, "a@in.example", "b@in.example")])
        assert not Intake.objects.exists()
        assert not RawMessage.objects.exists()
        assert not Job.objects.exists()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER full_disk ON inbound_intake; DROP FUNCTION full_disk()")
    assert accept([arrival(RAW, "a@in.example", "b@in.example")])[0].duplicates == 0


def test_a_retry_after_a_lost_250_is_the_same_intake() -> None:
    """S3: one intake, one job, and the client gets the same number."""
    first = accept([arrival(b"Received: from a by b\r\n" + RAW)])
    second = accept([arrival(b"Received: from c\r\n\tby d\r\n" + RAW)])
    assert second[0].intakes == first[0].intakes
    assert second[0].duplicates == 1
    assert Job.objects.count() == RawMessage.objects.count() == 1


def test_case_does_not_make_another_mail_and_the_plus_part_is_kept() -> None:
    """S5"""
    accept([arrival(RAW, "Bot+Lab@IN.example")])
    accept([arrival(RAW, "bot+lab@in.example")])
    assert Intake.objects.count() == 1
    assert only().recipient == "bot+lab@in.example"
    accept([arrival(RAW, "bot@in.example")])
    assert Intake.objects.count() == 2


def test_the_same_message_id_with_another_body_is_another_mail() -> None:
    """I6"""
    accept([arrival()])
    accept([arrival(HEAD + b"\r\n4, even better\r\n")])
    assert Intake.objects.count() == 2


def test_two_equal_mails_without_message_id_on_two_days_are_two_answers() -> None:
    """I35"""
    mail = arrival(b"From: scanner@sender.example\r\n\r\n3\r\n")
    for days in (0, 0, 1):
        accept([mail], now=NOW + timedelta(days=days))
    assert Intake.objects.count() == 2


def test_one_mail_forwarded_to_a_catch_all_for_two_tokens_is_two_answers() -> None:
    """I35: the header that a forwarder wrote says which."""
    for token in ("a" * 24, "b" * 24):
        accept([arrival(b"Delivered-To: review+%s@in.example\r\n" % token.encode() + RAW, "replies@in.example")])
    assert sorted(Intake.objects.values_list("recipient", "addressed_to")) == [
        (f"review+{'a' * 24}@in.example", "replies@in.example"),
        (f"review+{'b' * 24}@in.example", "replies@in.example"),
    ]


@pytest.mark.parametrize(
    "envelope",
    [
        "review+" + "q" * 24,
        "REVIEW+" + "Q" * 24,
        "prvs=1234abcd56=review+" + "q" * 24,
        "SRS0=HHH=TT=sender.example=review+" + "q" * 24,
    ],
)
def test_a_reply_address_is_found_inside_batv_and_srs(envelope: str) -> None:
    """I8"""
    accept([arrival(RAW, f"{envelope}@in.example")])
    assert only().recipient == f"review+{'q' * 24}@in.example"


def test_the_same_mail_twice_in_one_batch_is_one_intake() -> None:
    first, second = accept([arrival(remote_ip="192.0.2.1"), arrival(remote_ip="192.0.2.2")])
    assert first.intakes == second.intakes
    assert Job.objects.count() == 1


def test_a_message_id_of_3_kb_and_control_characters_is_stored() -> None:
    """I36, I5: nothing that a sender writes there can make the insert fail."""
    accept([arrival(b"Message-ID: <" + b"x" * 3_000 + b"\0\x07\xff@y>\r\nSubject: a\r\n\r\nb\r\n")])
    assert len(only().message_id) <= 998


@pytest.mark.parametrize(
    "raw", [b"", b"\0", b"\xff\xfe", b"\r\n", b"x" * 300_000, b"From: \0\xff\xed\xa0\x80\r\n\r\n\0"]
)
def test_any_bytes_are_stored_untouched(raw: bytes) -> None:
    """I2"""
    accept([arrival(raw)])
    assert bytes(RawMessage.objects.get().content) == raw


def test_deliveries_of_one_mail_are_kept_up_to_ten_and_each_once() -> None:
    """I34: the verdict may take the best of them."""
    accept([arrival(remote_ip="203.0.113.9", helo="stranger")])
    for n in [*range(15), 3, 3]:
        accept([arrival(remote_ip=f"192.0.2.{n}", helo="mail")])
    accept([arrival(remote_ip="203.0.113.9", helo="stranger")])
    assert [delivery["ip"] for delivery in only().deliveries] == [f"192.0.2.{n}" for n in range(10)]
    assert Job.objects.count() == 1


@pytest.mark.parametrize(
    ("state", "reason", "afresh"),
    [
        ("failed", "unreadable", True),
        ("rejected", "unverified", True),
        ("rejected", "policy", True),
        ("held", "unverified", True),
        ("rejected", "expired", False),
        ("processed", "review", False),
        ("dismissed", "", False),
        ("replaced", "", False),
    ],
)
def test_what_a_duplicate_does_depends_on_how_the_first_ended(state: str, reason: str, afresh: bool) -> None:
    """I7, I34: one of a failed mail is a new try; after an edited copy or a real end it has no second effect."""
    accept([arrival()])
    Job.objects.update(state="completed")
    Intake.objects.update(state=state, reason=reason, verdicts={"spf": "fail"}, ended_at=NOW)
    accept([arrival(b"Received: again\r\n" + RAW)])
    intake = only()
    assert intake.state == ("accepted" if afresh else state)
    assert Job.objects.filter(state="pending").count() == afresh
    if afresh:
        assert intake.job_id == Job.objects.get(state="pending").pk
        assert intake.verdicts is None
        assert intake.raw is not None
        assert intake.raw.content == b"Received: again\r\n" + RAW


def test_duplicates_start_a_failed_mail_at_most_hourly() -> None:
    for _ in range(3):
        accept([arrival()])
        Intake.objects.update(state="failed")
    waits = Job.objects.order_by("run_at").values_list("run_at", flat=True)
    assert [round((later - sooner) / timedelta(hours=1)) for sooner, later in itertools.pairwise(waits)] == [
        0,
        1,
    ]


def test_many_writers_with_the_same_mails_do_not_deadlock_and_store_each_once() -> None:
    """Processes share one table: rows are taken in the order of their keys."""
    mails = [arrival(RAW + b"%d\r\n" % n) for n in range(30)]
    errors: list[Exception] = []
    start = threading.Barrier(4)

    def write(order: int) -> None:
        try:
            start.wait()
            for _ in range(5):
                accept(mails[::order])
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(order,)) for order in (1, -1, 1, -1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    assert Intake.objects.count() == RawMessage.objects.count() == Job.objects.count() == 30
