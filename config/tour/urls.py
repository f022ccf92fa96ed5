from django.urls import path

from config.tour import views

urlpatterns = [
    path("", views.tour, name="tour"),
    path("tour/mailbox", views.mailbox, name="tour-mailbox"),
    path("tour/mails/<int:mail>", views.mail_html, name="tour-mail"),
    path("tour/mails/<int:mail>/reply", views.send_reply, name="tour-reply"),
    path("tour/road", views.roads, name="tour-roads"),
    path("tour/road/<str:message_id>", views.road_of, name="tour-road"),
    path("tour/kill-worker", views.kill_worker, name="tour-kill-worker"),
    path("tour/ask", views.ask_more, name="tour-ask"),
    path("tour/agent-writes", views.agent_writes, name="tour-agent-writes"),
]
