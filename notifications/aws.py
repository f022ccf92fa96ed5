"""Clients for AWS: short time-outs and no retries of their own, because a job's retries are the only ones."""

from typing import TYPE_CHECKING, Any, Literal, overload

import boto3
from botocore.config import Config
from django.conf import settings

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_ses import SESClient
    from mypy_boto3_sns import SNSClient

CONFIG = Config(connect_timeout=5, read_timeout=20, retries={"total_max_attempts": 1}, max_pool_connections=20)


@overload
def client(service: Literal["s3"]) -> "S3Client": ...
@overload
def client(service: Literal["ses"]) -> "SESClient": ...
@overload
def client(service: Literal["sns"]) -> "SNSClient": ...
def client(service: str) -> Any:
    """A client in `HOLDFAST_AWS_REGION`, with the credentials of the running role (boto3's own chain).

    `HOLDFAST_AWS_ENDPOINT` points all of them elsewhere: a moto server, LocalStack, MinIO. A client may be shared by
    threads, a session may not: each call makes its own."""
    session: Any = boto3.session.Session(region_name=settings.AWS_REGION)
    return session.client(service, endpoint_url=settings.AWS_ENDPOINT or None, config=CONFIG)


def identity_status(identity: str) -> str:
    """What SES says of a domain or an address: Success, Pending, Failed …; empty where it does not know it."""
    known: Any = client("ses").get_identity_verification_attributes(Identities=[identity])["VerificationAttributes"]
    return str(known[identity]["VerificationStatus"]) if identity in known else ""
