"""The AWS steps of the bring-up, against moto over HTTP."""

import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.bringup import collected
from config.bringup.provision import planned
from inbound.checklist import bucket
from tests.aws import aws, become, moto_url
from worker.steps import Result, Status

__all__ = ["aws", "moto_url"]

AWS_STEPS = ["sender", "bucket", "bucket-policy", "ses-identity", "receipt-rule", "sns-topic"]


def outcome(step: str) -> Result:
    (found,) = collected([step])
    return found.run()


def provision(*options: str) -> str:
    only = [word for step in AWS_STEPS for word in ("--only", step)]
    told = io.StringIO()
    try:
        call_command("bringup", "--provision", *only, *options, stdout=io.StringIO(), stderr=told)
    except SystemExit:
        pass
    return told.getvalue()


@pytest.fixture
def ses_sends(settings: Any) -> None:
    settings.MAIL_OUTLET, settings.DEFAULT_FROM_EMAIL = "ses", "Holdfast <hello@holdfast.example>"


@pytest.mark.usefixtures("ses_sends")
def test_a_fresh_account_fails_every_step_and_says_what_to_do(aws: Any) -> None:
    for step in AWS_STEPS:
        result = outcome(step)
        assert (step, result.status) == (step, Status.FAIL)
        assert "bringup --provision" in result.fix


@pytest.mark.usefixtures("ses_sends")
def test_provision_shows_its_plan_then_makes_every_step_pass_and_a_second_run_has_nothing_to_do(aws: Any) -> None:
    told = provision()
    assert told.index("plan: bucket: create the bucket holdfast-mail") < told.index("changes made")
    assert [outcome(step).status for step in AWS_STEPS if step != "sns-topic"] == [Status.PASS] * 5
    assert "confirmed" in outcome("sns-topic").fix or outcome("sns-topic").status == Status.PASS
    assert planned(collected(AWS_STEPS)) == []
    assert "Nothing to change." in provision()


def test_a_dry_run_changes_nothing(aws: Any) -> None:
    assert "would: bucket: create" in provision("--dry-run")
    assert outcome("bucket").status == Status.FAIL


def test_another_active_rule_set_is_not_replaced_without_a_yes(aws: Any) -> None:
    ses = aws("ses")
    ses.create_receipt_rule_set(RuleSetName="theirs")
    ses.set_active_receipt_rule_set(RuleSetName="theirs")
    with pytest.raises(CommandError, match="make the rule set holdfast the active one"):
        provision()
    assert ses.describe_active_receipt_rule_set()["Metadata"]["Name"] == "theirs"
    assert outcome("bucket").status == Status.FAIL, "a plan that is refused is not done in part"
    assert "'theirs' is active now and would stop" in provision("--yes")
    assert ses.describe_active_receipt_rule_set()["Metadata"]["Name"] == "holdfast"


def test_other_statements_of_the_bucket_policy_stay(aws: Any) -> None:
    s3 = aws("s3")
    s3.create_bucket(Bucket="holdfast-mail")
    theirs = {"Sid": "Theirs", "Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::x/*"}
    s3.put_bucket_policy(Bucket="holdfast-mail", Policy=json.dumps({"Version": "2012-10-17", "Statement": [theirs]}))
    assert outcome("bucket-policy").status == Status.FAIL
    provision()
    statements = json.loads(s3.get_bucket_policy(Bucket="holdfast-mail")["Policy"])["Statement"]
    assert theirs in statements
    assert outcome("bucket-policy").status == Status.PASS


def test_a_rule_that_writes_elsewhere_is_seen_and_put_right(aws: Any) -> None:
    provision()
    rule = aws("ses").describe_receipt_rule(RuleSetName="holdfast", RuleName="holdfast-inbound")["Rule"]
    rule["Actions"][0]["S3Action"]["ObjectKeyPrefix"] = "elsewhere/"
    aws("ses").update_receipt_rule(RuleSetName="holdfast", Rule=rule)
    assert outcome("receipt-rule").status == Status.FAIL
    assert "rewrite the rule" in provision()
    assert outcome("receipt-rule").status == Status.PASS


def test_the_running_roles_rights_are_tried_and_nothing_is_left_behind(aws: Any) -> None:
    aws("s3").create_bucket(Bucket="holdfast-mail")
    for step in ("bucket-inbound", "bucket-failed"):
        assert outcome(step).status == Status.PASS
    assert "Contents" not in aws("s3").list_objects_v2(Bucket="holdfast-mail")


def test_the_canary_of_a_bring_up_that_was_killed_goes_with_the_next_one(
    aws: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    aws("s3").create_bucket(Bucket="holdfast-mail")
    aws("s3").put_object(Bucket="holdfast-mail", Key=f"failed/{bucket.CANARY}-0123abcd", Body=b"left")
    outcome("bucket-failed")
    (left,) = aws("s3").list_objects_v2(Bucket="holdfast-mail")["Contents"]
    assert left["Key"].endswith("0123abcd"), "another bring-up may be under way"
    monkeypatch.setattr(bucket, "ABANDONED", timedelta(0))
    outcome("bucket-failed")
    assert "Contents" not in aws("s3").list_objects_v2(Bucket="holdfast-mail")


@pytest.mark.parametrize("missing", ["PutObject", "ListBucket", "GetObject", "DeleteObject"])
def test_a_right_that_is_missing_is_named(
    aws: Any, moto_url: str, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    """I18, I37: a role that may read and not delete would read each mail again and again: found before."""
    aws("s3").create_bucket(Bucket="holdfast-mail")
    rights = [f"s3:{right}" for right in ("PutObject", "ListBucket", "GetObject", "DeleteObject") if right != missing]
    become(moto_url, monkeypatch, allowed=rights)
    result = outcome("bucket-failed")
    assert result.status == Status.FAIL
    assert result.detail.startswith(f"{missing} on failed/")
    assert f"s3:{missing}" in result.fix
