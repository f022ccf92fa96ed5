from django.urls import path

from onboarding.views import accounts, home

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("sign-up/", accounts.sign_up, name="sign-up"),
]
