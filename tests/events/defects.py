"""Faults of holds, events, webhooks and screening, brought back for their proofs."""

import socket
import threading
from typing import Any

from django.db import connection, transaction

from inbound.screening import chain
from notifications import events, rechecks
from notifications.models import Hold, WebhookEndpoint
from notifications.outlets import webhooks
from notifications.outlets.guard import GuardedConnection, GuardedTLSConnection
from tests.defects import defect, rebind

POSTS = "tests/notifications/test_webhook_post.py"
TLS = "tests/notifications/test_webhook_tls.py"
DELIVERIES = "tests/notifications/test_deliveries.py"
EVENTS = "tests/notifications/test_events.py"
HOLDS = "tests/notifications/test_holds.py"


@defect("N17a", f"{POSTS}::test_a_rebinding_name_cannot_change_between_check_and_connect")
def the_name_is_resolved_again_after_the_check() -> None:
    checked = GuardedConnection._checked_addresses

    def again(self: GuardedConnection) -> Any:
        checked(self)
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        return [(family, address) for family, *_, address in found]

    GuardedConnection._checked_addresses = again  # type: ignore[method-assign]


@defect("N17b", f"{POSTS}::test_one_private_answer_among_public_ones_refuses_the_host")
def only_the_first_address_is_checked() -> None:
    checked = GuardedConnection._checked_addresses

    def first(self: GuardedConnection) -> Any:
        real = socket.getaddrinfo
        everything = real(self.host, self.port, type=socket.SOCK_STREAM)
        socket.getaddrinfo = lambda *_, **__: everything[:1]
        try:
            checked(self)
        finally:
            socket.getaddrinfo = real
        return [(family, address) for family, *_, address in everything]

    GuardedConnection._checked_addresses = first  # type: ignore[method-assign]


@defect(
    "N17c",
    f"{DELIVERIES}::test_during_a_rotation_the_old_and_the_new_secret_verify_and_afterwards_only_the_new",
)
def a_rotation_drops_the_old_secret_at_once() -> None:
    WebhookEndpoint.live_secrets = lambda self, *, now: [self.secret]  # type: ignore[method-assign]


@defect("N17d", f"{DELIVERIES}::test_410_switches_the_endpoint_off_at_once")
def a_receiver_that_wants_no_more_is_called_again() -> None:
    webhooks.Answer.is_gone = property(lambda self: False)  # type: ignore[method-assign,assignment]


@defect("N17e", f"{TLS}::test_a_certificate_for_another_name_is_refused_before_anything_is_said")
def whoever_answers_at_the_address_is_believed() -> None:
    connect = GuardedTLSConnection.connect

    def credulous(self: GuardedTLSConnection) -> None:
        self.assert_hostname = False
        connect(self)

    GuardedTLSConnection.connect = credulous  # type: ignore[method-assign,assignment]


@defect("N18a", f"{EVENTS}::test_an_event_of_a_transaction_that_rolls_back_is_never_told")
def events_are_written_in_a_transaction_of_their_own() -> None:
    publish_many = events.publish_many

    def at_once(told: Any) -> None:
        def write() -> None:
            try:
                publish_many(told)
            finally:
                connection.close()

        thread = threading.Thread(target=write)
        thread.start()
        thread.join()

    rebind(publish_many, at_once)


@defect("N18b", f"{EVENTS}::test_the_job_that_tells_commits_with_the_event")
def subscribers_are_told_after_the_commit() -> None:
    enqueue_many = events.enqueue_many  # type: ignore[attr-defined]

    def after(kind: str, payloads: Any, **more: Any) -> list[int]:
        transaction.on_commit(lambda: enqueue_many(kind, payloads, **more) and None)
        return [0] * len(payloads)

    events.enqueue_many = after  # type: ignore[attr-defined,assignment]


@defect("I29", f"{HOLDS}::test_approve_and_reject_at_once_have_one_outcome")
def everybody_who_decides_wins() -> None:
    def resolve(self: Hold, outcome: str, *, via: str, by: Any, now: Any) -> bool:
        fields = {"state": outcome, "via": via, "resolved_by": by, "resolved_at": now}
        won = Hold.objects.filter(pk=self.pk).update(**fields)
        self.refresh_from_db()
        return bool(won)

    Hold.resolve = resolve  # type: ignore[method-assign]


@defect("I29b", "tests/inbound/test_agents_mailbox.py::test_an_operators_decision_about_the_mail_decides_the_hold")
def the_mail_is_approved_behind_the_holds_back() -> None:
    from inbound import quarantine

    real = quarantine._pending_hold
    quarantine._pending_hold = lambda intake: None if intake.state == "held" else real(intake)


@defect("I30", f"{HOLDS}::test_a_hold_that_was_resolved_meanwhile_sends_its_reviewer_nothing")
def reviewers_are_told_of_what_is_decided() -> None:
    about_hold = rechecks._about_hold

    def careless(mail: Any) -> Any:
        objection = about_hold(mail)
        return None if objection and "meanwhile" in objection.reason else objection

    rechecks._about_hold = careless


@defect("I31", "tests/inbound/test_agents_mailbox.py::test_a_detector_that_fails_holds_or_delivers_as_configured")
def a_detector_that_fails_counts_as_silent() -> None:
    checked = chain._checked

    def silent(path: str, outcome: Any, action: str) -> Any:
        return [] if isinstance(outcome, chain.Failure) else checked(path, outcome, action)

    chain._checked = silent
