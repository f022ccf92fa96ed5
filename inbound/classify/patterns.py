"""Where a rating can stand in a sentence. All match normalised text (ratings.normalised): lower case, ASCII digits."""

import re

from . import words

QUOTED = re.compile(r"^\s{0,4}(?:>|\|\s)")
WORD_VALUES = {word: value for value, text in words.NUMBERS.items() for word in text.split()}
WORDS = "|".join(sorted(map(re.escape, WORD_VALUES), key=len, reverse=True))
DIGITS = r"(?<![\w.,/$€£:+-])-?\d{1,6}(?:[.,]\d{1,3})?(?![\w%€$£°]|[.,:/]\d|-[^\W\d])"
CJK_DIGITS = r"(?<![\d.,/:+-])\d{1,3}(?:[.,]\d{1,3})?(?=[^\x00-\u02ff])"
NUMBER = rf"(?P<n>{DIGITS}|{CJK_DIGITS}|(?<!\w)(?:{WORDS})(?!\w))"
ENDS = r"(?=\s*(?:$|[,;:!.?)\]\"'»”。！、，…\-–—(:]))"

OPENING = r"(?:[:;]-?[)D]\s*)?(?:[^\w.,/:$€£+<>=~≈≤≥-]|-(?=\s))*"
CLOSING = r"[^\w%€$£?/+-]*$"
ALONE = re.compile(rf"^{OPENING}(?:no\.|nr\.?|n°|nº|option|number|rating|#)?\s*{NUMBER}{words.UNITS}?{CLOSING}")
LEADS = re.compile(
    rf"^{OPENING}{NUMBER}(?:{words.UNITS}|\s*/\s*4)?(?P<after>[\s*_)\]\"'»”]*(?:[,;:!.。、，！…–—(]|-(?=\s+\S)|$)|\s+(?P<next>[^\s,.;:!?]+))"
)
TRAILS = re.compile(
    r"^(?P<before>[^\d\n]{2,300}?)(?P<mark>[,;:!.。，、！\-–—(])\s*(?:so |also |daher |donc |por eso |quindi |dus )?"
    rf"(?:an? |eine? |une? |una? )?{NUMBER}{words.UNITS}?[\s)*_.!。！]*$"
)
FRACTION = re.compile(
    rf"(?<![\w/.])(?P<n>\d{{1,3}}(?:[.,]\d)?|(?:{WORDS}))\s*{words.OUT_OF}\s*(?P<of>\d{{1,3}}|(?:{WORDS}))(?![\w/])"
)
OF_FOUR = re.compile(
    r"4\s*(?:点中|点満点(?:中|で)|分中|分之|分满分[,，]?(?:给|打)?|점\s*만점에|\s*üzerinden)\s*(?P<n>\d)(?!\d)"
)
NAMED = re.compile(
    rf"(?<!\w)(?:{'|'.join(words.NOUNS)}){words.IS}{NUMBER}{ENDS}|(?<!\w)(?:{'|'.join(words.NOUNS)})\s*[:：=]\s*(?P<n2>-?\d{{1,6}}(?:[.,]\d{{1,3}})?)(?![\w.,]*\d)"
)
GIVEN = [re.compile(rf"(?:{before}){NUMBER}(?:{words.UNITS}|\s*/\s*4)?(?P<rest>\s+\S+|)") for before in words.I_GIVE]
GIVEN_AFTER = re.compile(rf"{NUMBER}{words.UNITS}?{words.GIVE_AFTER}")
RANGED = re.compile(
    rf"(?<![\w.,/])(?:\d{{1,2}}|(?:{WORDS}))\s*{words.RANGE}\s*(?:an?\s|eine?\s|une?\s|una?\s)?(?:\d{{1,2}}|(?:{WORDS}))(?![\w%/]|[.,]\d)"
)
STANDING = re.compile(r"(?<![\w.,:/$€£-])[1-4](?![\w%€$£-]|[.,:/]\d|\s*/)")
"""A digit that could be a rating, wherever it stands."""
AS_A_RATING = re.compile(r"\b(?:an?|eine?|une?|una?|uma?|een|en)\s+[1-4](?![\w%/-]|[.,:]\d)(?P<rest>\s+\S+|)")
"""A digit that an article makes a thing: "a 3"."""
GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|dear|good|hallo|liebe[rs]?|sehr|guten|bonjour|salut|cher|chère|hola|buenos|buenas|estimad\w+|olá|bom|boa|ciao|buongiorno|gentile|beste|hoi|hej|hei|cześć|dzień|dobrý|привет|здравствуйте|merhaba|sayın)\b.{0,40}|[^\d.!?]{1,30},)$"
)
DENIED = re.compile(words.DENIED)
HEDGED = re.compile(words.HEDGED)
SOMEONE_ELSE = re.compile(words.SOMEONE_ELSE)
CONDITIONAL = re.compile(words.CONDITIONAL)
ANOTHER_TIME = re.compile(words.ANOTHER_TIME)
TAKEN_BACK = re.compile(words.TAKEN_BACK)
COMPARED = re.compile(words.COMPARED)
RATES_NOT = re.compile(words.RATES_NOT)
BEYOND = re.compile(words.BEYOND)
TOO = re.compile(words.TOO)
DENIED_BEHIND = re.compile(words.DENIED_BEHIND)
UNIT = re.compile(rf"^{words.UNITS}(?!\w)\s*")
A_DAY = re.compile(rf"\s*(?:st|nd|rd|th|er)?[.]?\s*(?:de\s+|d'|of\s+)?{words.MONTHS}(?!\w)")
SYMBOL = re.compile(r"^[%€$£¥°+/=<>~^&#@]")
ABBREVIATION = re.compile(r"(?:^|[\s(])([^\W\d]{1,6}|[^\W\d]\.[^\W\d])\.$")
DATE_BEFORE = re.compile(
    r"\b(?:"
    r"tel|abb|nr|no|pp?|sec|sect|ch|chap|eq|ref|vol|ca|approx|kap|pkt|abs|str|ext|rm|рис|стр|табл|гл|"
    r"aim|room|item|point|reviewer|line|paragraph|aufgabe|seite|kapitel|punkt|raum|at|um|à|a las|alle|"
    r"alle ore|om|kl|kl\.|klo|в|o|às|saat|around|about|on|by|before|until|since|from|am|bis|vom|le|du|"
    r"au|el|del|il|dal|op|den|em|dia|w dniu|do|meet|date|deadline|due|till|figure|fig|table|section|"
    r"chapter|page|step|phase|version|v"
    r")\.?\s*$"
)
"""What stands before a number that dates, places or numbers something."""
STARS = re.compile(r"(?:[⭐★🌟✯✭]\ufe0f?\s?)+")
LISTED = re.compile(r"^\s*(?:[-*]\s*)?(\d)\s?[.)]\s", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[!?。！？])\s*|(?<=[^\d\s]\.)\s+|(?<=\S\s\d\.)\s+(?=[^\W\d])|\n")
SUBJECT_PREFIX = re.compile(
    r"^\s*(?:\[[^\]]{0,30}\]\s*)?(?:(?:re|aw|sv|antw|odp|ynt|vs|r|res|fwd?|wg|回复|返信|답장)\s*[:：]\s*)+"
)
AMBIGUOUS = {"to", "due", "dos", "tre", "이", "사"}
SURE_ONES = {"one", "eins", "uno", "jeden", "jedynka", "jedynkę", "один", "единица", "единицу", "bir", "一", "하나"}
WORDLIKE = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
