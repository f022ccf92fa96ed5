# ruff: noqa: E501 (tables are read line by language, not by width)
"""What mail programs write around a quoted mail, by language: facts about clients, as tables.

Sources: the clients' own message catalogues as they show in mails of Gmail, Outlook (desktop, web, mobile), Apple Mail,
Thunderbird, Yahoo, Proton, Airmail, Zoho, BlackBerry, K-9, Lotus Notes and others.
"""

import re

WROTE = (
    "wrote", "writes", "said", "has written", "schrieb", "geschrieben", "a écrit", "écrit", "ecrit", "écrivait", "escribió", "escribio", "ha escrito", "escriu", "va escriure", "escreveu", "ha scritto",
    "schreef", "geschreven", "skrev", "skrifaði", "kirjoitti", "napisał", "napisała", "napisał(a)", "napisal", "napísal", "napisal(a)", "napísal(a)", "napsal", "napsala", "napsal(a)", "pisze", "piše",
    "je napisao", "je napisala", "написал", "написала", "написал(а)", "пишет", "писал", "писал(а)", "написав", "написав(ла)", "пише", "написа", "írta", "ezt írta", "a scris", "έγραψε",
    "yazdı", "şunu yazdı", "写道", "寫道", "さんは書きました", "さんが書きました", "は書きました", "のメール", "작성", "작성함", "님이 작성", "썼습니다", "כתב", "כתבה", "כתב/ה", "كتب", "كتبت", "تمت كتابة ما يلي بواسطة", "نوشت", "เขียนว่า", "viết", "đã viết",
    "menulis", "tulis", "telah menulis", "napisana przez", "је написао", "је написала", "написао", "rašė", "parašė", "rakstīja", "kirjutas", "idatzi zuen", "escribiu",
)  # fmt: skip
"""Verbs of "wrote", in the forms that attributions use."""

HEADER_LABELS = {
    "from": (
        "from", "von", "de", "da", "van", "från", "fra", "lähettäjä", "od", "от", "від", "kimden", "gönderen", "feladó", "de la", "expéditeur", "remitente", "remetente", "mittente", "afzender", "avsändare", "absender", "nadawca", "odesílatel",
        "отправитель", "від кого", "差出人", "发件人", "發件人", "寄件者", "寄件人", "보낸 사람", "보낸사람", "מאת", "من", "از", "จาก", "từ", "dari", "από", "šalje", "saatja", "nuo", "no", "desde", "frá", "daripada", "प्रेषक", "nork", "người gửi", "emisor", "expeditor", "送信者", "pošiljatelj", "подател",
    ),
    "date": (
        "sent", "date", "gesendet", "gesendet am", "datum", "envoyé", "envoyé le", "envoye", "date d'envoi", "enviado", "enviado el", "enviado em", "enviada em", "enviada", "fecha", "data", "inviato", "inviato il", "data invio", "verzonden", "verzonden op", "skickat", "sendt", "dato",
        "lähetetty", "päivämäärä", "päiväys", "wysłano", "wysłane", "data wysłania", "odesláno", "odoslané", "dátum", "poslano", "отправлено", "дата", "дата отправки", "надіслано", "изпратено", "tarih", "gönderildi", "gönderme tarihi", "gönderilme tarihi", "elküldve", "küldve", "trimis",
        "送信日時", "日付", "日時", "发送时间", "發送時間", "发送日期", "日期", "時間", "时间", "寄件日期", "傳送日期", "보낸 날짜", "날짜", "보낸날짜", "נשלח", "תאריך", "إرسال", "تم الإرسال", "تاريخ الإرسال", "التاريخ", "تاریخ", "ارسال", "ส่งเมื่อ", "วันที่", "đã gửi", "ngày", "gửi", "dikirim", "tanggal", "εστάλη", "στάλθηκε", "ημερομηνία",
        "saadetud", "kuupäev", "išsiųsta", "nosūtīts", "quan", "enviat el", "poslato", "dihantar", "भेजा गया", "दिनांक", "bidalia", "送信日", "dags", "sendt den",
    ),
    "to": (
        "to", "an", "à", "a", "pour", "para", "destinataire", "aan", "till", "til", "vastaanottaja", "do", "komu", "кому", "до", "kime", "alıcı", "címzett", "către", "catre", "προς", "宛先", "收件人", "收件者", "받는 사람", "받는사람", "אל", "إلى", "به", "ถึง", "đến", "tới", "kepada", "ke", "prima", "za", "adressaat", "kam", "per a", "destinatario", "destinatar", "destinatário", "příjemce", "príjemca", "adresat", "प्रति", "nori", "primatelj", "получател",
    ),
    "cc": ("cc", "kopie", "kopia", "kopi", "copie", "cópia", "copia", "dw", "копия", "копія", "bilgi", "másolat", "抄送", "副本", "참조", "עותק", "نسخة", "bcc", "cci", "kópia", "kopio", "ccn"),
    "subject": (
        "subject", "betreff", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "aihe", "temat", "předmět", "predmet", "тема", "относно", "konu", "tárgy", "subiect", "θέμα", "件名", "主题", "主題", "主旨", "제목", "נושא", "הנדון", "الموضوع", "موضوع", "เรื่อง", "หัวเรื่อง", "chủ đề", "tiêu đề",
        "perihal", "subjek", "assumpte", "teema", "zadeva", "tema", "tēma", "efni", "विषय", "gaia", "naslov", "re",
    ),
    "reply-to": ("reply-to", "reply to", "antwort an", "répondre à", "responder a", "responder para", "rispondi a", "risposta", "antwoord aan", "svar till", "svar til", "odpowiedz do", "ответить", "返信先", "回复", "答复", "importance", "wichtigkeit", "priorität", "attachments", "anlagen", "organization", "organisation", "resent-from", "newsgroups", "message-id", "list-id"),
}  # fmt: skip
"""Labels of the header block that Outlook and others put above a quoted mail, by what they name."""

