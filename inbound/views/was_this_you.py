"""Behind the links of the "was this you?" mail. GET shows and changes nothing, whoever follows it; POST decides."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from inbound import asking_whether
from inbound.models import Intake


@require_http_methods(["GET", "POST"])
def was_this_you(request: HttpRequest, signed: str) -> HttpResponse:
    """The signature is the permission: the link went to the member's own address. 404 for any other link."""
    intake = asking_whether.asked_about(signed)
    question = intake.email.notification if intake and hasattr(intake, "email") else None
    if intake is None or question is None:
        return render(request, "inbound/was-this-you.html", {"intake": None}, status=404)
    if request.method == "POST" and intake.state == Intake.State.HELD:
        if "yes" in request.POST:
            asking_whether.yes(intake, member=question.member, now=timezone.now())
        elif "no" in request.POST:
            asking_whether.no(intake, member=question.member)
        intake.refresh_from_db()
    context = {"intake": intake, "email": intake.email, "question": question, "is_open": intake.state == "held"}
    return render(request, "inbound/was-this-you.html", context)
