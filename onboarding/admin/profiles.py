"""Profiles with their revisions, builds with their stages, and the list that should always be empty."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from unfold.admin import TabularInline
from unfold.decorators import display

from onboarding import healing, start
from onboarding.models import Profile, ProfileBuild, ProfileRevision, ProfileStage, Publication, StuckSignup
from worker.admin.base import ModelAdmin

BUILD_COLOURS = {"running": "info", "done": "success", "failed": "danger", "cancelled": "warning"}


class Looked(ModelAdmin):
    """Rows that members and jobs write: looked at, not typed in."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field.name for field in self.model._meta.fields]


class StageInline(TabularInline):
    model = ProfileStage
    extra = 0
    can_delete = False
    fields = ("name", "state", "note", "done", "total", "job_link", "started_at", "ended_at")
    readonly_fields = fields

    @display(description="job")
    def job_link(self, stage: ProfileStage) -> str:
        if stage.job is None:
            return "–"
        return format_html('<a href="/admin/worker/job/{}/change/">{}</a>', stage.job, stage.job)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ProfileBuild)
class ProfileBuildAdmin(Looked):
    list_display = ("id", "member", "shown_state", "reason", "created_at", "ended_at")
    list_filter = ("state",)
    list_select_related = ("member",)
    search_fields = ("member__email", "member__name", "orcid", "reason")
    date_hierarchy = "created_at"
    inlines = (StageInline,)
    actions = ("try_again", "stop")

    @display(description="state", ordering="state", label=BUILD_COLOURS)
    def shown_state(self, build: ProfileBuild) -> str:
        return build.state

    @admin.action(description="Try again where it failed", permissions=["change"])
    def try_again(self, request: HttpRequest, builds: QuerySet[ProfileBuild]) -> None:
        for build in builds:
            if start.try_again(build=build):
                self.log_change(request, build, "Tried again")
                self.message_user(request, f"{build}: under way again.", messages.SUCCESS)
            else:
                self.message_user(request, f"{build} is {build.state}: nothing to do.", messages.WARNING)

    @admin.action(description="Stop", permissions=["change"])
    def stop(self, request: HttpRequest, builds: QuerySet[ProfileBuild]) -> None:
        for build in builds:
            if build.cancel(reason="It was stopped by an operator."):
                self.log_change(request, build, "Stopped")
            else:
                self.message_user(request, f"{build} is {build.state}: it cannot be stopped.", messages.WARNING)


class RevisionInline(TabularInline):
    model = ProfileRevision
    fk_name = "profile"
    extra = 0
    can_delete = False
    fields = ("number", "origin", "author", "sources", "is_partial", "created_at")
    readonly_fields = fields
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Profile)
class ProfileAdmin(Looked):
    list_display = ("member", "current", "created_at")
    list_select_related = ("member", "current__profile__member")
    search_fields = ("member__email", "member__name")
    inlines = (RevisionInline,)


@admin.register(ProfileRevision)
class ProfileRevisionAdmin(Looked):
    list_display = ("profile", "number", "origin", "author", "sources", "is_partial", "created_at")
    list_filter = ("origin", "is_partial")
    list_select_related = ("profile__member", "author")
    search_fields = ("profile__member__email", "text")


@admin.register(Publication)
class PublicationAdmin(Looked):
    list_display = ("title", "member", "year", "doi", "pmid", "is_research")
    list_filter = ("is_research",)
    list_select_related = ("member",)
    search_fields = ("title", "doi", "pmid", "member__email")


@admin.register(StuckSignup)
class StuckSignupAdmin(Looked):
    """Members whose onboarding will not go on by itself. The sweep empties it every minute."""

    list_display = ("email", "name", "orcid", "joined_at")
    search_fields = ("email", "name")
    actions = ("put_back",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(pk__in=healing.stuck())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description="Put back on their way", permissions=["change"])
    def put_back(self, request: HttpRequest, stuck: QuerySet[StuckSignup]) -> None:
        for member in stuck:
            sentence = healing.heal_one(member)
            self.log_change(request, member, sentence)
            self.message_user(request, sentence, messages.SUCCESS)
