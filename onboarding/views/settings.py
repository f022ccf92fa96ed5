"""A member's settings: name, time zone, ORCID iD, further addresses, the account itself."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from onboarding import addresses, links
from onboarding.forms.settings import AboutForm, AddressForm
from onboarding.models import Member, MemberAddress
from onboarding.views.member import member_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    form = AboutForm(
        request.POST or None, initial={"name": member.name, "time_zone": member.time_zone, "orcid": member.orcid}
    )
    if request.method == "POST" and form.is_valid():
        Member.objects.filter(pk=member.pk).update(**form.cleaned_data)
        messages.success(request, "Saved.")
        return redirect("settings")
    return render(request, "settings/show.html", _about(member, form, AddressForm()))


def _about(member: Member, form: AboutForm, address_form: AddressForm) -> dict[str, object]:
    further = member.addresses.order_by("email")
    return {"form": form, "address_form": address_form, "addresses": further}


@login_required
@require_POST
def add_address(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    form = AddressForm(request.POST)
    if form.is_valid():
        email = form.cleaned_data["email"]
        try:
            addresses.add(member=member, email=email)
        except addresses.Refused as refused:
            form.add_error("email", str(refused))
        else:
            messages.success(request, f"A mail is on its way to {email}. Open the link in it.")
            return redirect("settings")
    about = AboutForm(initial={"name": member.name, "time_zone": member.time_zone, "orcid": member.orcid})
    return render(request, "settings/show.html", _about(member, about, form))


@login_required
@require_POST
def remove_address(request: HttpRequest, pk: int) -> HttpResponse:
    address = get_object_or_404(MemberAddress, member=member_of(request), pk=pk)
    address.delete()
    messages.success(request, f"{address} is removed. Mail from there no longer counts as yours.")
    return redirect("settings")


@login_required
@require_POST
def make_first(request: HttpRequest, pk: int) -> HttpResponse:
    address = get_object_or_404(MemberAddress, member=member_of(request), pk=pk)
    try:
        addresses.make_first(address=address, now=timezone.now())
    except addresses.Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"Mail goes to {address} from now on, and you sign in with it.")
    return redirect("settings")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the mail, signed in or not. GET shows a button (scanners follow links), POST confirms."""
    address = links.address_of(token)
    if address is None:
        raise Http404
    if request.method == "POST":
        try:
            addresses.confirm(address=address, now=timezone.now())
        except addresses.Refused as refused:
            messages.error(request, str(refused))
        address.refresh_from_db()
    return render(request, "settings/confirm-address.html", {"address": address})


@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """GET says what goes with the account. POST, with the password, deletes it and all that hangs on it."""
    member = member_of(request)
    if request.method == "POST":
        if member.check_password(request.POST.get("password", "")):
            logout(request)
            member.delete()
            messages.success(request, "Your account is deleted, and all that was in it.")
            return redirect("sign-in")
        messages.error(request, "That is not your password. Nothing was deleted.")
    return render(request, "settings/close.html", {"owned": member.agents.all()})
