"""What a visitor may do: each button is a POST, and answers with a sentence about what to watch."""

import random
import secrets

from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from config.demo import cast, odd, people, reply, slack
from config.tour.visitor import become, for_the_operator, is_of_this_machine, say
from onboarding.fakes.people import everybody
from onboarding.forms.accounts import SignUpForm
from onboarding.models import Member
from onboarding.views.accounts import join

CHANCE = random.SystemRandom()


@require_POST
@for_the_operator
def propose(request: HttpRequest) -> HttpResponse:
    """A new idea of two agents, and a mail to each owner who is not asked something else already."""
    proposal = people.propose_something(CHANCE)
    return say(request, f"{proposal.agent_a} and {proposal.agent_b} propose “{proposal}”.")


@require_POST
@for_the_operator
def agent_writes(request: HttpRequest) -> HttpResponse:
    """An agent's mail is held, and its owner gets a mail with the link that decides."""
    message = people.write_something(CHANCE)
    return say(
        request,
        f"{message.agent} wants to write “{message.subject}” to {message.to}. It is held: {message.agent.owner} gets "
        "a mail with a link to approve it. Open that mail in the Mailbox.",
    )


@require_POST
@for_the_operator
def odd_mail(request: HttpRequest) -> HttpResponse:
    """One that is broken, automatic or sly, to the reply address of a question that is open."""
    question = reply.newest_question()
    if question is None or not question.reply_address:
        return say(request, "No question is open to send it to: let two agents propose something first.")
    wanted = request.POST.get("name", "")
    oddity = next((one for one in odd.ODDITIES if one.name == wanted), CHANCE.choice(odd.ODDITIES))
    raw = oddity.write(question.to, question.reply_address)
    sender = "" if oddity.name == "bounce" else question.to
    try:
        answer = reply.hand_over_octets(raw, sender=sender, recipient=question.reply_address)
    except (reply.NotAccepted, OSError) as error:
        return say(request, f"A mail was sent of which {oddity.words}. The edge said: {error}")
    return say(request, f"A mail was sent: {oddity.words}. The edge said: {answer}. See on the Road how it ends.")


@require_POST
@for_the_operator
def slack_mood(request: HttpRequest) -> HttpResponse:
    mood = "down" if request.POST.get("mood") == "down" else "up"
    if not slack.set_mood(mood):
        return say(request, "The stand-in for Slack does not answer.")
    words = {
        "down": "Slack is down. Answer a question with words instead of a number: they are kept, and wait.",
        "up": "Slack is back. What waited is posted, once, when its job is tried again.",
    }
    return say(request, words[mood])


@require_POST
@for_the_operator
def sign_up(request: HttpRequest) -> HttpResponse:
    """A newcomer signs up, through the ordinary form, and sees their profile being built."""
    person = everybody().get(request.POST.get("orcid", "")) or next(iter(everybody().values()))
    form = SignUpForm(
        {
            "email": f"{person.given.lower()}.{secrets.token_hex(3)}@newcomers.example",
            "name": f"{person.given} {person.family}",
            "orcid": person.orcid,
            "time_zone": "Europe/Stockholm",
            "password": secrets.token_urlsafe(16),
        }
    )
    if not form.is_valid():
        return say(request, f"The form said: {form.errors.as_text()}")
    member = join(form)
    logout(request)
    become(request, member)
    return redirect("home")


@require_POST
def back(request: HttpRequest) -> HttpResponse:
    """Be the operator again. Raises PermissionDenied for who is not of this machine."""
    if not is_of_this_machine(request):
        raise PermissionDenied
    logout(request)
    become(request, Member.objects.get(email=cast.OPERATOR))
    return redirect("/")
