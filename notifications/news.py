"""News goes to each member who has not switched it off, once, in batches that can be resumed anywhere."""

from datetime import datetime
from typing import Final

from notifications import outbox, rendering
from notifications.models import Category, News, Preference
from onboarding.models import Member
from worker import Cancel, Claimed, enqueue

BATCH: Final = 200
ACTOR: Final = "send_news"


def release(news: News, *, now: datetime) -> bool:
    """Begins to send it, in the caller's transaction; False if it was released before."""
    won = news.release(now=now)
    if won:
        enqueue(ACTOR, {"news": news.pk, "after": 0})
    return won


def mail_next_batch(job: Claimed) -> None:
    """The members after the payload's id; the rest is the next job's, enqueued in the same transaction."""
    with job.transaction():
        news = News.objects.filter(pk=job.payload["news"]).first()
        if news is None:
            raise Cancel("the news was deleted")
        members = list(_readers(job.payload["after"]))
        for member in members:
            _put(news, member)
        if members:
            enqueue(ACTOR, {"news": news.pk, "after": members[-1].pk})
        job.complete()


def _readers(after: int) -> list[Member]:
    off = Preference.objects.filter(category=Category.NEWS, frequency=Preference.Frequency.OFF).values("member")
    everybody = Member.objects.filter(pk__gt=after, is_active=True, onboarded_at__isnull=False)
    return list(everybody.exclude(pk__in=off).order_by("pk")[:BATCH])


def _put(news: News, member: Member) -> None:
    outbox.put(
        category=Category.NEWS,
        to=member.email,
        member=member,
        parts=rendering.parts(Category.NEWS, member=member, context={"news": news}),
        effect_key=f"news:{news.pk}:{member.pk}",
    )
