"""SES as django-ses speaks it, but each mail is posted once: a request that botocore repeats because its answer was
lost is a second copy in somebody's mailbox. The outbox knows what to do about a lost answer."""

from typing import Any

from django_ses import SESBackend

from notifications.aws import CONFIG


class Backend(SESBackend):  # type: ignore[misc]  # django-ses carries no types
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"aws_config": CONFIG, **options})
