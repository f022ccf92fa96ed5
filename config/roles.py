"""Who may do what in the admin: three roles, each a group; what a role may do stands here, not in rows.

    viewer   sees everything but the bytes of other people's mail
    triage   also reads raw mail, and repairs: re-drive, dismiss, release, pause, un-suppress
    admin    also changes people, agents, endpoints, and who has which role

A superuser may do everything. docs/how-to/operators.md
"""

from collections.abc import Iterable
from enum import StrEnum

from django.apps import apps
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser
from django.db import models

from onboarding.models import Member


class Role(StrEnum):
    """The names of the groups."""

    VIEWER = "viewer"
    TRIAGE = "triage"
    ADMIN = "admin"


OURS = ("worker", "onboarding", "notifications", "inbound", "config")
RAW_MAIL = "inbound.view_rawmessage"
"""Needed for whatever shows the bytes of a mail: download, headers, an edited copy."""

REPAIRED = {
    "worker": None,  # every model
    "inbound": None,
    "notifications": {"notification", "outgoingemail", "suppression", "hold", "instruction", "preference"}
    | {"event", "webhookdelivery"},
    "onboarding": {"profilebuild"},
}
"""What triage may change."""


def permissions(role: Role) -> set[str]:
    """`app_label.codename`, of all models of ours as they are now."""
    models_ = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    if role == Role.ADMIN:
        others = [apps.get_model("auth.Group"), apps.get_model("admin.LogEntry")]
        return set().union(*(_of(model) for model in [*models_, *others]))
    seen = {_name(model, "view") for model in models_} - {RAW_MAIL}
    if role == Role.VIEWER:
        return seen
    return seen | {RAW_MAIL} | {_name(model, "change") for model in models_ if _is_repaired(model)} | _lifts()


def _of(model: type[models.Model]) -> set[str]:
    named = {f"{model._meta.app_label}.{codename}" for codename, _ in model._meta.permissions}
    return named | {_name(model, action) for action in model._meta.default_permissions}


def _name(model: type[models.Model], action: str) -> str:
    return f"{model._meta.app_label}.{action}_{model._meta.model_name}"


def _is_repaired(model: type[models.Model]) -> bool:
    names = REPAIRED.get(model._meta.app_label, set())
    return names is None or model._meta.model_name in names


def _lifts() -> set[str]:
    """An address that bounced may get mail again: its suppression is deleted."""
    return {"notifications.add_suppression", "notifications.delete_suppression"}


class RoleBackend(BaseBackend):
    """Gives an operator the permissions of their roles. Signs nobody in."""

    def get_group_permissions(self, user_obj: Member | AnonymousUser, obj: models.Model | None = None) -> set[str]:
        if not (user_obj.is_active and user_obj.is_staff) or obj is not None or not isinstance(user_obj, Member):
            return set()
        if not hasattr(user_obj, "_role_permissions"):
            user_obj._role_permissions = _together(user_obj.groups.values_list("name", flat=True))  # type: ignore[attr-defined]
        return user_obj._role_permissions  # type: ignore[attr-defined,no-any-return]

    def has_module_perms(self, user_obj: Member | AnonymousUser, app_label: str) -> bool:
        return any(name.startswith(f"{app_label}.") for name in self.get_all_permissions(user_obj))


def _together(groups: Iterable[str]) -> set[str]:
    return set().union(*(permissions(Role(name)) for name in groups if name in set(Role)))
