"""Kill the worker: in the middle of a real job, with a countdown until that runs again."""

import time
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from config.demo import mischief, recovery, reply
from config.tour.visitor import for_the_operator, say
from notifications.models import OutgoingEmail

TEXT = "3, sounds great"


@dataclass(frozen=True)
class Case:
    """What the page has to know to tell how it goes on; it is all in its address."""

    mail: int
    message_id: str
    worker: str
    answer: str
    killed_at: float

    @property
    def url(self) -> str:
        query = {"worker": self.worker, "answer": self.answer, "killed_at": self.killed_at}
        return f"{reverse('tour-killed', args=[self.mail, self.message_id])}?{urlencode(query)}"

    @classmethod
    def of(cls, request: HttpRequest, mail: int, message_id: str) -> Self:
        """Raises ValueError for a moment that is none."""
        known = request.GET
        return cls(mail, message_id, known.get("worker", ""), known.get("answer", ""), float(known["killed_at"]))


@require_POST
@for_the_operator
def kill_worker(request: HttpRequest) -> HttpResponse:
    """Answers the newest question, and kills who works at the answer. To htmx: how it recovers. Else: words."""
    question = reply.newest_question()
    if question is None or not question.reply_address:
        return say(request, "No question is open to answer: let two agents propose something first.")
    try:
        killed = mischief.kill_mid_job(question, TEXT)
    except mischief.NotKilled as error:
        return say(request, f"Nobody was killed: {error}")
    except (reply.NotAccepted, OSError) as error:
        return say(request, f"The SMTP edge said: {error}")
    case = Case(question.pk, killed.sent.message_id.strip("<>"), killed.worker, killed.sent.answer, killed.at)
    if not request.headers.get("HX-Request"):
        return say(
            request,
            f"{question.member} wrote “{TEXT}”. Worker {killed.worker} got SIGKILL in the middle of the answer's job, "
            f"which runs again within {recovery.AGAIN_WITHIN:.0f} s: reload the page, and see on the Road how it ends.",
        )
    return _tell(request, question, case)


@require_safe
@for_the_operator
def killed(request: HttpRequest, mail: int, message_id: str) -> HttpResponse:
    """How far it is; the page asks again until it is over."""
    question = get_object_or_404(OutgoingEmail.objects.select_related("notification", "member"), pk=mail)
    try:
        case = Case.of(request, mail, message_id)
    except (KeyError, ValueError):
        return HttpResponse(status=400)
    return _tell(request, question, case)


def _tell(request: HttpRequest, question: OutgoingEmail, case: Case) -> HttpResponse:
    how = recovery.of_answer(question, case.message_id, killed_at=case.killed_at, now=time.time())
    context = {"case": case, "how": how, "question": question, "text": TEXT, "within": recovery.AGAIN_WITHIN}
    return render(request, "tour/killed.html", context)
