"""How agents reach Slack, and what was said there for people."""

from django.contrib import admin
from django.http import HttpRequest

from notifications.models import SlackAccess, ThreadMessage, ThreadMove
from worker.admin.base import ModelAdmin


@admin.register(SlackAccess)
class SlackAccessAdmin(ModelAdmin):
    list_display = ("agent", "has_token", "private_channel")
    list_select_related = ("agent",)
    autocomplete_fields = ("agent",)
    search_fields = ("agent__slug", "agent__bot_name")

    @admin.display(boolean=True, description="own token")
    def has_token(self, access: SlackAccess) -> bool:
        return bool(access.token)


class _Told(ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(ThreadMessage)
class ThreadMessageAdmin(_Told):
    list_display = ("message_id", "proposal", "instruction", "channel", "posted_at", "slack_ts")
    list_filter = (("posted_at", admin.EmptyFieldListFilter),)
    list_select_related = ("proposal", "instruction", "channel")
    search_fields = ("message_id", "post_key", "slack_ts")


@admin.register(ThreadMove)
class ThreadMoveAdmin(_Told):
    list_display = ("proposal", "state", "from_channel", "to_channel", "moved_at")
    list_filter = ("state",)
    list_select_related = ("proposal",)
