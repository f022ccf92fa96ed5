"""What concerns the installation as a whole."""

from django.conf import settings
from django.core import checks

from worker.steps import Result, failed, passed, step


@step("settings", "Django's own checks find nothing")
def settings_checked() -> Result:
    found = checks.run_checks(include_deployment_checks=settings.HOLDFAST_MODE == "production")
    grave = [message for message in found if message.level >= checks.WARNING and not message.is_silenced()]
    if grave:
        deploy = " --deploy" if settings.HOLDFAST_MODE == "production" else ""
        return failed(f"{len(grave)} findings, first {grave[0].id}: {grave[0].msg}", fix=f"manage.py check{deploy}")
    return passed(f"{settings.HOLDFAST_MODE} settings")
