"""Who is told what: notifications with their reply addresses, and the ladder."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from notifications import asking, explaining, preferences, silence, tokens
from notifications.models import Notification, Preference
from notifications.reply_address import reply_token
from worker.admin.readonly import ReadOnlyAdmin

STATE_COLOURS = {
    "pending": "warning",
    "sent": "info",
    "responded": "success",
    "expired": "info",
    "retired": "success",
    "suppressed": "warning",
    "failed": "danger",
}


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    list_display = ("member", "category", "proposal", "agent", "shown_state", "reason", "sent_at", "ended_at")
    list_filter = ("state", "category", "created_at")
    list_select_related = ("member", "proposal", "agent")
    search_fields = ("member__email", "member__name", "proposal__title", "agent__slug")
    fields = (
        "member",
        "category",
        "proposal",
        "agent",
        "state",
        "reason",
        "created_at",
        "sent_at",
        "ended_at",
        "reply_addresses",
        "mails",
    )

    actions = ("expire", "ask_again")

    @admin.action(description="Expire now (no miss for the member)", permissions=["repair"])
    def expire(self, request: HttpRequest, questions: QuerySet[Notification]) -> None:
        for question in questions:
            won = silence.expire_now(question, now=timezone.now())
            self._tell(request, question, "Expired" if won else "", f"it is {question.state} already")

    @admin.action(description="Ask again, with a new reply address", permissions=["repair"])
    def ask_again(self, request: HttpRequest, questions: QuerySet[Notification]) -> None:
        for question in questions.select_related("member"):
            try:
                asking.ask_again(question, now=timezone.now())
            except asking.CannotAsk as error:
                self._tell(request, question, "", str(error))
            else:
                self._tell(request, question, "Asked again", "")

    def _tell(self, request: HttpRequest, question: Notification, done: str, objection: str) -> None:
        if done:
            self.log_change(request, question, done)
        words = f"{question}: {done or f'not done, {objection}'}."
        self.message_user(request, words, messages.SUCCESS if done else messages.WARNING)

    @display(description="state", ordering="state", label=STATE_COLOURS)
    def shown_state(self, notification: Notification) -> str:
        return notification.state

    @display(description="reply addresses (masked)")
    def reply_addresses(self, notification: Notification) -> SafeString:
        rows = (
            (tokens.masked(_token(notification, each.generation)), each.generation, each.state, each.expires_at)
            for each in notification.tokens.order_by("-generation")
        )
        return format_html_join("", "<div>{} · generation {} · {} · expires {:%Y-%m-%d %H:%M}</div>", rows)

    @display(description="mails")
    def mails(self, notification: Notification) -> SafeString:
        rows = (
            (mail.pk, mail.subject or mail.category, mail.state, mail.reason)
            for mail in notification.outgoing_emails.order_by("-pk")
        )
        line = '<div><a href="/admin/notifications/outgoingemail/{}/change/">{}</a> · {} {}</div>'
        return format_html_join("", line, rows)


@admin.register(Preference)
class PreferenceAdmin(ReadOnlyAdmin):
    """The ladder: the rung, the misses, when the next mail is due, and why nothing was sent the last time."""

    list_display = (
        "member",
        "category",
        "shown_rung",
        "missed",
        "next_due_at",
        "last_sent_at",
        "last_engaged_at",
        "last_reason",
    )
    list_filter = ("category", "frequency", "paused_by_system", "missed")
    list_select_related = ("member",)
    search_fields = ("member__email", "member__name")

    readonly_fields = ("why",)
    actions = ("start_anew",)

    @display(description="why then, or why not")
    def why(self, preference: Preference) -> SafeString:
        try:
            sentences = explaining.explain(preference.member, preference.category, now=timezone.now())
        except explaining.NotOptional as error:
            sentences = [str(error)]
        return format_html_join("", "<div>{}</div>", ((sentence,) for sentence in sentences))

    @admin.action(description="Start anew on the first rung", permissions=["repair"])
    def start_anew(self, request: HttpRequest, chosen: QuerySet[Preference]) -> None:
        for preference in chosen.select_related("member"):
            preferences.start_anew(preference, now=timezone.now())
            self.log_change(request, preference, "Started anew")
        self.message_user(request, f"{len(chosen)} started anew.", messages.SUCCESS)

    @display(description="rung", ordering="frequency", label={"paused": "danger", "off": "warning", "monthly": "info"})
    def shown_rung(self, preference: Preference) -> str:
        return "paused" if preference.paused_by_system else preference.frequency


def _token(notification: Notification, generation: int) -> str:
    return reply_token(notification_id=notification.pk, generation=generation)