ORIGINAL_MESSAGE = (
    "original message", "original email", "original e-mail", "original appointment", "ursprüngliche nachricht", "originalnachricht", "ursprüngliche mail", "original-nachricht", "urspr. nachricht", "ursprüngliche e-mail", "message d'origine", "message original", "message initial", "courriel original", "e-mail d'origine",
    "mensaje original", "mensagem original", "messaggio originale", "messaggio original", "oorspronkelijk bericht", "originele bericht", "origineel bericht", "ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse", "original meddelelse", "opprinnelig melding", "original melding", "alkuperäinen viesti",
    "wiadomość oryginalna", "oryginalna wiadomość", "oryginalnej wiadomości", "treść oryginalnej wiadomości", "původní zpráva", "původní e-mail", "pôvodná správa", "исходное сообщение", "оригинальное сообщение", "исходное письмо", "пересылаемое сообщение исходное", "оригінальне повідомлення", "вихідне повідомлення", "оригинално съобщение",
    "orijinal mesaj", "özgün ileti", "asıl mesaj", "eredeti üzenet", "eredeti levél", "mesaj original", "mesajul original", "mesajul initial", "αρχικό μήνυμα", "originalna poruka", "izvorna poruka", "izvirno sporočilo", "元のメッセージ", "オリジナルメッセージ", "原始邮件", "原始郵件", "原邮件", "原始信件", "원본 메시지", "원본 메일", "원본메시지", "הודעה מקורית",
    "ההודעה המקורית", "الرسالة الأصلية", "رسالة أصلية", "پیام اصلی", "ข้อความต้นฉบับ", "tin nhắn gốc", "thư gốc", "pesan asli", "missatge original", "algne kiri", "originali žinutė", "reply message", "previous message", "vorherige nachricht", "antwortnachricht",
)  # fmt: skip

