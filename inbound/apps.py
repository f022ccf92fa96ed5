from django.apps import AppConfig


class InboundConfig(AppConfig):
    name = "inbound"

    def ready(self) -> None:
        """A decided hold moves its mail on."""
        from inbound import checks, listening  # noqa: F401
