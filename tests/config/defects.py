"""The faults of what operators and outsiders meet, P1 …, brought back for their proofs. See tests/defects.py.

P for protection: of each line of the attack tests, and of what an operator must be able to trust.
"""

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.security import SecurityMiddleware
from django.utils.csp import CSP

from tests.defects import defect, loose, rebind, swap

bringup = loose("config.bringup.steps")
csp = loose("config.csp")
exposition = loose("config.exposition")
masking = loose("notifications.masking")
masks = loose("config.masks")
page = loose("config.dashboard.page")
request_id = loose("config.request_id")
roles = loose("config.roles")
sealing = loose("notifications.sealing")
told = loose("config.trace.told")
tokens = loose("notifications.tokens")
cases = loose("inbound.admin.cases")
door = loose("inbound.intake")
figures = loose("inbound.figures")
ingoing = loose("worker.ledger.enqueue")
base = loose("worker.admin.base")
attachments = loose("inbound.reading.attachments")

ATTACKS = "tests/config/test_attacks.py"
VIEWERS = "tests/config/test_viewers.py"
ROLES = "tests/config/test_roles.py"
SECRETS = "tests/config/test_secrets.py"
REQUESTS = "tests/config/test_request_id.py"
CONNECTIONS = "tests/config/test_connections.py"
DASHBOARD = "tests/config/test_dashboard.py"

# -- what an outsider tries


@defect("P1", f"{ATTACKS}::test_forged_token_every_bit_of_it_counts")
def only_the_first_octets_of_a_token_are_checked() -> None:
    check = tokens.check
    genuine = tokens._mac

    def careless(token: str, keys: Any) -> Any:
        octets = tokens._decoded(token)
        if octets is None or octets[6:10] not in [genuine(key, octets[:6])[:4] for key in keys]:
            return check(token, keys)
        return tokens.TokenRef(int.from_bytes(octets[:5]), octets[5])

    rebind(check, careless)


@defect("P2", f"{ATTACKS}::test_stored_xss_a_mails_script_does_not_run_in_the_admin")
def the_admin_runs_inline_scripts() -> None:
    strict = csp._for_the_admin
    csp._for_the_admin = lambda: strict() | {"script-src": [CSP.SELF, CSP.UNSAFE_EVAL, CSP.UNSAFE_INLINE]}


@defect("P2b", f"{ATTACKS}::test_stored_xss_a_mails_script_does_not_run_in_the_admin")
def a_mails_page_is_shown_as_one_of_ours() -> None:
    cases.SANDBOX = "default-src 'self' 'unsafe-inline'"


@defect("P3", f"{ATTACKS}::test_pages_of_ours_allow_no_inline_script_nor_style_at_all")
def our_pages_allow_inline_scripts() -> None:
    settings.SECURE_CSP["script-src"] = [CSP.SELF, CSP.UNSAFE_INLINE]


@defect("P4", f"{ATTACKS}::test_a_path_in_an_attachments_name_is_only_a_name")
def an_attachments_name_is_taken_as_it_comes() -> None:
    rebind(attachments.safe_name, lambda name, kind="": name)


@defect("P5", f"{ATTACKS}::test_csrf_nothing_that_acts_is_done_without_the_token")
def forms_are_taken_without_their_token() -> None:
    settings.MIDDLEWARE.remove("django.middleware.csrf.CsrfViewMiddleware")


@defect("P6", f"{ATTACKS}::test_idor_a_number_in_the_address_opens_nothing_of_somebody_elses")
def whoever_has_the_address_of_a_case_opens_it() -> None:
    cases._case = lambda request, number, permission: cases.get_object_or_404(cases.Intake, pk=number)


# -- what a viewer may not


@defect("P7", f"{ROLES}::test_a_viewer_sees_and_changes_nothing")
def a_viewer_may_change_something() -> None:
    permissions = roles.permissions

    def generous(role: Any) -> set[str]:
        more = {"inbound.change_rawmessage"} if role == roles.Role.VIEWER else set()
        return set(permissions(role)) | more

    rebind(permissions, generous)


@defect("P7b", f"{ROLES}::test_a_role_counts_only_for_staff_who_are_active")
def a_role_outlives_its_operator() -> None:
    def always(self: Any, user_obj: Any, obj: Any = None) -> set[str]:
        return set(roles._together(user_obj.groups.values_list("name", flat=True)))

    roles.RoleBackend.get_group_permissions = always


@defect("P7c", f"{ATTACKS}::test_idor_a_number_in_the_address_opens_nothing_of_somebody_elses")
def a_viewer_reads_raw_mail() -> None:
    case = cases._case

    def generous(request: HttpRequest, number: int, permission: str) -> Any:
        return case(request, number, "view_intake" if permission == "view_rawmessage" else permission)

    cases._case = generous


@defect("P8", f"{DASHBOARD}::test_only_who_may_pauses_a_lane")
def whoever_sees_the_dashboard_pauses_lanes() -> None:
    page.MAY_PAUSE = "worker.view_job"


@defect("P9", f"{VIEWERS}::test_no_page_of_the_admin_shows_a_viewer_what_acts_for_somebody")
def only_pages_of_mail_are_masked() -> None:
    def unmasked(self: Any, request: HttpRequest) -> Any:
        return self._get_response(request)

    masks.Masks.__call__ = unmasked


