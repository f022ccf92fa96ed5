# ruff: noqa: E501 (tables)
"""Elements that hide or break text, and the marks that clients put on quoted mails and signatures."""

import re

SKIPPED = {
    "script",
    "style",
    "head",
    "title",
    "template",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
    "select",
    "textarea",
    "-comment",
    "-doctype",
    "meta",
    "link",
    "map",
    "audio",
    "video",
}
BLOCKS = {
    "div", "p", "tr", "table", "ul", "ol", "li", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "section", "article", "header", "footer", "center", "address", "dl", "dt", "dd", "form", "fieldset", "body", "tbody", "thead",
}  # fmt: skip
PARAGRAPHS = {"p", "blockquote", "ul", "ol", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table"}
OLD_MAIL_IDS = {
    "divrplyfwdmsg",
    "appendonsend",
    "mail-editor-reference-message-container",
    "orphanblockquote",
    "ms-outlook-mobile-reference",
    "olk_src_body_section",
    "replyforwardmessage",
    "x_divrplyfwdmsg",
    "x_appendonsend",
    "zwchr",
}
SIGNATURE_CLASSES = {
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "mailspring-signature",
    "bloop_sign",
    "signature",
    "applesignature",
    "ms-outlook-mobile-signature",
}
SIGNATURE_IDS = {
    "signature",
    "x_signature",
    "ms-outlook-mobile-signature",
    "x_ms-outlook-mobile-signature",
    "applemailsignature",
    "divsignature",
    "bloop_sign",
}
UNCLOSED = {
    "p",
    "li",
    "td",
    "th",
    "tr",
    "dt",
    "dd",
    "option",
    "tbody",
    "thead",
    "tfoot",
    "colgroup",
    "br",
    "img",
    "hr",
    "meta",
    "link",
    "input",
    "col",
    "area",
    "base",
    "embed",
    "source",
    "track",
    "wbr",
    "param",
}
FORMATTING = {"a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}

_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:^|;)\s*font-size\s*:\s*(?:0(?![.\d])|0?\.\d|1(?:px|pt)\b)|(?:^|;)\s*opacity\s*:\s*(?:0(?![.\d])|0?\.0)|mso-hide\s*:\s*all"
    r"|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*0",
    re.IGNORECASE,
)
_CUT_OFF = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_NO_SIZE = re.compile(r"(?:max-|(?:^|;)\s*)(?:height|width)\s*:\s*0(?![.\d])", re.IGNORECASE)


def hides(style: str) -> bool:
    """Whether a person sees nothing of an element with this `style`."""
    return bool(_HIDDEN.search(style) or (_CUT_OFF.search(style) and _NO_SIZE.search(style)))
