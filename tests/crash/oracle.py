"""Was anything lost, doubled or left behind? Believes what was seen outside, and compares the tables."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import psycopg

_RECEIVED = "SELECT message_id, count(*) FROM inbound_receivedemail GROUP BY message_id"
_UNFINISHED = """
SELECT 'job ' || kind || ' ' || state, count(*) FROM worker_job
WHERE state IN ('pending', 'running')
    AND kind IN ('process_intake', 'send_email', 'send_notice', 'fan_out_event', 'deliver_webhook', 'post_instruction')
    GROUP BY 1
UNION ALL SELECT 'failed job ' || kind, count(*) FROM worker_job WHERE state = 'failed' GROUP BY 1
UNION ALL SELECT 'intake ' || state, count(*) FROM inbound_intake WHERE state IN ('accepted', 'failed') GROUP BY 1
UNION ALL SELECT 'mail ' || state, count(*) FROM notifications_outgoingemail
    WHERE state IN ('queued', 'sending', 'unknown') GROUP BY 1"""
_WHY = """
SELECT DISTINCT kind || ': ' || coalesce(errors -> -1 ->> 'exception', '') FROM worker_job WHERE state = 'failed'
UNION ALL SELECT DISTINCT 'mail ' || state || ': ' || reason FROM notifications_outgoingemail WHERE state = 'unknown'
UNION ALL SELECT DISTINCT 'intake failed: ' || reason || ' ' || detail FROM inbound_intake WHERE state = 'failed'"""
_DELIVERED = "SELECT count(*) FROM inbound_receivedemail WHERE delivered_at IS NOT NULL AND agent_id IS NOT NULL"
_COUNTED = "SELECT coalesce(sum(messages), 0) FROM inbound_agentusage"
_REVIEWS = "SELECT count(*) FROM notifications_review"
_SENT = """
SELECT "to", subject, count(*) FROM notifications_outgoingemail WHERE state = 'sent' GROUP BY 1, 2"""

_EVENTS = """
SELECT uid FROM notifications_event WHERE kind IN ('review.created', 'hold.resolved')
    OR kind = 'email.received' AND agent_id IN (SELECT agent_id FROM notifications_webhookendpoint)"""
_UNTOLD = "SELECT id FROM notifications_hold WHERE state = 'pending' AND notified_at IS NULL"


@dataclass(frozen=True)
class Outside:
    """`acknowledged`: message ids that the edge answered `250`, or that S3 took. Of these, `ratings` are how many
    answers were a number, `wishes` the words of those that were an instruction, `answers` what the mailboxes of both
    must have been told: (address, subject). `copies`: what the mailboxes hold; `heard`: events that the subscriber was
    sent; `posts`: Slack's; `left`: keys that are in the bucket still."""

    acknowledged: set[str]
    ratings: int
    wishes: list[str]
    answers: set[tuple[str, str]]
    copies: Counter[tuple[str, str]]
    heard: set[str]
    posts: list[dict[str, Any]]
    left: list[str]


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


def judge(conninfo: str, seen: Outside) -> Verdict:
    verdict = Verdict()
    unended = unfinished(conninfo)
    with psycopg.connect(conninfo) as conn:
        received = {message_id.strip("<>"): int(count) for message_id, count in conn.execute(_RECEIVED)}
        sent = {(to, subject): int(count) for to, subject, count in conn.execute(_SENT)}
        delivered, counted, reviews = (conn.execute(sql).fetchone()[0] for sql in (_DELIVERED, _COUNTED, _REVIEWS))  # type: ignore[index]
        unheard = [uid for (uid,) in conn.execute(_EVENTS) if uid not in seen.heard]
        why = [words for (words,) in conn.execute(_WHY)]
        untold = [hold for (hold,) in conn.execute(_UNTOLD)]
    missing = [one for one in seen.acknowledged if one.strip("<>") not in received]
    twice = [one for one, count in received.items() if count > 1]
    unseen = sum(max(0, count - seen.copies[mail]) for mail, count in sent.items())
    unconfirmed = [mail for mail in sorted(seen.answers) if not seen.copies[mail]]
    said = Counter(words for post in seen.posts for words in seen.wishes if post["text"].endswith(words))
    unsaid = [words for words in seen.wishes if not said[words]]
    keys = Counter(_key(post) for post in seen.posts)
    posted_twice = [key for key, count in keys.items() if count > 1]
    moments = {key: [post["ts"] for post in seen.posts if _key(post) == key] for key in posted_twice[:5]}
    verdict.lost = len(missing) + max(0, seen.ratings - reviews) + unseen + len(unheard) + len(untold)
    verdict.lost += len(unconfirmed) + len(unsaid)
    verdict.doubled = len(twice) + abs(counted - delivered) + max(0, reviews - seen.ratings)
    verdict.doubled += len(posted_twice) + sum(count > 1 for count in said.values())
    verdict.stranded = sum(unended.values()) + len(seen.left)
    verdict.extra_mails = sum(max(0, count - sent.get(mail, 0)) for mail, count in seen.copies.items())
    verdict.details = [
        f"unfinished: {unended}; {why[:10]}" if unended else "nothing is unfinished",
        f"left in the bucket: {seen.left[:5]}" if seen.left else "the bucket is empty",
        f"acknowledged without effect: {missing[:5]}" if missing else "every acknowledged mail has its effect",
        f"answers without a confirmation: {unconfirmed[:5]}"
        if unconfirmed
        else f"every answer was confirmed ({len(seen.answers)})",
        f"instructions that Slack never got: {unsaid[:5]}"
        if unsaid
        else f"every instruction is in its thread ({len(seen.wishes)} of {len(seen.posts)} posts)",
        f"posted twice: {moments}" if posted_twice else "nothing was posted twice",
        f"events that no subscriber heard: {unheard[:5]}" if unheard else f"all events were heard ({len(seen.heard)})",
        f"holds whose reviewer was not told: {untold[:5]}" if untold else "every hold's reviewer was told",
        f"with two effects: {twice[:5]}" if twice else "no mail has two",
        f"{delivered} delivered to agents, {counted} counted; {seen.ratings} ratings, {reviews} reviews; "
        f"{unseen} mails called sent that the sink never saw",
    ]
    return verdict


def _key(post: dict[str, Any]) -> str:
    return str(post["metadata"]["event_payload"]["post_key"])
