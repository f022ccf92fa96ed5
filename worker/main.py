"""What Dramatiq's CLI is given: `dramatiq worker.main --queues inbound …`. Sets Django up, and with it all actors.

`manage.py worker inbound:8` builds the whole command line; see `worker.lanes`."""

import os

import django
import dramatiq

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

broker = dramatiq.get_broker()
