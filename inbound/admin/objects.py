"""Objects in the bucket that could not be taken in."""

from django.contrib import admin
from django.http import HttpRequest

from inbound.models import ObjectTrouble
from worker.admin.base import ModelAdmin


@admin.register(ObjectTrouble)
class ObjectTroubleAdmin(ModelAdmin):
    list_display = ("key", "failures", "last_at", "last_error")
    search_fields = ("key",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ObjectTrouble | None = None) -> bool:
        return False
