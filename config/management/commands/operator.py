"""`manage.py operator ada@example.org --role triage`: who may sign in to the admin, and as what."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.roles import Role
from onboarding.models import Member


class Command(BaseCommand):
    help = "Make somebody an operator, change their role, or end it. A new one is asked for a password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--role", choices=[*Role, "none"], required=True)
        parser.add_argument("--password-stdin", action="store_true", help="Read the password of a new one from stdin.")

    def handle(self, *args: Any, **options: Any) -> None:
        email, role = options["email"].strip().lower(), options["role"]
        with transaction.atomic():
            member = Member.objects.filter(email=email).first()
            if member is None:
                if role == "none":
                    raise CommandError(f"There is no {email}.")
                member = Member.objects.create_user(email, self._password(options["password_stdin"]))
            member.groups.set([] if role == "none" else [Group.objects.get_or_create(name=role)[0]])
            Member.objects.filter(pk=member.pk).update(is_staff=role != "none")
        self.stdout.write(f"{email} is {'no operator' if role == 'none' else role}.")

    def _password(self, from_stdin: bool) -> str:
        try:
            password = sys.stdin.readline().rstrip("\n") if from_stdin else getpass.getpass("Password: ")
        except EOFError:
            raise CommandError("A new operator needs a password: at a terminal, or with --password-stdin.") from None
        try:
            validate_password(password)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        return password
