"""What concerns the installation as a whole."""

from django.conf import settings
from django.core import checks
from django.db import connection

from worker.steps import Result, failed, passed, step


@step("settings", "Django's own checks find nothing")
def settings_checked() -> Result:
    found = checks.run_checks(include_deployment_checks=settings.HOLDFAST_MODE == "production")
    grave = [message for message in found if message.level >= checks.WARNING and not message.is_silenced()]
    if grave:
        deploy = " --deploy" if settings.HOLDFAST_MODE == "production" else ""
        return failed(f"{len(grave)} findings, first {grave[0].id}: {grave[0].msg}", fix=f"manage.py check{deploy}")
    return passed(f"{settings.HOLDFAST_MODE} settings")


@step("processes", "Every running process has the settings that this one has")
def same_settings() -> Result:
    """Each says so in the name of its database sessions: config/digest.py."""
    ours = settings.DATABASES["default"]["OPTIONS"]["application_name"].split()[1]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT split_part(application_name, ' ', 2), split_part(application_name, ' ', 3), count(DISTINCT pid) "
            "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'holdfast %%' "
            "GROUP BY 1, 2 ORDER BY 2"
        )
        seen = cursor.fetchall()
    others = [f"{program} ({digest})" for digest, program, _ in seen if digest != ours]
    if others:
        return failed(
            f"{', '.join(others)} run with other settings than this ({ours})",
            fix="Restart them; or give this command the environment that they have.",
        )
    sessions = ", ".join(f"{count} of {program}" for _, program, count in seen)
    return passed(f"every database session has {ours}: {sessions}")
