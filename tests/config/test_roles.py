"""Roles: what viewer, triage and admin may do in the admin."""

import io
import re
from typing import Any, cast

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from config.roles import RAW_MAIL, REPAIRED, Role, permissions
from onboarding.models import Member
from tests.operators import operator

pytestmark = pytest.mark.django_db


def signed_in(member: Member) -> Client:
    client = Client()
    client.force_login(member)
    return client


def test_a_viewer_sees_and_changes_nothing() -> None:
    may = permissions(Role.VIEWER)
    assert {name.split(".")[1].split("_")[0] for name in may} == {"view"}
    assert RAW_MAIL not in may


def test_triage_reads_raw_mail_and_repairs_but_changes_no_people() -> None:
    may = permissions(Role.TRIAGE)
    assert permissions(Role.VIEWER) < may
    assert {RAW_MAIL, "inbound.change_intake", "worker.change_job"} <= may
    assert not {"onboarding.change_member", "onboarding.change_agent", "onboarding.delete_member"} & may
    assert not [name for name in may if ".delete_" in name and name != "notifications.delete_suppression"]


def test_an_admin_may_do_all_that_triage_may_and_change_people() -> None:
    assert permissions(Role.TRIAGE) | {"onboarding.change_member", "auth.change_group"} < permissions(Role.ADMIN)


def test_what_triage_may_repair_names_models_that_exist() -> None:
    """A renamed model would otherwise take a right away in silence. `hold`, `event` … come with their migrations."""
    from django.apps import apps

    for app, names in REPAIRED.items():
        known = {model._meta.model_name for model in apps.get_app_config(app).get_models()}
        assert not (set(names or ()) - known - {"hold", "event", "webhookdelivery", "profilebuild"})


def test_a_role_counts_only_for_staff_who_are_active() -> None:
    member = operator("triage")
    assert member.has_perm(RAW_MAIL)
    for change in ({"is_staff": False}, {"is_active": False}):
        Member.objects.filter(pk=member.pk).update(**{"is_staff": True, "is_active": True} | change)
        assert not Member.objects.get(pk=member.pk).has_perm(RAW_MAIL)


def test_a_member_without_a_role_is_not_let_into_the_admin() -> None:
    member = Member.objects.create_user("ada@holdfast.example", "pw")
    for name in ("admin:index", "admin:worker_job_changelist"):
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        assert signed_in(member).get(url).status_code == 302


def test_every_list_of_ours_opens_for_a_viewer_and_offers_no_way_to_change_it() -> None:
    client = signed_in(operator("viewer"))
    for model, model_admin in admin.site._registry.items():
        if model._meta.app_label not in ("worker", "inbound", "notifications", "onboarding", "config"):
            continue
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        response = client.get(reverse(f"{name}_changelist"))
        expected = 403 if model._meta.label_lower == "inbound.rawmessage" else 200
        assert (model._meta.label, response.status_code) == (model._meta.label, expected)
        assert client.get(reverse(f"{name}_add")).status_code == 403
        request: Any = response.wsgi_request
        if expected == 200:
            assert (model._meta.label, list(model_admin.get_actions(request))) == (model._meta.label, [])


def test_every_action_names_the_permission_that_it_needs() -> None:
    """Django offers an action that names none to everybody who may look at the list."""
    for model, model_admin in admin.site._registry.items():
        for action in cast(Any, model_admin)._get_base_actions():
            assert getattr(action.func, "allowed_permissions", None), f"{model._meta.label}: {action.name}"


def test_the_operator_command_gives_changes_and_ends_a_role(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: str) -> str:
        told = io.StringIO()
        call_command("operator", *arguments, stdout=told)
        return told.getvalue()

    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\n"))
    assert run("Ada@Holdfast.example", "--role", "viewer", "--password-stdin") == "ada@holdfast.example is viewer.\n"
    assert Member.objects.get().check_password("correct horse battery")
    run("ada@holdfast.example", "--role", "admin")
    assert Member.objects.get().has_perm("onboarding.change_member")
    run("ada@holdfast.example", "--role", "none")
    assert not Member.objects.get().is_staff
    with pytest.raises(CommandError, match=r"There is no bob@holdfast\.example"):
        run("bob@holdfast.example", "--role", "none")


def test_a_weak_password_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1234\n"))
    with pytest.raises(CommandError, match="too short"):
        call_command("operator", "ada@holdfast.example", "--role", "viewer", "--password-stdin")
    assert not Member.objects.exists()


def test_without_a_terminal_the_command_says_how_a_password_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_terminal(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("getpass.getpass", no_terminal)
    with pytest.raises(CommandError, match="--password-stdin"):
        call_command("operator", "ada@holdfast.example", "--role", "viewer")


@pytest.mark.parametrize(
    ("asked", "shown"), [("/admin/login/", "/admin/"), ("/admin/worker/job/", "/admin/worker/job/")]
)
def test_who_signs_in_to_the_admin_ends_where_they_wanted_to_go(asked: str, shown: str) -> None:
    operator("viewer")
    client = Client()
    page = client.get(asked, follow=True)
    [wanted] = re.findall(r'name="next" value="([^"]*)"', page.content.decode())
    answers = {"username": "viewer@holdfast.example", "password": "pw", "next": wanted}
    after = client.post(page.redirect_chain[-1][0] if page.redirect_chain else asked, answers)
    assert (wanted, after.headers["Location"]) == (shown, shown)