FORWARDED_MESSAGE = (
    "forwarded message", "begin forwarded message", "forwarded email", "forwarded by", "weitergeleitete nachricht", "weitergeleitete mail", "anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail", "beginn der weitergeleiteten nachricht", "message transféré", "message transmis", "début du message transféré", "début du message réexpédié", "message transféré par",
    "mensaje reenviado", "inicio del mensaje reenviado", "mensagem encaminhada", "mensagem reencaminhada", "início da mensagem encaminhada", "início da mensagem reencaminhada", "messaggio inoltrato", "inizio messaggio inoltrato", "doorgestuurd bericht", "begin doorgestuurd bericht", "vidarebefordrat meddelande", "vidarebefordrat brev",
    "videresendt meddelelse", "start på videresendt besked", "videresendt melding", "videresendt e-post", "välitetty viesti", "edelleenlähetetty viesti", "wiadomość przekazana", "przekazana wiadomość", "treść przekazanej wiadomości", "początek przekazywanej wiadomości", "přeposlaná zpráva", "přeposlaný e-mail", "preposlaná správa",
    "пересылаемое сообщение", "пересланное сообщение", "переадресованное сообщение", "начало переадресованного сообщения", "переслане повідомлення", "препратено съобщение", "iletilmiş mesaj", "iletilen mesaj", "yönlendirilen mesaj", "továbbított üzenet", "mesaj redirecționat", "mesaj redirectionat", "προωθημένο μήνυμα", "proslijeđena poruka",
    "転送されたメッセージ", "転送メッセージ", "転送メール", "转发的邮件", "转发邮件", "已转发邮件", "轉寄郵件", "轉寄的郵件", "轉寄信件", "전달된 메시지", "전달된 메일", "הודעה שהועברה", "הודעה מועברת", "رسالة معاد توجيهها", "الرسالة المعاد توجيهها", "پیام هدایت شده", "ข้อความที่ส่งต่อ", "thư đã chuyển tiếp", "tin nhắn đã chuyển tiếp", "pesan terusan", "pesan yang diteruskan", "missatge reenviat",
)  # fmt: skip

FORWARD_SUBJECT = re.compile(
    r"^\s*(?:fwd?|fw|wg|tr|rv|enc|doorst|vl|vb|pd|пересл|перес|ilt|továbbítás|πρθ|转发|轉寄|転送|전달|הועבר)\s*[:：]",
    re.IGNORECASE,
)

