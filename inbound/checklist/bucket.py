"""The bucket that SES writes mail into, and what the running role may do there: found out by doing it."""

import contextlib
import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.utils import timezone

from inbound.checklist.doors import uses_s3
from notifications.aws import client
from worker.steps import Change, Result, failed, passed, skipped, step

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

SKIPPED = skipped("s3 is not among HOLDFAST_DOORS")
_SID = "HoldfastLetsSESWrite"


def exists() -> bool:
    try:
        client("s3").head_bucket(Bucket=settings.S3_BUCKET)
    except ClientError as error:
        if error.response["ResponseMetadata"]["HTTPStatusCode"] == 404:
            return False
        raise
    return True


def _create() -> None:
    if settings.AWS_REGION == "us-east-1":  # S3 refuses this one as a location constraint
        client("s3").create_bucket(Bucket=settings.S3_BUCKET)
        return
    where: Any = {"LocationConstraint": settings.AWS_REGION}
    client("s3").create_bucket(Bucket=settings.S3_BUCKET, CreateBucketConfiguration=where)


def _plan_bucket() -> list[Change]:
    if not uses_s3() or not settings.S3_BUCKET or exists():
        return []
    return [Change(f"create the bucket {settings.S3_BUCKET} in {settings.AWS_REGION}", _create)]


@step("bucket", "The bucket for incoming mail is there", plan=_plan_bucket)
def bucket() -> Result:
    if not uses_s3():
        return SKIPPED
    if not settings.S3_BUCKET:
        return failed("no bucket is named", fix="HOLDFAST_S3_BUCKET")
    if not exists():
        return failed(f"there is no bucket {settings.S3_BUCKET}", fix="manage.py bringup --provision")
    return passed(settings.S3_BUCKET)


def wanted_statement() -> dict[str, Any]:
    """docs.aws.amazon.com/ses/latest/dg/receiving-email-permissions.html"""
    return {
        "Sid": _SID,
        "Effect": "Allow",
        "Principal": {"Service": "ses.amazonaws.com"},
        "Action": "s3:PutObject",
        "Resource": f"arn:aws:s3:::{settings.S3_BUCKET}/{settings.S3_PREFIX}*",
    }


def _policy() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(client("s3").get_bucket_policy(Bucket=settings.S3_BUCKET)["Policy"])
    except ClientError as error:
        if error.response["Error"]["Code"] in ("NoSuchBucketPolicy", "NoSuchBucket"):
            return {"Version": "2012-10-17", "Statement": []}
        raise
    return found


def _lets_ses_write(policy: dict[str, Any]) -> bool:
    wanted = wanted_statement()
    same = ("Effect", "Principal", "Action", "Resource")
    return any(all(statement.get(part) == wanted[part] for part in same) for statement in policy["Statement"])


def _put_policy() -> None:
    policy = _policy()
    others = [statement for statement in policy["Statement"] if statement.get("Sid") != _SID]
    text = json.dumps(policy | {"Statement": [*others, wanted_statement()]})
    client("s3").put_bucket_policy(Bucket=settings.S3_BUCKET, Policy=text)


def _plan_policy() -> list[Change]:
    if not uses_s3() or not settings.S3_BUCKET or _lets_ses_write(_policy()):
        return []
    return [Change(f"let SES write {settings.S3_PREFIX}* of {settings.S3_BUCKET} (other statements stay)", _put_policy)]


@step("bucket-policy", "SES may write into the bucket", plan=_plan_policy)
def bucket_policy() -> Result:
    if not uses_s3():
        return SKIPPED
    if not _lets_ses_write(_policy()):
        return failed("no statement of the bucket policy lets SES write", fix="manage.py bringup --provision")
    return passed(f"ses.amazonaws.com may put {settings.S3_PREFIX}*")


@step("bucket-inbound", "The running role can read and delete incoming mail")
def bucket_inbound() -> Result:
    return _tried(settings.S3_PREFIX) if uses_s3() else SKIPPED


@step("bucket-failed", "The running role can put aside what it cannot read")
def bucket_failed() -> Result:
    return _tried(settings.S3_FAILED_PREFIX) if uses_s3() else SKIPPED


def _tried(prefix: str) -> Result:
    """Put, list, get and delete a canary: rights that are only read from a policy may be overruled elsewhere.

    The canary looks to the poller like SES's own test object, which it leaves alone."""
    s3, key, body = client("s3"), f"{prefix}{CANARY}-{secrets.token_hex(4)}", b"bring-up canary"
    _take_away_abandoned(s3, f"{prefix}{CANARY}")
    done: list[str] = []
    for right, act in _acts(s3, key, body).items():
        try:
            act()
        except (ClientError, BotoCoreError, LookupError) as error:
            trouble = f"{right} on {prefix}: {error}" + (f" (could {', '.join(done)})" if done else "")
            return failed(
                trouble, fix=f"Grant s3:{right} on {prefix}* to the role that runs Holdfast. {_left(key, done)}"
            )
        done.append(right)
    return passed(f"{', '.join(done)} on {prefix} of {settings.S3_BUCKET}")


CANARY = "AMAZON_SES_SETUP_NOTIFICATION-bringup"
ABANDONED = timedelta(minutes=10)
"""A canary of that age is of a bring-up that was killed."""


def _take_away_abandoned(s3: "S3Client", prefix: str) -> None:
    """Without a word if that is not allowed: the canary that comes next tells it better."""
    with contextlib.suppress(ClientError, BotoCoreError):
        for found in s3.list_objects_v2(Bucket=settings.S3_BUCKET, Prefix=prefix).get("Contents", ()):
            if timezone.now() - found["LastModified"] >= ABANDONED:
                s3.delete_object(Bucket=settings.S3_BUCKET, Key=found["Key"])


def _acts(s3: "S3Client", key: str, body: bytes) -> dict[str, Callable[[], object]]:
    bucket = settings.S3_BUCKET

    def listed() -> None:
        if not s3.list_objects_v2(Bucket=bucket, Prefix=key).get("Contents"):
            raise LookupError("the canary is not in the listing")

    def read() -> None:
        if s3.get_object(Bucket=bucket, Key=key)["Body"].read() != body:
            raise LookupError("the canary reads differently")

    return {
        "PutObject": lambda: s3.put_object(Bucket=bucket, Key=key, Body=body),
        "ListBucket": listed,
        "GetObject": read,
        "DeleteObject": lambda: s3.delete_object(Bucket=bucket, Key=key),
    }


def _left(key: str, done: list[str]) -> str:
    return f"Delete {key} by hand." if "PutObject" in done else ""
