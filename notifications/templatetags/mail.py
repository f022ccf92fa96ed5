"""Filters of the mails' plain text."""

from django import template

from notifications import plaintext

register = template.Library()


@register.filter
def quoted(text: str) -> str:
    return plaintext.quoted(text)
