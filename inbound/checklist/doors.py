"""The switch, and the doors that are open."""

import smtplib

from django.conf import settings

from worker.steps import Result, failed, passed, skipped, step

_PATIENCE = 10


def uses_s3() -> bool:
    return "s3" in settings.DOORS or "sns" in settings.DOORS


@step("inbound-switch", "Mail that goes out invites a reply")
def inbound_switch() -> Result:
    if not settings.INBOUND_ENABLED:
        return skipped("HOLDFAST_INBOUND_ENABLED is off: no mail invites a reply, and what arrives waits")
    if not settings.DOORS:
        return failed("replies are invited and there is no door", fix="HOLDFAST_DOORS=smtp or s3,sns")
    return passed(f"replies go to review+…@{settings.INBOUND_DOMAIN}, doors: {', '.join(settings.DOORS)}")


@step("smtp-edge", "The SMTP edge answers, and refuses what is not for us")
def smtp_edge() -> Result:
    if "smtp" not in settings.DOORS:
        return skipped("smtp is not among HOLDFAST_DOORS")
    host, port = settings.SMTP_LISTEN
    try:
        with smtplib.SMTP(host if host not in ("0.0.0.0", "::", "") else "127.0.0.1", port, timeout=_PATIENCE) as smtp:  # noqa: S104
            smtp.ehlo("bringup.invalid")
            smtp.mail("")
            ours, answer = smtp.rcpt(f"postmaster@{settings.INBOUND_DOMAIN}")
            forged, _ = smtp.rcpt(f"review+{'a' * 24}@{settings.INBOUND_DOMAIN}")
    except (OSError, smtplib.SMTPException) as error:
        return failed(f"{host}:{port}: {error}", fix="manage.py smtpd, at HOLDFAST_SMTP_LISTEN")
    if ours != 250:
        return failed(
            f"postmaster@ is answered {ours} {answer.decode(errors='replace')}",
            fix="Is the edge's HOLDFAST_INBOUND_DOMAIN the same as here, and its database there?",
        )
    if forged == 250:
        return failed("a forged reply token is accepted", fix="Restart the edge: it runs with other settings.")
    return passed(f"{host}:{port} takes mail for {settings.INBOUND_DOMAIN} and refuses a forged token")
