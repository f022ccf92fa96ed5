"""A moto server over HTTP, shared by the tests of one run and emptied for each."""

import json
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
import urllib3
from moto.server import ThreadedMotoServer

from notifications.aws import client


@pytest.fixture(scope="session")
def moto_url() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def aws(moto_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """SES, S3 and SNS as a fresh account has them; the settings name a bucket that is not there yet."""
    urllib3.request("POST", f"{moto_url}/moto-api/reset")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    settings.AWS_ENDPOINT, settings.AWS_REGION = moto_url, "us-east-1"
    settings.AWS_SES_REGION_ENDPOINT_URL, settings.AWS_SES_REGION_NAME = moto_url, "us-east-1"
    settings.S3_BUCKET, settings.DOORS = "holdfast-mail", ["s3", "sns"]
    yield client
    urllib3.request("POST", f"{moto_url}/moto-api/reset-auth", body=b"inf")


def become(moto_url: str, monkeypatch: pytest.MonkeyPatch, *, allowed: list[str]) -> None:
    """From here on the process runs as a role that may only do `allowed`, and AWS enforces it."""
    iam: Any = boto3.client("iam", endpoint_url=moto_url, region_name="us-east-1")
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": allowed, "Resource": "*"}]}
    iam.create_user(UserName="runner")
    iam.put_user_policy(UserName="runner", PolicyName="some", PolicyDocument=json.dumps(policy))
    key = iam.create_access_key(UserName="runner")["AccessKey"]
    urllib3.request("POST", f"{moto_url}/moto-api/reset-auth", body=b"0")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", key["AccessKeyId"])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", key["SecretAccessKey"])
