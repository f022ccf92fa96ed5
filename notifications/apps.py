from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Whoever sends mail knows how each category is written; facts become events."""
        from notifications import account_mails, checks, listening, overview_mails, proposal_mails  # noqa: F401