@defect("P9b", f"{VIEWERS}::test_a_link_that_a_mail_program_has_wrapped_is_masked_to_its_end")
def a_link_ends_with_its_line() -> None:
    masking._LINK = re.compile(masking._LINK.pattern.removesuffix(masking._CONTINUED))


@defect("P10", f"{VIEWERS}::test_no_list_answers_a_question_that_it_does_not_offer")
def a_list_answers_whatever_the_address_asks() -> None:
    base.ModelAdmin.lookup_allowed = base.UnfoldModelAdmin.lookup_allowed


# -- secrets


@defect("P11", f"{SECRETS}::test_what_an_agent_or_a_webhook_is_trusted_by_is_unreadable_in_the_database")
def secrets_are_stored_as_they_are() -> None:
    sealing.SealedField.get_prep_value = lambda self, value: value
    sealing.SealedField.from_db_value = lambda self, value, expression, connection: value


@defect("P12", f"{SECRETS}::test_a_reply_token_is_compared_with_every_key_in_constant_time")
def tokens_are_compared_until_they_differ() -> None:
    def plainly(token: str, keys: Any) -> Any:
        octets = tokens._decoded(token)
        if octets is None or octets[6:] not in [tokens._mac(key, octets[:6]) for key in keys]:
            return None
        return tokens.TokenRef(int.from_bytes(octets[:5]), octets[5])

    rebind(tokens.check, plainly)


@defect("P13", "tests/config/test_logs.py::test_a_reply_token_is_never_logged_whole")
def log_lines_are_not_masked() -> None:
    rebind(masking.masked_in, lambda text: text)


@defect("P13b", "tests/config/test_errors.py::test_an_error_arrives_without_values_and_without_a_whole_token")
def sentry_is_told_whole_tokens() -> None:
    rebind(masking.masked_in, lambda text: text)


@defect("P14", "tests/config/test_production.py::test_check_deploy_finds_nothing")
def cookies_go_over_plain_http() -> None:
    settings.SESSION_COOKIE_SECURE = False


@defect("P14b", "tests/config/test_production.py::test_browsers_are_held_to_tls")
def browsers_are_not_told_to_stay_with_tls() -> None:
    init = SecurityMiddleware.__init__

    def silent(self: Any, get_response: Any) -> None:
        init(self, get_response)
        self.sts_seconds = 0

    SecurityMiddleware.__init__ = silent  # type: ignore[method-assign]


# -- what an operator must be able to trust


@defect("P15", f"{REQUESTS}::test_a_clients_number_counts_only_behind_a_proxy_that_is_trusted")
def whoever_asks_names_their_request() -> None:
    given = request_id._given

    def believed(request: HttpRequest) -> Any:
        settings.TRUST_REQUEST_ID = True
        return given(request)

    request_id._given = believed


@defect("P15b", f"{REQUESTS}::test_what_is_no_number_is_replaced")
def any_text_is_a_number() -> None:
    request_id._SAFE = re.compile(".+", re.DOTALL)


@defect("P16", f"{CONNECTIONS}::test_one_number_goes_the_whole_road_to_the_confirmation")
def jobs_forget_what_brought_them() -> None:
    ingoing.CARRIED = ()


@defect("P16b", f"{CONNECTIONS}::test_the_same_way_taken_again_is_no_further_delivery")
def a_new_connection_is_a_new_way() -> None:
    door.ACCEPT = swap(
        swap(door.ACCEPT, "(i.remote_ip, i.helo, i.sender", "(i.connection, i.helo, i.sender"),
        "(excluded.remote_ip, excluded.helo, excluded.sender",
        "(excluded.connection, excluded.helo, excluded.sender",
    )


@defect("P17", "tests/config/test_trace.py::test_a_job_that_failed_tells_each_attempt_and_who_re_drove_it")
def a_story_leaves_out_what_failed() -> None:
    job = told.job

    def brightly(row: Any) -> Any:
        return (moment for moment in job(row) if not moment.is_bad)

    told.job = brightly


@defect("P18", "tests/config/test_metrics.py::test_one_process_tells_what_another_has_counted")
def a_process_tells_only_of_itself() -> None:
    exposition.MultiProcessCollector = lambda registry: None


@defect("P19", "tests/config/test_bringup.py::test_each_step_is_told_with_its_fix_and_one_failure_fails_the_command")
def only_a_step_that_breaks_fails_the_command() -> None:
    def broken(self: Any) -> bool:
        return self.step.id == "database" or "--traceback" in self.result.fix

    failure = bringup.Outcome.is_failure.fget
    bringup.Outcome.is_failure = property(lambda self: failure(self) and broken(self))


@defect("P20", "tests/inbound/test_checklist_aws.py::test_another_active_rule_set_is_not_replaced_without_a_yes")
def another_rule_set_is_replaced_before_anybody_agrees() -> None:
    provisioning = loose("config.bringup.provision")

    def eagerly(steps: Any, *, say: Any, agree: Any) -> int:
        plan = provisioning.planned(steps)
        for step, change in plan:
            say(f"{step.id}: {change.description}")
            change.make()
        for _, change in plan:
            if change.warning and not agree(change):
                raise provisioning.Refused(change)
        return len(plan)

    rebind(provisioning.provision, eagerly)


@defect("P21", f"{DASHBOARD}::test_a_million_rows_leave_it_quick")
def all_of_the_quarantine_is_counted() -> None:
    figures._BY_REASON = swap(figures._BY_REASON, "LIMIT %s", "LIMIT 1000 * %s")
