"""Was anything lost, doubled or left behind? Believes the clients' log and the sink, and compares the tables."""

from collections import Counter
from dataclasses import dataclass, field

import psycopg

_RECEIVED = "SELECT message_id, count(*) FROM inbound_receivedemail GROUP BY message_id"
_UNFINISHED = """
SELECT 'job ' || kind || ' ' || state, count(*) FROM worker_job
WHERE state IN ('pending', 'running')
    AND kind IN ('process_intake', 'send_email', 'fan_out_event', 'deliver_webhook') GROUP BY 1
UNION ALL SELECT 'failed job ' || kind, count(*) FROM worker_job WHERE state = 'failed' GROUP BY 1
UNION ALL SELECT 'intake ' || state, count(*) FROM inbound_intake WHERE state IN ('accepted', 'failed') GROUP BY 1
UNION ALL SELECT 'mail ' || state, count(*) FROM notifications_outgoingemail
    WHERE state IN ('queued', 'sending', 'unknown') GROUP BY 1"""
_DELIVERED = "SELECT count(*) FROM inbound_receivedemail WHERE delivered_at IS NOT NULL AND agent_id IS NOT NULL"
_COUNTED = "SELECT coalesce(sum(messages), 0) FROM inbound_agentusage"
_REVIEWS = "SELECT count(*) FROM notifications_review"
_SENT = """
SELECT "to", subject, count(*) FROM notifications_outgoingemail WHERE state = 'sent' GROUP BY 1, 2"""

_EVENTS = "SELECT uid FROM notifications_event WHERE kind = 'review.created'"
_UNTOLD = "SELECT id FROM notifications_hold WHERE state = 'pending' AND notified_at IS NULL"


@dataclass
class Verdict:
    lost: int = 0
    doubled: int = 0
    stranded: int = 0
    extra_mails: int = 0
    details: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.stranded)


def unfinished(conninfo: str) -> dict[str, int]:
    with psycopg.connect(conninfo, connect_timeout=5) as conn:
        return {what: count for what, count in conn.execute(_UNFINISHED) if count}


def judge(
    conninfo: str, acknowledged: set[str], answered: int, copies: Counter[tuple[str, str]], heard: set[str]
) -> Verdict:
    """`heard`: the events that the subscriber was sent."""
    verdict = Verdict()
    left = unfinished(conninfo)
    verdict.stranded = sum(left.values())
    with psycopg.connect(conninfo) as conn:
        received = {message_id.strip("<>"): int(count) for message_id, count in conn.execute(_RECEIVED)}
        sent = {(to, subject): int(count) for to, subject, count in conn.execute(_SENT)}
        delivered, counted, reviews = (conn.execute(sql).fetchone()[0] for sql in (_DELIVERED, _COUNTED, _REVIEWS))  # type: ignore[index]
        unheard = [uid for (uid,) in conn.execute(_EVENTS) if uid not in heard]
        untold = [hold for (hold,) in conn.execute(_UNTOLD)]
    missing = [one for one in acknowledged if one.strip("<>") not in received]
    twice = [one for one, count in received.items() if count > 1]
    unseen = sum(max(0, count - copies[mail]) for mail, count in sent.items())
    verdict.lost = len(missing) + max(0, answered - reviews) + unseen + len(unheard) + len(untold)
    verdict.doubled = len(twice) + abs(counted - delivered) + max(0, reviews - answered)
    verdict.extra_mails = sum(max(0, count - sent.get(mail, 0)) for mail, count in copies.items())
    verdict.details = [
        f"unfinished: {left}" if left else "nothing is unfinished",
        f"acknowledged without effect: {missing[:5]}" if missing else "every acknowledged mail has its effect",
        f"events that no subscriber heard: {unheard[:5]}" if unheard else f"all events were heard ({len(heard)})",
        f"holds whose reviewer was not told: {untold[:5]}" if untold else "every hold's reviewer was told",
        f"with two effects: {twice[:5]}" if twice else "no mail has two",
        f"{delivered} delivered to agents, {counted} counted; {answered} answers, {reviews} reviews; "
        f"{unseen} mails called sent that the sink never saw",
    ]
    return verdict
