"""The synthesiser that HOLDFAST_SYNTHESISER names."""

from django.conf import settings

from onboarding.synthesis.dossier import Synthesiser
from onboarding.synthesis.keysentences import KeySentences


def chosen() -> Synthesiser:
    if settings.SYNTHESISER == "anthropic":
        from onboarding.synthesis.claude import Claude  # An extra: imported only where it is installed.

        return Claude()
    return KeySentences()
