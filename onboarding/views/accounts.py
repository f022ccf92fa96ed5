"""Coming in and going out."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from onboarding.forms.accounts import TAKEN, SignInForm, SignUpForm
from onboarding.models import Member


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """GET shows the form. POST makes the member and signs them in: 302 to `home`, or 200 with what is wrong."""
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            member = join(form)
        except IntegrityError:  # Two sign-ups with one address at the same moment: the second is told.
            form.add_error("email", TAKEN)
        else:
            login(request, member)
            return redirect("home")
    return render(request, "accounts/sign-up.html", {"form": form})


@transaction.atomic(durable=True)
def join(form: SignUpForm) -> Member:
    about = dict(form.cleaned_data)
    return Member.objects.create_user(about.pop("email"), about.pop("password"), **about)


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    template_name = "accounts/sign-in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """POST only, so that no link or image on another site can sign anybody out."""

    next_page = "sign-in"
