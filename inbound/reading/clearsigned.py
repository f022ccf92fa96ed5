"""The text inside an inline PGP signature (RFC 9580 §7): armour and dash escapes taken off."""

_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"


def unsigned(text: str) -> str:
    """`text` without the armour of inline signatures; what stands around them stays. The signature is not checked."""
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
