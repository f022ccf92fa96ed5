"""Run by tests.bench.peers.mailbox with its own Python: migrate | receive COUNT (prints the seconds it took)."""

import json
import os
import sys
import time

import django
from django.conf import settings

known = json.loads(os.environ["CONNINFO"])
settings.configure(
    INSTALLED_APPS=["django_mailbox"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": known["host"],
            "PORT": known["port"],
            "USER": known["user"],
            "NAME": known["dbname"],
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    MEDIA_ROOT=os.environ["MEDIA"],
    USE_TZ=True,
    SECRET_KEY="not-a-secret",
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django_mailbox.models import Mailbox, Message  # noqa: E402

if sys.argv[1] == "migrate":
    call_command("migrate", verbosity=0)
else:
    box, _ = Mailbox.objects.get_or_create(name="bench", uri=f"maildir:{os.environ['MAILDIR']}")
    Message.objects.all().delete()
    began = time.monotonic()
    found = sum(1 for _ in box.get_new_mail())
    took = time.monotonic() - began
    assert found == int(sys.argv[2]), found
    print(took)
