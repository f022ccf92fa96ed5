"""Runs over many mails, with their progress."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import display

from inbound.models import ObjectTrouble, TriageRun
from worker.admin.base import ModelAdmin


@admin.register(TriageRun)
class TriageRunAdmin(ModelAdmin):
    list_display = ("started_at", "action", "by", "progress", "done", "skipped", "total", "ended_at")
    list_filter = ("action", ("ended_at", admin.EmptyFieldListFilter))
    list_select_related = ("by",)

    @display(description="progress")
    def progress(self, run: TriageRun) -> str:
        return f"{100 * (run.done + run.skipped) // run.total if run.total else 100} %"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: TriageRun | None = None) -> bool:
        return False


@admin.register(ObjectTrouble)
class ObjectTroubleAdmin(ModelAdmin):
    list_display = ("key", "failures", "last_at", "last_error")
    search_fields = ("key",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ObjectTrouble | None = None) -> bool:
        return False
