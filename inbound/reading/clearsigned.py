"""Inline PGP (RFC 9580 §6–7): signed text without armour and dash escapes; what is encrypted is no text."""

import re

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_HIDDEN = "-----BEGIN PGP MESSAGE-----"
_ENCRYPTED = re.compile(
    r"^-----BEGIN PGP MESSAGE-----[ \t]*$.*?(?:^-----END PGP MESSAGE-----[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)


def is_encrypted(text: str) -> bool:
    """Whether `text` is an encrypted message with nothing said around it."""
    return not unsigned(text).strip() and bool(_ENCRYPTED.search(text))


def unsigned(text: str) -> str:
    """`text` without the armour of inline signatures and without what is encrypted; what stands around them stays.

    The signature is not checked.
    """
    if _HIDDEN in text:
        text = _ENCRYPTED.sub("", text)
    if _BEGIN not in text:
        return text
    kept: list[str] = []
    where = "outside"
    for line in text.split("\n"):
        mark = line.rstrip()
        if mark == _BEGIN:
            where = "headers"
        elif where == "headers":
            where = "headers" if mark else "inside"
        elif where == "inside" and mark == _SIGNATURE:
            where = "signature"
        elif where == "signature":
            where = "outside" if mark == _END else "signature"
        else:
            kept.append(line.removeprefix("- ") if where == "inside" else line)
    return "\n".join(kept)