SENT_FROM = re.compile(
    r"^[\s\W_]{0,6}(?:"
    r"(?:sent|posted|written|typed|dictated|composed) (?:\w+ ){0,2}?(?:from|via|with|using|by|on|through) (?!.{0,90} to )[^\s,]{1,60}(?: [^\s,]{1,60}){0,6}(?:[.,;(–—-]{0,2} {0,3}(?:please |pls |kindly )?(?:excuse|forgive|pardon|sorry|apolog|ignore|typos|brevity).{0,90})?"
    r"|(?:\w+ ){0,3}from (?:my |a |the |an )?(?:mobile|cell|phone|smart ?phone|iphone|ipad|ipod|android|blackberry|galaxy|samsung|tablet|handheld|windows phone)\b.{0,40}"
    r"|sent (?:from|with) (?:\S{1,30} \(https?://|proton ?mail\b).{0,120}|sent via (?:the|my) .{1,60}(?:phone|tablet)|sent while mobile|this (?:message|e-?mail) was sent using .{1,60}program|(?:\S+ ){0,6}?(?:please |pls )?(?:excuse|forgive|pardon) (?:any |my |the )?(?:brevity|typos|terseness|autocorrect\w*)\b.{0,40}|get (?:[\w-]{2,20} ){1,2}for (?:android|ios|iphone|ipad)"
    r"|get \[?outlook for\b.{0,120}|download outlook for\b.{0,100}|yahoo mail: search, .{0,80}"
    r"|(?:von|aus) (?:meinem|meiner|unterwegs|mobil\w*|iphone|ipad|samsung|outlook|android)\b.{0,60}\b(?:gesendet|geschickt|verschickt|geschrieben)|gesendet (?:von|mit|aus|über)\b.{0,80}|(?:diese|die) (?:nachricht|e-?mail|mail) wurde (?:von|mit|über)\b.{0,80}\b(?:gesendet|verschickt|geschrieben)|von unterwegs gesendet|mobil gesendet|holen sie sich outlook für\b.{0,80}|outlook für (?:ios|android) beziehen.{0,80}"
    r"|envoy[ée]e?s? (?:depuis|de|à partir|avec|via|par)\b.{0,80}|provenance\s*: courrier pour windows.{0,60}"
    r"|enviad[oa]s? (?:desde|de|do|da|con|com|via|a partir|pelo|pela|por|através)\b.{0,80}|obt(?:ener|enga|enha|er) (?:o )?outlook\b.{0,80}|baixe o outlook\b.{0,80}"
    r"|inviat[oa] (?:da|dal|dalla|con|tramite|via)\b.{0,80}|(?:ottieni|scarica) outlook\b.{0,80}"
    r"|verzonden (?:met|vanaf|via|vanuit|door)\b.{0,80}|verstuurd (?:met|vanaf|via|vanuit)\b.{0,80}|(?:download|haal) outlook\b.{0,80}"
    r"|skickat från\b.{0,80}|skickades från\b.{0,80}|hämta outlook\b.{0,80}|sendt (?:fra|via|med)\b.{0,80}|hent outlook\b.{0,80}|lähetetty\b.{0,80}(?:sta|stä|lta|ltä|ni|ista|lla|llä)\b.{0,20}|hanki outlook\b.{0,80}"
    r"|wysłan[eyo] (?:z|za pomocą|przez|przy)\b.{0,80}|pobierz (?:program )?outlook\b.{0,80}|odesláno (?:z|ze|pomocí)\b.{0,80}|odoslané (?:z|zo|pomocou)\b.{0,80}|posla[nt][oa] (?:sa|s|z|iz)\b.{0,60}"
    r"|отправлено (?:с|из|через|от)\b.{0,80}|скачать outlook\b.{0,80}|надіслано (?:з|із|через)\b.{0,80}|изпратено от\b.{0,60}"
    r"|.{0,40}(?:dan|den|tan|ten) gönderildi\b.{0,20}|android(?:'| için| telefon).{0,60}gönderildi|outlook uygulamasını.{0,60}|küldve\b.{0,60}|.{0,40}(?:ról|ről|ból|ből|mról|mről) küldve|trimis (?:de pe|din|cu|prin)\b.{0,60}|στάλθηκε από\b.{0,60}|εστάλη από\b.{0,60}|αποστολή από\b.{0,60}"
    r"|.{0,4}(?:iphone|ipad|android|galaxy|xperia|pixel|携帯|スマートフォン|スマホ|outlook|yahoo).{0,24}(?:から送信|より送信|で送信).{0,10}|(?:從|从|发自|發自|來自|寄自|来自).{0,3}(?:我的)?.{0,24}(?:iphone|ipad|手机|手機|传送|傳送|发送|發送|华为|小米|mail|outlook|邮箱|郵箱|寄出).{0,30}|发自.{0,30}|傳送自.{0,30}|발신 ?: ?.{0,30}|(?:나의|내) .{0,20}에서 (?:보냄|보낸).{0,20}|.{0,24}에서 (?:보냄|전송|발송)(?:됨|했습니다)?.{0,6}"
    r"|נשלח מ.{0,40}|مرسلة? من.{0,40}|أُ?رسلت من.{0,40}|تم الإرسال من.{0,40}|ارسال شده از.{0,40}|ส่งจาก.{0,40}|(?:được |đã )?gửi từ.{0,50}|dikirim dari.{0,50}|enviat des de.{0,50}|enviado dende\b.{0,50}|saadetud minu\b.{0,50}|išsiųsta iš\b.{0,50}|nosūtīts no\b.{0,50}|.{0,30}से भेजा गया|از .{0,30}ارسال شده"
    r")[\s\W_]{0,6}$",
    re.IGNORECASE,
)

OUTLOOK_OFFER = re.compile(
    r"^(?=[^\n]{0,60}\boutlook)(?=[^\n]{0,80}(?:\bios\b|ios용|\bandroid))(?:\S+ ){0,7}\S+$", re.IGNORECASE
)
"""What Outlook's apps put below a mail, whatever the language, when a verb of OFFERS is in it."""

