"""Was every reviewer told, every approval counted once, and what was approved sent? Beside oracle.py, which knows mail
and events."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg

from tests.crash.approver import GUEST, Office

_MESSAGES = "SELECT subject, id, state FROM notifications_agentmessage"
_WAITING = "SELECT id, title FROM notifications_hold WHERE state = 'pending'"
_OTHERWISE = "SELECT id, title, via FROM notifications_hold WHERE state <> 'approved' OR via <> 'link'"
_MAILS = "SELECT subject, count(*) FROM notifications_outgoingemail WHERE category = 'agent_message' GROUP BY 1"
_EVENTS = """
SELECT data->>'hold', count(*) FROM notifications_event WHERE kind = 'hold.resolved' GROUP BY 1"""
_HOLDS = "SELECT count(*) FROM notifications_hold"


@dataclass
class Findings:
    lost: int
    doubled: int
    details: list[str]


def judge(conninfo: str, office: Office, copies: Counter[tuple[str, str]]) -> Findings:
    """`copies`: what the mailboxes hold, by (address, subject)."""
    with psycopg.connect(conninfo) as conn:
        messages = _all(conn, _MESSAGES)
        waiting, otherwise = _all(conn, _WAITING), _all(conn, _OTHERWISE)
        mails, told = dict(_all(conn, _MAILS)), dict(_all(conn, _EVENTS))
        holds = _all(conn, _HOLDS)[0][0]
    kept = Counter(subject for subject, _, _ in messages)
    broken = [subject for subject in office.promised if not kept[subject]]
    unsent = [subject for subject, _, _ in messages if not copies[GUEST, subject]]
    twice = [subject for subject, count in [*kept.items(), *mails.items()] if count > 1]
    twice += [subject for subject, numbers in office.promised.items() if len(numbers) > 1]
    approved_twice = [link for link, count in office.approvals.items() if count > 1]
    told_twice = [hold for hold, count in told.items() if count > 1]
    untold = max(0, holds - len(waiting) - len(told))
    return Findings(
        lost=len(broken) + len(unsent) + len(waiting) + len(otherwise) + untold + len(office.odd),
        doubled=len(twice) + len(approved_twice) + len(told_twice),
        details=[
            f"promised to agents and forgotten: {broken[:5]}"
            if broken
            else f"every promise to an agent is kept ({len(office.promised)} of {len(messages)} messages)",
            f"held, and never decided: {waiting[:5]}" if waiting else f"every hold was decided ({holds})",
            f"approved and not sent: {unsent[:5]}" if unsent else "everything approved was sent",
            f"twice: {[*twice, *approved_twice, *told_twice][:5]}"
            if twice or approved_twice or told_twice
            else f"every approval counted once ({len(office.approvals)} links)",
            *([f"decided otherwise than by the link: {otherwise[:5]}"] if otherwise else []),
            *([f"{untold} decisions without their event"] if untold else []),
            *([f"odd answers of the web process: {office.odd[:5]}"] if office.odd else []),
        ],
    )


def _all(conn: psycopg.Connection[Any], statement: LiteralString) -> list[Any]:
    return conn.execute(statement).fetchall()
