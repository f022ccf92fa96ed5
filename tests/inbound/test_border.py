"""I10: what only our own border may say."""

from inbound.verdicts import border

OURS = ["in.example.com"]


def test_a_strangers_field_with_our_name_is_taken_out() -> None:
    """RFC 8601 section 5; whatever comments and cases it hides our name in."""
    head = b"From: a@b\r\nAuthentication-Results: (x) IN.example.com;\r\n\tdmarc=pass\r\nSubject: s\r\n"
    assert border.without_ours(head + b"\r\nbody", authserv_ids=OURS) == b"From: a@b\r\nSubject: s\r\n\r\nbody"


def test_other_peoples_fields_and_the_body_stay_as_they_are() -> None:
    raw = (
        b"Authentication-Results: mx.partner.example; dmarc=pass\r\nFrom: a@b\r\n\r\n"
        b"Authentication-Results: in.example.com; dmarc=pass\r\n"
    )
    assert border.without_ours(raw, authserv_ids=OURS) == raw