OFFERS = re.compile(
    r"\b(?:get|download|herunter|beziehen|holen|obte|obti|télécharg|téléchar|descarg|baix|ottieni|scaric|downloaden|haal|skaffa?|hämta|få|hent|hanki|lataa|pobierz|uzyskaj|získ|stáhn|stiahn|obțin|descărc|preuzm|nabav|prid|edin|indir|letölt|muat turun|unduh|dapatkan|tải|nhận)"
    r"|получит|скача|загруз|отрима|завантаж|изтегл|λήψη|κατεβ|入手|获取|下载|取得|下載|다운로드|받기|קבל|הורד|الحصول|تنزيل|دریافت|ดาวน์โหลด|รับ",
    re.IGNORECASE,
)

DEVICES = re.compile(
    r"(?:i ?phon|i ?pad|i ?pod|\bios\b|ios용|apple|macbook|android|galaxy|samsung|huawei|xiaomi|redmi|oppo|xperia|pixel|nokia|motorola|\blg\b|htc|blackberry|windows|outlook|exchange|yahoo|(?-i:\bMail\b)|[a-z]mail\b|mail(?:bird|spring|box|[. ](?:app|ru|for)\b)|correo (?:para|de)\b|courri(?:el|er pour)\b|messagerie|\bapp\b|anwendung|applica|aplica|aplik|приложен|https?:|www\.|\.com\b"
    r"|phone\b|smart|tablet|tablett|mobil|móvil|movil|móvel|celular|handy|handheld|wireless|telef|teléf|téléph|telemóvel|puhelin|puhelim|laite|laitte|gerät|appareil|apparaat|dispositiv|dispozitiv|enhet|enhed|urządz|zařízen|zariaden|устройств|телефон|мобильн|смартфон|пристр|készülék|συσκευ|κινητ|τηλέφ|cihaz|điện thoại|ponsel|携帯|スマ|手机|手機|邮箱|郵箱|移动|휴대|폰|모바일|טלפון|נייד|هاتف|جوال|الهاتف|มือถือ|โทรศัพท์|फ़ोन|unterwegs|on the (?:go|move)|\broad\b|while mobile|internet messaging|excuse|brevity|typos|thumbs|keyboard"
    r"|proton|tuta|gmx|web\.de|freenet|telekom|libero|orange|zoho|fastmail|hushmail|icloud|gmail|superhuman|shortwave|\bspark\b|\bfront\b|\bhey\b|airmail|mimestream|missive|canary|newton|edison|polymail|typeapp|bluemail|aqua|\bnine\b|boxer|k-9|thunderbird|evolution|verizon|at&t|t-mobile|vodafone|\bqq\b|foxmail|naver|daum|kakao|yandex|яндекс)",
    re.IGNORECASE,
)
"""What a signature says that it was sent from or with; without one, "Sent on Friday" is something that a person tells."""

FROM_MINE = re.compile(
    r"^[\s\W_]{0,6}(?:sent|typed|written) from (?:my \S{1,30}(?: \S{1,30}){0,2}|an? \S{1,30}(?: \S{1,30}){1,4})[\s\W_]{0,3}$",
    re.IGNORECASE,
)

MY_DEVICE = re.compile(
    r"^(?:Sent from (?:my|a)|Von mein\w+|Gesendet von mein\w+|Envoyé (?:de|depuis|à partir de) mon|Enviado (?:desde mi|do meu|a partir do meu)|Inviato dal? (?:mio )?|Verstuurd vanaf mijn|Verzonden vanaf mijn|Skickat från min|Sendt fra min|Lähetetty|Wysłan[eo] z|Odesláno z|Отправлено с|Надіслано з|Get Outlook for) "
)
"""A device's signature that needs no blank line above it; in the clients' own spelling, capital letter and all."""

