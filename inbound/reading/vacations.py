# ruff: noqa: E501 (tables are read line by language, not by width)
"""The words of absence notices. Subjects are anchored at the start; texts need more than one sign."""

import re

_SUBJECT = re.compile(
    r"^\W{0,3}(?:auto(?:matic)?[- ]?(?:reply|response|answer)|auto ?: |out of (?:the )?office|ooo\b\s*[:,-]|away from (?:the |my )?(?:office|desk)|on (?:annual |parental )?leave\s*[:,-]|vacation (?:reply|notice|response)"
    r"|automatische (?:antwort|rückmeldung)|abwesenheits(?:notiz|benachrichtigung|meldung|assistent)?|abwesend|nicht im (?:büro|haus)"
    r"|réponse automatique|absence du bureau|absent du bureau|message d'absence|respuesta autom[aá]tica|fuera de (?:la )?oficina|ausente de la oficina"
    r"|resposta autom[aá]tica|fora do escrit[oó]rio|ausência|risposta automatica|fuori (?:sede|ufficio)|assenza dall'ufficio|automatisch antwoord|afwezigheid(?:sbericht)?|niet op kantoor"
    r"|autosvar|automatiskt? svar|frånvaro(?:meddelande)?|ikke på kontoret|fraværs|poissa(?:olo)?|automaattinen vastaus|odpowiedź automatyczna|autoodpowiedź|automatyczna odpowiedź|poza biurem|nieobecno"
    r"|автоматический ответ|автоответ|вне офиса|нет на месте|автоматична відповідь|otomatik (?:yanıt|cevap)|ofis dışında|automatická odpověď|mimo kancelář|automatikus válasz|răspuns automat|αυτόματη απάντηση"
    r"|自動(?:返信|応答)|不在(?:通知|のお知らせ|連絡)|自动(?:回复|答复)|自動(?:回覆|答覆)|外出(?:通知)?|不在办公室|자동 ?(?:회신|응답)|부재중|מענה אוטומטי|תשובה אוטומטית|מחוץ למשרד|رد تلقائي|خارج المكتب)",
    re.IGNORECASE,
)

_AWAY = re.compile(
    r"\b(?:i am|i'm|i will be|i'll be) (?:currently |now )?(?:out of (?:the )?office|away (?:from (?:the |my )?(?:office|desk)|on )|on (?:vacation|holiday|annual leave|parental leave|leave|sabbatical))"
    r"|\bthank you for your (?:e-?mail|message)\b.{0,80}\b(?:out of (?:the )?office|on leave|away|vacation)"
    r"|\bich bin (?:derzeit |momentan |zur zeit |aktuell |bis |vom ).{0,40}(?:nicht (?:im (?:büro|haus)|erreichbar)|abwesend|im urlaub|außer haus)|\bich bin (?:nicht im büro|im urlaub|abwesend)"
    r"|\bje suis (?:actuellement )?(?:absent|en congé|en vacances|hors du bureau)|\b(?:estoy|estaré) (?:actualmente )?(?:fuera de (?:la )?oficina|de vacaciones|ausente)"
    r"|\b(?:estou|estarei) (?:atualmente )?(?:fora do escritório|de férias|ausente)|\b(?:sono|sarò) (?:attualmente )?(?:fuori (?:ufficio|sede)|in ferie|assente)"
    r"|\bik ben (?:momenteel |tot |op dit moment ).{0,30}(?:afwezig|niet (?:op kantoor|aanwezig)|met (?:vakantie|verlof))|\bik ben (?:afwezig|met vakantie)"
    r"|\bjag är (?:för närvarande )?(?:inte på kontoret|på semester|frånvarande|ledig)|\bjeg er (?:for tiden )?(?:ikke på kontoret|på ferie|bortreist)|\bolen (?:tällä hetkellä )?(?:lomalla|poissa)"
    r"|\b(?:jestem|będę) (?:obecnie )?(?:poza biurem|na urlopie|nieobecn)|\bя (?:сейчас |в настоящее время )?(?:в отпуске|отсутствую|вне офиса|не в офисе)|\bменя (?:не будет|нет) (?:в офисе|на месте)"
    r"|\b(?:ofis dışındayım|ofiste değilim|izindeyim|tatildeyim|yıllık izinde)|不在にしており|休暇(?:中|を)|出張(?:中|の)|正在(?:休假|出差|度假)|不在办公室|不在辦公室|(?:휴가|부재|출장) ?중|אני (?:בחופשה|מחוץ למשרד|לא במשרד)",
    re.IGNORECASE | re.DOTALL,
)
_MORE = re.compile(
    r"\b(?:automatic(?:ally)? (?:reply|response|generated)|limited access|no access to (?:my )?e-?mail|upon my return|when i return|i will (?:reply|respond|be back|return|get back)|in urgent cases|for urgent|if (?:it is|this is|your (?:matter|request) is) urgent|in my absence|until|returning)\b"
    r"|\b(?:in dringenden|automatisch|nach meiner rückkehr|wieder erreichbar|vertret(?:ung|en)|bis (?:zum|einschließlich)|weitergeleitet)|\b(?:en cas d'urgence|à mon retour|jusqu'au|automatique)|\b(?:en caso de urgencia|a mi regreso|hasta el|autom[aá]tic[ao])"
    r"|\b(?:em caso de urgência|no meu retorno|até)|\b(?:in caso di urgenza|al mio rientro|fino al|automatic[ao])|\b(?:bij dringende|dringende gevallen|tot en met|terugkomst|automatisch)|\b(?:vid brådskande|åter|till och med|tillbaka|automatisk)"
    r"|\b(?:w pilnych|po powrocie|do dnia|automatyczn)|(?:в срочных|по возвращени|до \d|автоматическ)|(?:acil (?:durum|konu)|dönü(?:şümde|nce)|kadar|otomatik)|お急ぎ|まで|戻り|自動|紧急|回来|自动|緊急|급한|까지|복귀|자동|דחופ|עד|אחזור|אוטומט",
    re.IGNORECASE,
)


def subject_says_so(subject: str) -> bool:
    """Whether `subject` begins as that of an automatic reply (a leading ``Re:`` makes it a person's answer to one)."""
    return bool(_SUBJECT.match(subject[:200].lstrip()))


def text_says_so(text: str) -> bool:
    """Whether the first words speak of absence in at least two ways: "I am away" and "until", "if urgent", "automatic"."""
    start = _unquoted(text)[:1_500]
    return bool(_AWAY.search(start[:600]) and _MORE.search(start))


def is_one(subject: str, text: str) -> bool:
    """Whether words alone make this an absence notice: the subject says so, and the text does or is short of anything else."""
    return subject_says_so(subject) and (
        text_says_so(text) or bool(_AWAY.search(_unquoted(text)[:600])) or _begins_automatically(subject)
    )


def _begins_automatically(subject: str) -> bool:
    return bool(
        re.match(
            r"\W*auto\w*[ -]|\W*(?:réponse|respuesta|resposta|risposta) autom|\W*自[動动]|\W*자동|\W*автоо|\W*автомат|\W*otomatik|\W*odpowiedź automat",
            subject,
            re.IGNORECASE,
        )
    )


def _unquoted(text: str) -> str:
    return "\n".join(line for line in text[:5_000].split("\n") if not line.startswith(">"))
