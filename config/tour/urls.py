from django.urls import path

from config.tour import actions, killing, views

urlpatterns = [
    path("", views.tour, name="tour"),
    path("tour/mailbox", views.mailbox, name="tour-mailbox"),
    path("tour/mails/<int:mail>", views.mail_html, name="tour-mail"),
    path("tour/mails/<int:mail>/reply", views.send_reply, name="tour-reply"),
    path("tour/road", views.roads, name="tour-roads"),
    path("tour/road/<str:message_id>", views.road_of, name="tour-road"),
    path("tour/slack", views.slack_posts, name="tour-slack"),
    path("tour/ask", actions.propose, name="tour-ask"),
    path("tour/agent-writes", actions.agent_writes, name="tour-agent-writes"),
    path("tour/odd-mail", actions.odd_mail, name="tour-odd-mail"),
    path("tour/slack-mood", actions.slack_mood, name="tour-slack-mood"),
    path("tour/kill-worker", killing.kill_worker, name="tour-kill-worker"),
    path("tour/killed/<int:mail>/<str:message_id>", killing.killed, name="tour-killed"),
    path("tour/sign-up", actions.sign_up, name="tour-sign-up"),
    path("tour/back", actions.back, name="tour-back"),
]