MARKER = re.compile(
    r"(?:repl(?:y|ies)\b.{0,30}\babove\b.{0,20}\bline\b|\babove this line\b|please (?:type|write|enter) your reply above|write your reply above|reply above this|oberhalb dieser (?:linie|zeile)|über dieser (?:linie|zeile)|au-dessus de cette ligne|por encima de esta l[ií]nea|encima de esta l[ií]nea|acima desta linha|sopra questa (?:linea|riga)"
    r"|boven deze (?:lijn|regel)|ovanför (?:den här|denna) (?:linjen|raden)|over denne (?:linje|linjen)|tämän rivin yläpuolelle|powyżej tej linii|nad tímto řádkem|nad (?:touto|tento) (?:čiarou|riadok)|выше этой (?:линии|строки|черты)|вище цієї (?:лінії|риски)|bu (?:satırın|çizginin) (?:üstüne|üzerine)|この(?:線|行)(?:より|の)上|请在此行(?:之)?上|在此行(?:以上|上方)|在这条线(?:以上|上方)|이 (?:줄|선) 위에|מעל (?:ל)?שורה (?:זו|הזו)|فوق هذا السطر)",
    re.IGNORECASE,
)
MARKER_WORDS = (
    "above", "oberhalb", "über dieser", "dessus", "encima", "acima", "sopra", "boven deze", "over denne", "nad t",
)  # fmt: skip
"""A marker in ASCII holds one of these."""

BANNER = re.compile(
    r"^[\s\W_]{0,6}(?:\[?(?:external|extern|externe|externo|esterno)(?: (?:e-?mail|sender|message))?\]?\s*[:\-!*\]]|(?:external|extern) (?:e-?mail|sender|message)\b"
    r"|(?:caution|warning|attention|notice|achtung|vorsicht|warnung|atención|precaución|atenção|cuidado|attenzione|let op|varning|advarsel|uwaga|внимание|dikkat|注意)\s*[:!\-–—*\]].{0,40}(?:this (?:e-?mail|message|mail)|external|outside|extern|diese (?:e-?mail|nachricht)|ce (?:message|courriel|mail)|este (?:correo|mensaje|e-?mail)|esta mensagem|quest[ao] (?:e-?mail|messaggio)|deze (?:e-?mail|mail)|detta|denne|ta wiadomość|это письмо|bu e-?posta|本邮件|このメール)"
    r"|(?:this|the) (?:e-?mail|message|mail) (?:originated|came|comes|was sent|is) from (?:an? )?(?:outside|external|someone outside)|you don[’']?t often (?:get|receive) e?mail from|diese (?:e-?mail|nachricht) (?:kommt|stammt|wurde) von (?:einem )?(?:extern|außerhalb)"
    r"|sie erhalten nicht (?:oft|häufig) eine e-?mail von|vous n[’']obtenez pas souvent d[’']e-mail|no suele recibir correo|non si riceve spesso|você não costuma receber)",
    re.IGNORECASE,
)

DISCLAIMER = re.compile(
    r"^[\s\W_]{0,6}(?:(?:confidentiality|confidential|legal|privacy|important|privileged)(?: and [a-z]+)? (?:notice|note|disclaimer|statement|information|message)\b|disclaimer\b\s*[:\-]|haftungsausschluss|vertraulichkeitshinweis|rechtlicher hinweis|avis de confidentialité|aviso (?:legal|de confidencialidad)|avviso di riservatezza|aviso de confidencialidade"
    r"|(?:this|the information (?:contained )?in this|the contents? of this|the information transmitted)\b.{0,80}\b(?:e-?mail|message|communication|transmission)?\b.{0,120}\b(?:confidential|privileged|intended (?:only|solely)|intended recipient|sole use|proprietary)\b"
    r"|(?:if you (?:are not|have received).{0,60}(?:intended recipient|in error|by mistake))"
    r"|diese (?:e-?mail|nachricht|mitteilung)\b.{0,120}\b(?:vertraulich|rechtlich geschützt|ausschließlich für|nur für den)|der inhalt dieser e-?mail|ce (?:message|courriel|mail|courrier)\b.{0,120}\b(?:confidentiel|destiné|exclusivement)|este (?:mensaje|correo|e-?mail)\b.{0,120}\b(?:confidencial|dirigid|destinatari)|esta mensagem\b.{0,120}\b(?:confidencia|destin)"
    r"|(?:questo messaggio|questa e-?mail|le informazioni contenute)\b.{0,120}\b(?:riservat|confidenzial|destinat)|(?:dit bericht|deze e-?mail|de informatie)\b.{0,120}\b(?:vertrouwelijk|bestemd|geadresseerde)|det(?:ta|te) (?:meddelande|e-?post\w*|meddelelse)\b.{0,120}\b(?:konfidentiel|avsett|fortrolig)|(?:ta|niniejsza) (?:wiadomość|korespondencja)\b.{0,120}\b(?:poufn|przeznaczon)|(?:это|данное) (?:сообщение|письмо)\b.{0,120}\b(?:конфиденциал|предназначен)|bu e-?posta\b.{0,120}\b(?:gizli|özel)"
    r"|本(?:邮件|郵件|メール).{0,80}(?:机密|機密|保密)|このメール.{0,80}(?:機密|秘密)|이 (?:메일|이메일).{0,80}(?:기밀|비밀)|(?:please )?consider the environment before printing|(?:bitte )?denken sie an die umwelt|pensez à l[’']environnement|piense en el medio ambiente|virus[- ]free\.? www|this (?:e-?mail|message) (?:has been|was) (?:scanned|checked|sent from a computer protected)|diese e-?mail wurde (?:von avast|auf viren)|l[’']absence de virus)",
    re.IGNORECASE,
)
DISCLAIMER_HEADS = (
    "avis", "avviso", "bitte", "bu ", "ce ", "confidential", "consider", "de ", "denken", "der ", "det", "deze ", "diese ", "disclaimer", "dit ", "esta ", "este ", "haftungsausschluss", "if you", "important", "information", "l'absence",
    "le ", "legal", "niniejsza ", "pense", "piense", "please", "privacy", "privileged", "quest", "rechtlicher", "ta ", "the ", "this", "vertraulich", "virus",
)  # fmt: skip
"""Every disclaimer in ASCII begins with one of these."""

