from django.urls import path

from onboarding.views import accounts, agents, building, home, passwords, profile, settings

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", accounts.SignOut.as_view(), name="sign-out"),
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("password/forgotten/", passwords.forgotten, name="password-forgotten"),
    path("password/reset/<uidb64>/<token>/", passwords.Reset.as_view(), name="password-reset-confirm"),
    path("password/change/", passwords.Change.as_view(), name="password-change"),
    path("profile/", profile.show, name="profile"),
    path("profile/edit/", profile.edit, name="profile-edit"),
    path("profile/building/", building.show, name="building"),
    path("profile/building/again/", building.again, name="build-again"),
    path("profile/revisions/", profile.history, name="revisions"),
    path("profile/revisions/<int:number>/", profile.revision, name="revision"),
    path("profile/revisions/<int:number>/bring-back/", profile.bring_back, name="bring-back"),
    path("agents/", agents.agents, name="agents"),
    path("agents/<slug:slug>/", agents.agent, name="agent"),
    path("agents/<slug:slug>/invite/", agents.invite, name="invite"),
    path("agents/<slug:slug>/invitations/<int:pk>/withdraw/", agents.withdraw, name="withdraw-invitation"),
    path("agents/<slug:slug>/delegations/<int:pk>/revoke/", agents.revoke, name="revoke-delegation"),
    path("agents/<slug:slug>/retire/", agents.retire, name="retire-agent"),
    path("invitations/<str:token>/", agents.invitation, name="invitation"),
    path("settings/", settings.show, name="settings"),
    path("settings/addresses/", settings.add_address, name="add-address"),
    path("settings/addresses/<int:pk>/remove/", settings.remove_address, name="remove-address"),
    path("settings/addresses/<int:pk>/make-first/", settings.make_first, name="make-address-first"),
    path("settings/addresses/confirm/<str:token>/", settings.confirm_address, name="confirm-address"),
    path("settings/close/", settings.close, name="close-account"),
]
