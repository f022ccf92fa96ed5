"""Received mail as people read it."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from unfold.admin import ModelAdmin
from unfold.decorators import action

from inbound.admin.conductor import conductor
from inbound.models import ReceivedEmail


@admin.register(ReceivedEmail)
class ReceivedEmailAdmin(ModelAdmin):
    list_display = ("received_at", "from_address", "subject", "mailbox", "kind", "agent")
    list_filter = ("mailbox", "kind", "received_at")
    list_select_related = ("agent",)
    search_fields = ("from_address", "subject", "recipient", "message_id")
    date_hierarchy = "received_at"
    actions_list = ("conduct",)

    @action(description="Conductor: try a mail", url_path="conduct", permissions=["view"])
    def conduct(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:inbound_conductor")

    def get_urls(self) -> list[URLPattern]:
        page = path("conductor/", self.admin_site.admin_view(conductor), name="inbound_conductor")
        return [page, *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ReceivedEmail | None = None) -> bool:
        return False
