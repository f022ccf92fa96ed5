"""What mail going out needs: keys that sign, a provider that takes mail from us, links that lead back."""

import smtplib
from email.utils import parseaddr
from pathlib import Path

from django.conf import settings

from notifications import tokens
from notifications.aws import client, identity_status
from notifications.outlets.slack import SlackBusy, SlackRefuses, SlackUnsure
from notifications.posting import NoWayToSlack, reach
from notifications.sealing import seal, unseal
from onboarding.models import Agent
from worker.steps import Change, Result, failed, passed, skipped, step

_DEVELOPMENT_SECRET = "not-a-secret"
_PATIENCE = 10


@step("reply-keys", "Reply tokens are signed with keys of our own")
def reply_keys() -> Result:
    try:
        keys = tokens.parse_keys(settings.REPLY_KEYS)
    except tokens.BadReplyKeys as error:
        return failed(str(error), fix="HOLDFAST_REPLY_KEYS=name:secret (docs/how-to/rotate-reply-keys.md)")
    if settings.HOLDFAST_MODE == "production" and any(_DEVELOPMENT_SECRET.encode() in key.secret for key in keys):
        return failed(
            "a development key is in use: anybody can answer for anybody", fix="docs/how-to/rotate-reply-keys.md"
        )
    token = tokens.token_for(1, 0, keys)
    if tokens.check(token.upper(), keys) != tokens.TokenRef(1, 0):
        return failed("a token of ours is not recognised", fix="Report this: it cannot happen.")
    verify_only = ", ".join(key.name for key in keys[1:])
    return passed(f"{keys[0].name} signs" + (f"; {verify_only} still verify" if verify_only else ""))


@step("sealing-keys", "Secrets that are stored can be sealed and opened")
def sealing_keys() -> Result:
    if settings.HOLDFAST_MODE == "production" and any(_DEVELOPMENT_SECRET in key for key in settings.SEALING_KEYS):
        return failed(
            "a development key seals webhook secrets", fix="HOLDFAST_SEALING_KEYS=<40 random characters>,<old key>"
        )
    if not settings.SEALING_KEYS or unseal(seal("canary")) != "canary":
        return failed("there is no key", fix="HOLDFAST_SEALING_KEYS=<40 random characters>")
    return passed(f"{len(settings.SEALING_KEYS)} key{'s' if len(settings.SEALING_KEYS) > 1 else ''}; the first seals")


@step("base-url", "Links in mails lead to this installation")
def base_url() -> Result:
    if settings.HOLDFAST_MODE == "production" and not settings.BASE_URL.startswith("https://"):
        return failed(f"{settings.BASE_URL} is not https", fix="HOLDFAST_BASE_URL=https://…")
    return passed(settings.BASE_URL)


def _identities() -> list[str]:
    """SES looks for the address first, then for its domain."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
    return [address, address.rpartition("@")[2]]


def _verified(identity: str) -> bool:
    return identity_status(identity) == "Success"


def _plan_sender() -> list[Change]:
    if settings.MAIL_OUTLET != "ses" or any(_verified(identity) for identity in _identities()):
        return []
    domain = _identities()[1]
    description = f"ask SES to verify the sender domain {domain}; then publish the DNS records that it names"
    return [Change(description, lambda: client("ses").verify_domain_identity(Domain=domain))]


@step("sender", "The mail provider takes mail from our address", plan=_plan_sender)
def sender() -> Result:
    return {"ses": _sender_at_ses, "smtp": _sender_at_smtp, "file": _sender_to_file}[settings.MAIL_OUTLET]()


def _sender_at_ses() -> Result:
    good = [identity for identity in _identities() if _verified(identity)]
    if not good:
        return failed(
            f"SES has not verified {' or '.join(_identities())}",
            fix="manage.py bringup --provision, then publish the DNS records that SES names.",
        )
    quota = client("ses").get_send_quota()
    left = quota["Max24HourSend"] - quota["SentLast24Hours"]
    if quota["Max24HourSend"] >= 0 and left < 1:
        return failed("the provider's quota for today is used up", fix="Ask AWS for a higher sending quota.")
    return passed(f"{good[0]} is verified, {quota['MaxSendRate']:g} mails a second, {left:,.0f} left today")


def _sender_at_smtp() -> Result:
    host, port = settings.MAIL_SMTP
    address = _identities()[0]
    try:
        with smtplib.SMTP(host, port, timeout=_PATIENCE) as smtp:
            smtp.ehlo_or_helo_if_needed()
            code, answer = smtp.mail(address)
            smtp.rset()
    except (OSError, smtplib.SMTPException) as error:
        return failed(f"{host}:{port}: {error}", fix="HOLDFAST_MAIL_SMTP=host:port, and is it running?")
    if code != 250:
        return failed(f"{host}:{port} refuses {address}: {code} {answer.decode(errors='replace')}", fix="HOLDFAST_FROM")
    return passed(f"{host}:{port} takes mail from {address}")


def _sender_to_file() -> Result:
    folder = Path(settings.VAR_DIR, "mail")
    if settings.HOLDFAST_MODE == "production":
        return failed("mail is written to files and reaches nobody", fix="HOLDFAST_MAIL=ses or smtp")
    return skipped(f"mail is written to {folder}: nobody gets it (HOLDFAST_MAIL=ses or smtp sends it)")


@step("slack", "Each active agent's bot may post in Slack, and read what it has posted")
def slack() -> Result:
    agents = Agent.objects.filter(status=Agent.Status.ACTIVE).select_related("slack").order_by("pk")
    inhabited = [agent for agent in agents if agent.slack_channel or _private_channel(agent)]
    if not inhabited:
        return skipped("no active agent has a Slack channel")
    for agent in inhabited:
        try:
            scopes = reach(agent).scopes()
        except NoWayToSlack as error:
            return failed(str(error), fix="HOLDFAST_SLACK_TOKEN, or its own in the admin: Slack access.")
        except (SlackBusy, SlackRefuses, SlackUnsure) as error:
            return failed(f"{agent}: Slack says {error}", fix="Install the app anew and put its token in.")
        if missing := (SCOPES | ({"groups:history"} if _private_channel(agent) else set())) - scopes:
            return failed(f"{agent} lacks {', '.join(sorted(missing))}", fix="Add the scopes and reinstall the app.")
    return passed(f"{len(inhabited)} agents may {', '.join(sorted(SCOPES))}")


SCOPES = {"chat:write", "channels:history"}
"""To post, and to look for what was posted when Slack's answer was lost: notifications/outlets/slack.py."""


def _private_channel(agent: Agent) -> str:
    return agent.slack.private_channel if hasattr(agent, "slack") else ""
