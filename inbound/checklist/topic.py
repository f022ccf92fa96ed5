"""The SNS topic that tells us at once of a mail in the bucket, and of bounces and complaints."""

from django.conf import settings

from inbound.checklist.receiving import uses_topic
from notifications.aws import client
from worker.steps import Change, Result, failed, passed, skipped, step


def _found() -> str:
    """The topic's ARN, or nothing."""
    for page in client("sns").get_paginator("list_topics").paginate():
        for topic in page["Topics"]:
            if topic["TopicArn"].endswith(f":{settings.SNS_TOPIC}"):
                return topic["TopicArn"]
    return ""


def _endpoint() -> str:
    return f"{settings.BASE_URL}/inbound/sns"


def _subscription(arn: str) -> str:
    """The ARN of our subscription, `PendingConfirmation`, or nothing."""
    for page in client("sns").get_paginator("list_subscriptions_by_topic").paginate(TopicArn=arn):
        for subscription in page["Subscriptions"]:
            if subscription.get("Endpoint") == _endpoint():
                return subscription["SubscriptionArn"]
    return ""


def _subscribe() -> None:
    sns = client("sns")
    arn = sns.create_topic(Name=settings.SNS_TOPIC)["TopicArn"]
    sns.subscribe(TopicArn=arn, Protocol=settings.BASE_URL.partition(":")[0], Endpoint=_endpoint())


def _plan_topic() -> list[Change]:
    if not uses_topic():
        return []
    arn = _found()
    if arn and _subscription(arn):
        return []
    what = "subscribe" if arn else f"create the topic {settings.SNS_TOPIC} and subscribe"
    return [Change(f"{what} {_endpoint()}", _subscribe)]


@step("sns-topic", "SNS tells us at once of a mail in the bucket", plan=_plan_topic)
def sns_topic() -> Result:
    if not uses_topic():
        return skipped("sns is not among HOLDFAST_DOORS: the bucket is polled every 60 s")
    arn = _found()
    if not arn:
        return failed(f"there is no topic {settings.SNS_TOPIC}", fix="manage.py bringup --provision")
    subscription = _subscription(arn)
    if not subscription:
        return failed(f"{_endpoint()} is not subscribed", fix="manage.py bringup --provision")
    if "pending" in subscription.lower():
        return failed("the subscription is not confirmed", fix=f"Is {_endpoint()} reachable from the internet?")
    return passed(arn)
