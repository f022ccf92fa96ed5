"""News: written here, and released once."""

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from notifications import news
from notifications.models import News
from worker.admin.base import ModelAdmin


@admin.register(News)
class NewsAdmin(ModelAdmin):
    list_display = ("title", "created_at", "released_at")
    search_fields = ("title",)
    readonly_fields = ("created_at", "released_at")
    actions = ("release",)

    @admin.action(description="Release: mail it to everybody who wants news", permissions=["change"])
    def release(self, request: HttpRequest, chosen: QuerySet[News]) -> None:
        for each in chosen:
            with transaction.atomic(durable=True):
                won = news.release(each, now=timezone.now())
                if won:
                    self.log_change(request, each, "Released")
            words = "is on its way." if won else "was released before; news goes out once."
            self.message_user(request, f"{each}: {words}", messages.SUCCESS if won else messages.WARNING)

    def has_change_permission(self, request: HttpRequest, obj: News | None = None) -> bool:
        """What went out is not rewritten."""
        return super().has_change_permission(request, obj) and (obj is None or obj.released_at is None)
