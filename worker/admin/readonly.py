"""Rows that only the ledger writes: to be read, filtered and acted upon, not edited by hand."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from worker.admin.base import ModelAdmin
from worker.admin.counting import BoundedPaginator


class ReadOnlyAdmin(ModelAdmin):
    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_repair_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")
