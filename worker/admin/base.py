"""What every list of ours in the admin is made of."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest
from unfold.admin import ModelAdmin as UnfoldModelAdmin

from worker.admin.counting import BoundedPaginator

_WORDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)


class ModelAdmin(UnfoldModelAdmin):
    """unfold's, whose lists answer only the questions that they offer: Django lets whoever may see a list ask
    `?elided__contains=…` of any column, and so spell out a reply token or a password's hash letter by letter. Their
    counting never scans a table."""

    paginator = BoundedPaginator
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        root = lookup.partition("__")[0]
        return super().lookup_allowed(lookup, value, request) and (
            not self._holds_words(root) or root in self._offered(request)
        )

    def _holds_words(self, name: str) -> bool:
        try:
            return isinstance(self.model._meta.get_field(name), _WORDS)
        except FieldDoesNotExist:
            return False

    def _offered(self, request: HttpRequest) -> set[str]:
        names = [each[0] if isinstance(each, (list, tuple)) else each for each in self.get_list_filter(request)]
        chosen = {each.parameter_name if _is_own(each) else str(each) for each in names}
        return {str(name).partition("__")[0] for name in chosen}


def _is_own(each: Any) -> bool:
    return isinstance(each, type) and issubclass(each, SimpleListFilter)
