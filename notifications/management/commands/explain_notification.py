"""`manage.py explain_notification ann@example.org proposal_review`: why the next mail comes when it does."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notifications import categories, explaining
from onboarding.models import Member


class Command(BaseCommand):
    help = "Says in sentences why a member's next mail of a category goes out when it does, or why none will."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("member", help="mail address (also a verified extra one) or id")
        parser.add_argument("category", help=", ".join(rules.category for rules in categories.optional()))

    def handle(self, *, member: str, category: str, **options: Any) -> None:
        try:
            sentences = explaining.explain(_member(member), category, now=timezone.now())
        except KeyError:
            known = ", ".join(rules.category for rules in categories.optional())
            raise CommandError(f"There is no category {category!r}. There are: {known}.") from None
        except explaining.NotOptional as error:
            raise CommandError(str(error)) from None
        for sentence in sentences:
            self.stdout.write(sentence)


def _member(word: str) -> Member:
    found = Member.objects.filter(pk=word) if word.isdecimal() else Member.objects.owning(word)
    member = found.first()
    if member is None:
        raise CommandError(f"There is no member {word!r}: give a mail address or an id.")
    return member
