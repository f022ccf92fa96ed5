"""`{% ledger_complaints as complaints %}`: what the banner on every admin page says; empty when all is well."""

from django import template
from django.db import Error

from worker import health

register = template.Library()


@register.simple_tag
def ledger_complaints() -> list[str]:
    try:
        return health.look().complaints
    except Error as error:
        return [f"The ledger cannot be asked: {error}"]
