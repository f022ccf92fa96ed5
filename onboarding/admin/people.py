"""Members and their addresses."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from onboarding.models import Agent, Member, MemberAddress
from worker.admin.base import ModelAdmin

admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(PlainGroupAdmin, ModelAdmin):  # type: ignore[misc]
    pass


class AddMemberForm(UserCreationForm):
    class Meta:
        model = Member
        fields = ("email", "name")

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        return address.strip().lower()


class AddressInline(TabularInline):
    model = MemberAddress
    extra = 0
    readonly_fields = ("created_at",)


class AgentInline(TabularInline):
    model = Agent
    extra = 0
    fields = ("bot_name", "slug", "status")
    readonly_fields = fields
    show_change_link = True
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Member)
class MemberAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    form = UserChangeForm
    add_form = AddMemberForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("email", "name", "orcid", "shown_onboarding", "is_staff", "joined_at")
    list_filter = ("is_staff", "is_active", ("onboarded_at", admin.EmptyFieldListFilter))
    search_fields = ("email", "name", "orcid", "addresses__email")
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    readonly_fields = ("joined_at", "last_login", "onboarded_at")
    inlines = (AddressInline, AgentInline)
    fieldsets = (
        (None, {"fields": ("email", "password", "name", "time_zone", "orcid")}),
        ("Dates", {"fields": ("joined_at", "onboarded_at", "last_login")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)

    def get_inlines(self, request: HttpRequest, obj: Member | None) -> Any:
        return self.inlines if obj else ()

    @display(description="onboarding", label={"finished": "success", "under way": "warning"})
    def shown_onboarding(self, member: Member) -> str:
        return "finished" if member.onboarded_at else "under way"


@admin.register(MemberAddress)
class MemberAddressAdmin(ModelAdmin):
    list_display = ("email", "member", "verified_at", "created_at")
    list_filter = (("verified_at", admin.EmptyFieldListFilter),)
    list_select_related = ("member",)
    search_fields = ("email", "member__email", "member__name")
    autocomplete_fields = ("member",)
    readonly_fields = ("created_at",)
    actions = ("verify",)

    @admin.action(description="Count as verified", permissions=["change"])
    def verify(self, request: HttpRequest, addresses: QuerySet[MemberAddress]) -> None:
        for address in addresses.filter(verified_at=None):
            if not address.verify(now=timezone.now()):
                self.message_user(request, f"{address} belongs to another member.", messages.ERROR)
