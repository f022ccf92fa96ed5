"""Lists of a table that may have millions of rows: counting stops early, filters know their choices by heart."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MOST = 10_000


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # not subscriptable at run time
    """Counts to 10,000 and no further: nobody pages beyond, and the table is never scanned."""

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        if isinstance(rows, QuerySet):
            return rows.order_by()[:MOST].count()
        return len(rows)
