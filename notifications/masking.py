"""What is as good as a signature is masked wherever mail, logs and errors are read: reply addresses and signed links.

Pure. Raw mail, for those who may read it, is the only place where they stand whole.
"""

import re
from typing import Final

_REPLY_ADDRESS: Final = re.compile(r"(review(?:\+|=2b|%2b)[a-z2-7]{6})[a-z2-7]{18}", re.IGNORECASE)
_CONTINUED: Final = r"(?:[ \t]*\r?\n[>\s]*[A-Za-z0-9_:%=-]{16,}/?(?![^\s>\"'<]))*"
"""A long link goes on in the next line where a mail program has wrapped it; its signature may stand there alone."""
_LINK: Final = re.compile(
    r"(/(?:unsubscribe|password/reset|invitations|settings/addresses/confirm|holds|was-this-you)/)[^\s\"'<>\\]+"
    + _CONTINUED
)
_SIGNATURE: Final = re.compile(r"(:|%3a)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])", re.IGNORECASE)
"""What django.core.signing appends: an HMAC-SHA256 in base64."""


def masked_in(text: str) -> str:
    """`text` with every reply address in it masked (also where its plus is written as =2B or %2B), and every link that
    acts for whoever has it."""
    return _SIGNATURE.sub(r"\1…", _LINK.sub(r"\1…", _REPLY_ADDRESS.sub(r"\1…", text)))
