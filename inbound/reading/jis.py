"""ISO-2022-JP as mail programs write it: with the characters of Windows, which Python's codecs refuse.

①, ㈱ and 髙 stand in rows of JIS X 0208 that the standard leaves empty and Microsoft filled (code page 50221; the
WHATWG Encoding Standard, §12.2, reads them too). Code page 932 knows them in another arrangement of the same rows.
"""

import re

_SHIFT = re.compile(rb"\x1b([($][@BIJ])")
_PAIR = re.compile(rb"[\x21-\x7e]{2}")


def as_cp932(raw: bytes) -> bytes:
    """`raw` (ISO-2022-JP) as octets of code page 932."""
    first, *rest = _SHIFT.split(raw)
    pieces = [first]
    for shift, octets in zip(rest[::2], rest[1::2], strict=True):
        if shift.startswith(b"$"):
            pieces.append(_PAIR.sub(_moved, octets))
        else:
            pieces.append(bytes(octet | 0x80 for octet in octets) if shift == b"(I" else octets)
    return b"".join(pieces)


def _moved(pair: re.Match[bytes]) -> bytes:
    row, cell = pair[0]
    lead = (row - 0x21) // 2 + 0x81
    return bytes(
        (
            lead if lead < 0xA0 else lead + 0x40,
            cell + 0x7E if row % 2 == 0 else cell + (0x1F if cell < 0x60 else 0x20),
        )
    )
