# ruff: noqa: E501 (a table)
"""Charset labels that Python does not know or knows too narrowly (WHATWG Encoding Standard §4.2, and what senders write)."""

SUPERSETS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252",
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "hz",
    "euc_kr": "cp949", "johab": "johab", "shift_jis": "cp932", "euc_jp": "euc_jis_2004", "big5": "big5hkscs",
    "iso2022_jp": "iso2022_jp_ext", "iso2022_jp_1": "iso2022_jp_ext", "iso8859-9": "cp1254", "tis-620": "cp874", "iso8859-11": "cp874",
}  # fmt: skip
ALIASES = {
    "ansi": "cp1252", "ansi_x3.4-1968": "ascii", "ansi-x3-4-1968": "ascii", "cp-1252": "cp1252", "x-ansi": "cp1252", "windows1252": "cp1252",
    "iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "iso-8859-6-i": "iso8859-6", "iso-8859-6-e": "iso8859-6", "logical": "iso8859-8",
    "uft-8": "utf-8", "uft8": "utf-8", "utf": "utf-8", "utf-8-mac": "utf-8", "utf8mb4": "utf-8", "unicode-1-1-utf-8": "utf-8", "x-utf-8": "utf-8",
    "utf-8;": "utf-8", "utf-8n": "utf-8", "utf_8": "utf-8", "unicode": "utf-16", "utf-16": "utf-16", "unicode-1-1-utf-7": "utf-7", "x-utf-7": "utf-7",
    "x-gbk": "gbk", "gb_2312-80": "gb2312", "gb2312_charset": "gb2312", "chinese": "gb2312", "csgb2312": "gb2312", "x-euc-cn": "gb2312", "cn-gb": "gb2312",
    "ks_c_5601-1987": "euc_kr", "ks_c_5601": "euc_kr", "ksc5601": "euc_kr", "ks_c_5601-1989": "euc_kr", "iso-ir-149": "euc_kr", "cp51949": "euc_kr", "windows-949": "cp949", "x-windows-949": "cp949",
    "x-sjis": "shift_jis", "shift-jis": "shift_jis", "windows-31j": "cp932", "cp943": "cp932", "ms932": "cp932", "x-euc-jp": "euc_jp", "csiso2022jp": "iso2022_jp", "iso-2022-jp-ms": "iso2022_jp", "cp50220": "iso2022_jp", "cp50221": "iso2022_jp", "cp50222": "iso2022_jp", "cp51932": "euc_jp",
    "big5-eten": "big5", "x-x-big5": "big5", "cn-big5": "big5", "windows-950": "cp950",
    "windows-874": "cp874", "dos-874": "cp874", "tis620": "tis-620", "x-cp1250": "cp1250", "x-cp1251": "cp1251", "win-1251": "cp1251", "win1251": "cp1251",
    "koi8": "koi8-r", "koi": "koi8-r", "koi8-ru": "koi8-u", "x-mac-cyrillic": "mac-cyrillic", "x-mac-roman": "mac-roman", "macintosh": "mac-roman",
    "x-mac-ce": "mac-latin2", "macroman": "mac-roman", "iso8859_1": "iso8859-1", "8859_1": "iso8859-1", "iso-8859": "iso8859-1", "iso-8859-15-windows": "cp1252",
}  # fmt: skip
