"""Coming in and going out."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from onboarding import start
from onboarding.forms.accounts import TAKEN, SignInForm, SignUpForm
from onboarding.models import Member


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """GET shows the form. POST makes the member and signs them in: 302 (to `next`), or 200 with what is wrong."""
    onward = _onward(request)
    if request.user.is_authenticated:
        return redirect(onward or "home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            member = join(form)
        except IntegrityError:  # Two sign-ups with one address at the same moment: the second is told.
            form.add_error("email", TAKEN)
        else:
            login(request, member, backend="django.contrib.auth.backends.ModelBackend")
            return redirect(onward or "home")
    return render(request, "accounts/sign-up.html", {"form": form, "next": onward})


def _onward(request: HttpRequest) -> str:
    """Where the visitor was going, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_ours else ""


@transaction.atomic(durable=True)
def join(form: SignUpForm) -> Member:
    """The member and, given an ORCID iD, the first job of their profile: both or neither."""
    about = dict(form.cleaned_data)
    member = Member.objects.create_user(about.pop("email"), about.pop("password"), **about)
    if member.orcid:
        start.start(member=member)
    return member


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    template_name = "accounts/sign-in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """POST only, so that no link or image on another site can sign anybody out."""

    next_page = "sign-in"
