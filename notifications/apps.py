from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Whoever sends mail knows how each category is written."""
        from notifications import proposal_mails  # noqa: F401