BOUNCE_SUBJECT = re.compile(
    r"undeliver|non.?deliver|deliver\w* (?:status|failure|has failed|problem|delayed|report)|failure notice|returned (?:mail|to sender)|mail delivery (?:failed|failure|system)"
    r"|could not be delivered|delivery notification|warning: (?:could not send|message)|unzustellbar|nicht zustellbar|nicht zugestellt|zustellung.{0,20}fehlgeschlagen"
    r"|non remis|échec de (?:la )?remise|échec d'acheminement|no se (?:puede|pudo|ha podido) entregar|devuelto|mancata consegna|impossibile recapitare|onbestelbaar"
    r"|não (?:foi )?entregue|falha na entrega|nedoručitel|niedostarczon|не удалось доставить|недоставлен|teslim edilemedi|配信不能|配信(?:状況|に失敗)|未送达|退信|배달(?:되지|할 수)",
    re.IGNORECASE,
)

FIRST_PERSON = re.compile(
    r"\b(?:i|we|ich|wir|j'ai|j’ai|nous|yo|ik|wij|jag|vi|eu|io) (?:wrote|schrieb|schrieben|schreef|schreven|skrev|said)\b|\b(?:j['’]ai|nous avons|he|hemos|ho|abbiamo|ich habe|wir haben|ik heb) (?:écrit|escrito|scritto|geschrieben|geschreven)",
    re.IGNORECASE,
)

QUOTING_WORDS = (
    "quoting", "zitat von", "citando", "quota", "quotando", "citeren", "cytowanie", "cituji", "citujem", "excerpts from", "quoted from",
)  # fmt: skip
QUOTING = re.compile(rf"^[\s*_]{{0,4}}(?:{'|'.join(QUOTING_WORDS)})\s\S[^\n]{{1,160}}$", re.IGNORECASE)
"""How webmail programs introduce a quote without saying that somebody wrote (Horde: "Quoting Ada <a@b>:")."""

OPENER = re.compile(
    r"^[\s\-*_>\u200e\u200f\u202a-\u202e]{0,12}(?:on|at|am|le|el|il|op|den|em|no dia|dnia|w dniu|o|þann|дана|на дан|dne|dňa|dana|u|on:|в|от|на|пн|вт|ср|чт|пт|сб|вс|нд|pe|la|στις|στο|vào|pada|a|ב-|בתאריך|في|در|เมื่อ|เมื่อวันที่|在|於|于|date|am:)(?=[\s\d,.:‎‏־-]|$)",
    re.IGNORECASE,
)
