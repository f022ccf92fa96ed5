"""The mail bucket's few verbs, with their errors told apart: S3's own, an object's, and "somebody else took it"."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

log = logging.getLogger(__name__)

SETUP_NOTIFICATION: Final = "AMAZON_SES_SETUP_NOTIFICATION"
_GONE: Final = frozenset(("NoSuchKey", "404", "NotFound"))
_OF_S3: Final = frozenset(("SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "503", "500"))


class S3Trouble(Exception):
    """S3 itself does not answer as it should; to be polled again."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """An object of the listing. Ordered by age."""

    arrived_at: datetime
    key: str
    size: int


class Bucket:
    """The bucket's few verbs, with its errors told apart."""

    def __init__(self, client: "S3Client") -> None:
        self._s3 = client
        self._name = settings.S3_BUCKET

    def listing(self) -> Iterator[Found]:
        """All pages. A cursor that comes back a second time ends it. Raises S3Trouble."""
        cursors: set[str] = set()
        question: dict[str, Any] = {"Bucket": self._name, "Prefix": settings.S3_PREFIX}
        while True:
            try:
                page: Any = self._s3.list_objects_v2(**question)
            except (ClientError, BotoCoreError) as error:
                raise S3Trouble(f"the bucket cannot be listed: {error}") from error
            for each in page.get("Contents", ()):
                if each["Key"].rpartition("/")[2] not in ("", SETUP_NOTIFICATION):
                    yield Found(each["LastModified"], each["Key"], each["Size"])
            cursor = page.get("NextContinuationToken")
            if not page.get("IsTruncated") or not cursor:
                return
            if cursor in cursors:
                log.error("S3 repeats the cursor %s: the listing is cut here", cursor)
                return
            cursors.add(cursor)
            question["ContinuationToken"] = cursor

    def read(self, found: Found) -> bytes | None:
        """None when somebody else has taken it. Raises S3Trouble, or what is wrong with this object."""
        if found.size > settings.SMTP_MAX_SIZE * 2:
            raise ValueError(f"{found.size:,} octets are too many")
        try:
            content = self._s3.get_object(Bucket=self._name, Key=found.key)["Body"].read()
        except ClientError as error:
            if _word(error) in _GONE:
                return None
            if _word(error) in _OF_S3 or error.response["ResponseMetadata"]["HTTPStatusCode"] >= 500:
                raise S3Trouble(f"{found.key}: {error}") from error
            raise
        except BotoCoreError as error:
            raise S3Trouble(f"{found.key}: {error}") from error
        return bytes(content)

    def delete(self, key: str) -> bool:
        try:
            self._s3.delete_object(Bucket=self._name, Key=key)
        except (ClientError, BotoCoreError) as error:
            log.error("%s was taken in but cannot be deleted: %s", key, error)
            return False
        return True

    def copy_to_failed(self, key: str, reason: str) -> bool:
        """To failed/, with the reason as metadata. False: the original stays, and so do its count and the next try."""
        target = settings.S3_FAILED_PREFIX + key.removeprefix(settings.S3_PREFIX)
        try:
            self._s3.copy_object(
                Bucket=self._name,
                Key=target,
                CopySource={"Bucket": self._name, "Key": key},
                Metadata={"reason": reason.encode("ascii", "replace").decode()[:1000].replace("\n", " ")},
                MetadataDirective="REPLACE",
            )
        except (ClientError, BotoCoreError) as error:
            log.error("%s cannot be copied to %s: %s", key, target, error)
            return False
        return True


def _word(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
