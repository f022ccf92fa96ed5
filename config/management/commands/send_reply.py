"""`manage.py send_reply '3, sounds great' --wait`: answer the newest open question over SMTP, and watch."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError

from config.demo import reply, road
from notifications.models import OutgoingEmail, Review

_WITHIN = 20.0


class Command(BaseCommand):
    help = "Answer the newest open question by mail, as its recipient."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", help="what the member writes, for example: 3, sounds great")
        parser.add_argument("--wait", action="store_true", help="until the reply is applied and confirmed")

    def handle(self, *, text: str, wait: bool, **options: Any) -> None:
        try:
            mail = reply.newest_question()
        except ProgrammingError:
            mail = None  # no tables yet: nothing was ever started
        if mail is None:
            raise CommandError("No question waits for an answer. The demo asks some: make demo")
        try:
            sent = reply.send(mail, text)
        except reply.NotAccepted as error:
            raise CommandError(f"The SMTP edge did not accept it: {error}") from None
        except OSError as error:
            raise CommandError(f"Nobody listens for mail ({error}): make demo, or manage.py smtpd") from None
        self.stdout.write(f"{mail.member} answers “{mail.subject}”")
        self.line(0.0, "answered", sent.answer)
        if wait:
            self.watch(sent, mail)

    def watch(self, sent: reply.Sent, mail: OutgoingEmail) -> None:
        """What becomes visible, when it does, by this process's clock."""
        is_told = False
        while (elapsed := time.time() - sent.answered_at) < _WITHIN:
            journey = road.of_message(sent.message_id)
            if journey and not is_told and journey.intake.state != journey.intake.State.ACCEPTED:
                self.line(elapsed, "applied", self.effect(mail) or journey.outcome)
                is_told = True
            if journey and is_told and journey.is_over:
                for answer in journey.answers:
                    self.line(elapsed, answer.state, f"“{answer.subject}” to {answer.to}")
                return
            time.sleep(0.002)
        raise CommandError(
            f"Accepted, but not finished within {_WITHIN:g} s: see the admin, and manage.py demo's logs."
        )

    def effect(self, mail: OutgoingEmail) -> str:
        if mail.notification is None:
            return ""
        about = mail.notification
        review = Review.objects.filter(proposal=about.proposal_id, agent=about.agent_id).first()
        return f"review {review.rating} of 4, “{review.comment}”" if review else ""

    def line(self, seconds: float, what: str, words: str) -> None:
        self.stdout.write(f"{seconds * 1000:+7.0f} ms  {what:<10} {words}")
