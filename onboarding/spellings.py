"""The ways in which one mail address may be kept. Pure."""

import idna


def spellings(address: str) -> list[str]:
    """`address` in lower case, and with its domain as A-labels and as U-labels (RFC 5890), where that is another."""
    folded = address.strip().lower()
    local, at, domain = folded.rpartition("@")
    forms = {folded}
    for convert in (_as_ascii, _as_unicode):
        try:
            forms.add(f"{local}{at}{convert(domain)}")
        except (idna.IDNAError, UnicodeError):
            continue
    return sorted(forms)


def _as_ascii(domain: str) -> str:
    return domain if domain.isascii() else idna.encode(domain, uts46=True).decode("ascii")


def _as_unicode(domain: str) -> str:
    return idna.decode(domain) if "xn--" in domain else domain
