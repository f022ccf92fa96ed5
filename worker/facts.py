"""Facts: how a lower app tells of something without importing upwards.

A fact is stated inside a transaction and its listeners run there and then, in that transaction: what they write
commits with the fact or not at all. Listeners register in their app's `ready()`. docs/reference/worker.md lists all.
"""

from collections.abc import Callable
from typing import Any

Listener = Callable[..., None]

_listeners: dict[str, list[Listener]] = {}


def on(fact: str) -> Callable[[Listener], Listener]:
    """`@facts.on("member.onboarded")`: call this function with the fact's keywords. Registering twice is once."""

    def register(listener: Listener) -> Listener:
        known = _listeners.setdefault(fact, [])
        if listener not in known:
            known.append(listener)
        return listener

    return register


def off(fact: str, listener: Listener) -> None:
    _listeners.get(fact, []).remove(listener)


def state(fact: str, **about: Any) -> None:
    """Tell the listeners; what one raises reaches the caller, whose transaction then rolls back."""
    for listener in tuple(_listeners.get(fact, ())):
        listener(**about)


def listeners() -> dict[str, list[str]]:
    """Each fact with the dotted names of its listeners."""
    return {fact: [f"{call.__module__}.{call.__qualname__}" for call in calls] for fact, calls in _listeners.items()}
