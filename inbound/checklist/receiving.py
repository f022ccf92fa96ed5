"""SES as receiver: the domain verified, our rule set the active one, our rule writing into our bucket."""

from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError
from django.conf import settings

from inbound.checklist.bucket import SKIPPED
from inbound.checklist.doors import uses_s3
from notifications.aws import client, identity_status
from worker.steps import Change, Result, failed, passed, step

if TYPE_CHECKING:
    from mypy_boto3_ses.type_defs import ReceiptRuleOutputTypeDef, ReceiptRuleTypeDef

_FIX = "manage.py bringup --provision"


def _plan_identity() -> list[Change]:
    if not uses_s3() or identity_status(settings.INBOUND_DOMAIN):
        return []
    domain = settings.INBOUND_DOMAIN
    description = f"ask SES to verify {domain}; then publish the DNS record that it names"
    return [Change(description, lambda: client("ses").verify_domain_identity(Domain=domain))]


@step("ses-identity", "SES knows that the domain for incoming mail is ours", plan=_plan_identity)
def ses_identity() -> Result:
    if not uses_s3():
        return SKIPPED
    status = identity_status(settings.INBOUND_DOMAIN)
    if status == "Success":
        return passed(settings.INBOUND_DOMAIN)
    if not status:
        return failed(f"SES does not know {settings.INBOUND_DOMAIN}", fix=_FIX)
    return failed(f"verification: {status}", fix="Publish the DNS record that SES names for it.")


def wanted_rule(topic_arn: str) -> "ReceiptRuleTypeDef":
    """docs.aws.amazon.com/ses/latest/dg/receiving-email-action-s3.html"""
    action: Any = {"BucketName": settings.S3_BUCKET, "ObjectKeyPrefix": settings.S3_PREFIX}
    if topic_arn:
        action["TopicArn"] = topic_arn
    return {
        "Name": settings.SES_RULE,
        "Enabled": True,
        "TlsPolicy": "Optional",
        "Recipients": [settings.INBOUND_DOMAIN],
        "Actions": [{"S3Action": action}],
        "ScanEnabled": True,
    }


def _active() -> str:
    return client("ses").describe_active_receipt_rule_set().get("Metadata", {}).get("Name", "")


def _sets() -> list[str]:
    return [found["Name"] for found in client("ses").list_receipt_rule_sets()["RuleSets"]]


def _rule() -> "ReceiptRuleOutputTypeDef | None":
    try:
        return client("ses").describe_receipt_rule(RuleSetName=settings.SES_RULE_SET, RuleName=settings.SES_RULE)[
            "Rule"
        ]
    except ClientError as error:
        if error.response["Error"]["Code"] in ("RuleDoesNotExist", "RuleDoesNotExistException"):
            return None
        if error.response["Error"]["Code"] in ("RuleSetDoesNotExist", "RuleSetDoesNotExistException"):
            return None
        raise


def _is_right(rule: "ReceiptRuleOutputTypeDef") -> bool:
    action = next((action["S3Action"] for action in rule.get("Actions", []) if "S3Action" in action), None)
    return bool(
        rule.get("Enabled")
        and settings.INBOUND_DOMAIN in rule.get("Recipients", [])
        and action
        and action["BucketName"] == settings.S3_BUCKET
        and action.get("ObjectKeyPrefix") == settings.S3_PREFIX
        and (not uses_topic() or action.get("TopicArn"))
    )


def uses_topic() -> bool:
    return "sns" in settings.DOORS


def _arn() -> str:
    """Creating a topic that exists returns it."""
    return client("sns").create_topic(Name=settings.SNS_TOPIC)["TopicArn"] if uses_topic() else ""


def _write_rule(*, new: bool) -> None:
    ses, rule = client("ses"), wanted_rule(_arn())
    (ses.create_receipt_rule if new else ses.update_receipt_rule)(RuleSetName=settings.SES_RULE_SET, Rule=rule)


def _plan_rule() -> list[Change]:
    if not uses_s3() or not settings.S3_BUCKET:
        return []
    ses, name, changes = client("ses"), settings.SES_RULE_SET, []
    if name not in _sets():
        changes.append(Change(f"create the rule set {name}", lambda: ses.create_receipt_rule_set(RuleSetName=name)))
    rule = _rule()
    if rule is None or not _is_right(rule):
        what = "write" if rule is None else "rewrite"
        description = f"{what} the rule {settings.SES_RULE}: {settings.INBOUND_DOMAIN} → s3://{settings.S3_BUCKET}/{settings.S3_PREFIX}"
        changes.append(Change(description, lambda: _write_rule(new=rule is None)))
    active = _active()
    if active != name:
        warning = (
            f"The rule set {active!r} is active now and would stop: whatever it receives goes elsewhere."
            if active
            else ""
        )
        make = lambda: ses.set_active_receipt_rule_set(RuleSetName=name)  # noqa: E731
        changes.append(Change(f"make the rule set {name} the active one", make, warning))
    return changes


@step("receipt-rule", "SES writes mail for our domain into our bucket", plan=_plan_rule)
def receipt_rule() -> Result:
    if not uses_s3():
        return SKIPPED
    active = _active()
    if active != settings.SES_RULE_SET:
        return failed(f"the active rule set is {active or 'none'}, not {settings.SES_RULE_SET}", fix=_FIX)
    rule = _rule()
    if rule is None:
        return failed(f"{settings.SES_RULE_SET} has no rule {settings.SES_RULE}", fix=_FIX)
    if not _is_right(rule):
        return failed(f"the rule {settings.SES_RULE} does not write {settings.INBOUND_DOMAIN} to our bucket", fix=_FIX)
    return passed(f"{settings.SES_RULE_SET}/{settings.SES_RULE}: {settings.INBOUND_DOMAIN} → {settings.S3_BUCKET}")
