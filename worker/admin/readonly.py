"""Rows that only the code writes: to be read, filtered and acted upon, not edited by hand."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from worker.admin.base import ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_repair_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """For actions: not to edit a row, but to set something in motion for it."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))


class LedgerAdmin(ReadOnlyAdmin):
    """Of the ledger's tables, which may be long."""

    list_per_page = 50
