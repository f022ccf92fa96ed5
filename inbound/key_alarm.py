"""A token whose signature no key of ours verifies, but whose question is live: a reply key was retired too early, or
this process does not know the new one yet (S16).

Forged tokens must stay free of charge, so only a few a second are looked up. One hit, and for a while every such token
is answered "try again" in place of "nobody": the people behind them have done nothing wrong, and their servers will.
"""

import base64
import binascii
import logging
import threading
import time
from typing import Final

from notifications.models import ReplyToken

log = logging.getLogger(__name__)

LOOKUPS_A_SECOND: Final = 5
ALARM: Final = 900.0  # seconds

_lock = threading.Lock()
_second = 0
_lookups = 0
_alarm_until = 0.0


def may_be_ours(token: str) -> bool:
    global _alarm_until
    named = _named(token)
    if named is None:
        return False
    now = time.monotonic()
    if now < _alarm_until:
        return True
    if not _may_look_up(now):
        return False
    number, generation = named
    live = ReplyToken.objects.filter(notification=number, generation=generation, state=ReplyToken.State.LIVE).exists()
    if live:
        _alarm_until = now + ALARM
        log.error(
            "the reply address of question %d (generation %d) is signed with a key that is not in HOLDFAST_REPLY_KEYS: "
            "was it retired too early? Such mail is answered 451 for %d minutes",
            number,
            generation,
            ALARM / 60,
        )
    return live


def _named(token: str) -> tuple[int, int] | None:
    """What the token would name, were it genuine."""
    try:
        octets = base64.b32decode(token, casefold=True)
    except (binascii.Error, ValueError):
        return None
    return (int.from_bytes(octets[:5]), octets[5]) if len(octets) == 15 else None


def _may_look_up(now: float) -> bool:
    global _second, _lookups
    with _lock:
        if int(now) != _second:
            _second, _lookups = int(now), 0
        _lookups += 1
        return _lookups <= LOOKUPS_A_SECOND
