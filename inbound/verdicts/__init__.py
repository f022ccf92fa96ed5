"""Does the mail really come from whom its From names? SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489, relaxed).

dns             what the world's DNS says, within seconds, trouble told apart from "no such record"
checks          SPF of each delivery, DKIM of the content, as our own edge finds them
border          what a trusted host in front of us (SES) found: only its topmost Authentication-Results
alignment       organisational domains, and what passes for whom
judgement       all of it: pass | fail | none, asked once and stored with the intake
"""

from inbound.verdicts.dns import DnsTrouble
from inbound.verdicts.judgement import Judgement, judge

__all__ = ["DnsTrouble", "Judgement", "judge"]
