# ruff: noqa: E501 (tables)
"""How mail programs introduce, sign and stamp a reply: written for these tests, by language."""

ATTRIBUTIONS = """
On Mon, 2 Feb 2026 at 09:00, Pulse <review+abc@in.example.com> wrote:
On Mon, Feb 2, 2026 at 9:00 AM Pulse <review+abc@in.example.com> wrote:
On Feb 2, 2026, at 9:00 AM, Pulse <review+abc@in.example.com> wrote:
On 02/02/2026 09:00, Pulse wrote:
On 2026-02-02 09:00, Pulse wrote:
On Monday, February 2, 2026 at 09:00:00 AM GMT+1, Pulse <review+abc@in.example.com> wrote:
On Monday, February 2nd, 2026 at 9:00 AM, Pulse <review+abc@in.example.com> wrote:
On 2 February 2026 at 09:00:00, Pulse (review+abc@in.example.com) said:
On 2 February 2026 at 09:00:00, Pulse (review+abc@in.example.com(mailto:review+abc@in.example.com)) wrote:
On Mon, 2 Feb 2026, Pulse wrote:
On Mon, Feb 02, 2026 at 09:00:00AM +0100, Pulse wrote:
On 2/2/26 9:00 AM, Pulse wrote:
At 09:00 02/02/2026, you wrote:
2026-02-02 9:00 GMT+01:00 Pulse <review+abc@in.example.com>:
Pulse <review+abc@in.example.com> wrote:
Pulse <review+abc@in.example.com> writes:
"Pulse" <review+abc@in.example.com> wrote on 02/02/2026 09:00:00 AM:
02.02.2026, 09:00, "Pulse" <review+abc@in.example.com>:
---- On Mon, 02 Feb 2026 09:00:00 +0100 Pulse <review+abc@in.example.com> wrote ----
*On Mon, 2 Feb 2026 at 09:00, Pulse <review+abc@in.example.com> wrote:*
Am Mo., 2. Feb. 2026 um 09:00 Uhr schrieb Pulse <review+abc@in.example.com>:
Am 02.02.2026 um 09:00 schrieb Pulse:
Am 02.02.26 um 09:00 schrieb Pulse <review+abc@in.example.com>:
Am Montag, 2. Februar 2026 um 09:00:00 MEZ hat Pulse <review+abc@in.example.com> Folgendes geschrieben:
Am 2. Februar 2026 09:00:00 MEZ schrieb Pulse <review+abc@in.example.com>:
Pulse <review+abc@in.example.com> schrieb am Mo., 2. Feb. 2026 um 09:00 Uhr:
Pulse <review+abc@in.example.com> hat am 02.02.2026 09:00 CET geschrieben:
Le lun. 2 févr. 2026 à 09:00, Pulse <review+abc@in.example.com> a écrit :
Le 02/02/2026 à 09:00, Pulse a écrit :
Le 2 févr. 2026 à 09:00, Pulse <review+abc@in.example.com> a écrit :
Le lundi 2 février 2026 à 09:00:00 UTC+1, Pulse <review+abc@in.example.com> a écrit :
Le 2 févr. 2026 09:00, "Pulse" <review+abc@in.example.com> a écrit :
El lun, 2 feb 2026 a las 9:00, Pulse (<review+abc@in.example.com>) escribió:
El 02/02/2026 a las 9:00, Pulse escribió:
El 2 feb 2026, a las 9:00, Pulse <review+abc@in.example.com> escribió:
El lunes, 2 de febrero de 2026, 09:00:00 CET, Pulse <review+abc@in.example.com> escribió:
Em seg., 2 de fev. de 2026 às 09:00, Pulse <review+abc@in.example.com> escreveu:
Em 02/02/2026 09:00, Pulse escreveu:
Em segunda-feira, 2 de fevereiro de 2026 09:00:00 BRT, Pulse <review+abc@in.example.com> escreveu:
No dia 02/02/2026, às 09:00, Pulse <review+abc@in.example.com> escreveu:
A segunda, 2/02/2026, 09:00, Pulse <review+abc@in.example.com> escreveu:
Il giorno lun 2 feb 2026 alle ore 09:00 Pulse <review+abc@in.example.com> ha scritto:
Il 02/02/2026 09:00, Pulse ha scritto:
Il giorno 2 feb 2026, alle ore 09:00, Pulse <review+abc@in.example.com> ha scritto:
Il lunedì 2 febbraio 2026 alle ore 09:00:00 CET, Pulse <review+abc@in.example.com> ha scritto:
Op ma 2 feb 2026 om 09:00 schreef Pulse <review+abc@in.example.com>:
Op 02-02-2026 om 09:00 schreef Pulse:
Op 2 feb. 2026 om 09:00 heeft Pulse <review+abc@in.example.com> het volgende geschreven:
Op maandag 2 februari 2026 om 09:00:00 CET schreef Pulse <review+abc@in.example.com>:
Den mån 2 feb. 2026 kl 09:00 skrev Pulse <review+abc@in.example.com>:
Den 2026-02-02 kl. 09:00, skrev Pulse:
2 feb. 2026 kl. 09:00 skrev Pulse <review+abc@in.example.com>:
Den man. 2. feb. 2026 kl. 09.00 skrev Pulse <review+abc@in.example.com>:
Den 02.02.2026 kl. 09.00 skrev Pulse:
man. 2. feb. 2026 kl. 09:00 skrev Pulse <review+abc@in.example.com>:
ma 2. helmik. 2026 klo 9.00 Pulse (review+abc@in.example.com) kirjoitti:
Pulse <review+abc@in.example.com> kirjoitti 2.2.2026 kello 9.00:
pon., 2 lut 2026 o 09:00 Pulse <review+abc@in.example.com> napisał(a):
W dniu 2 lutego 2026 09:00 użytkownik Pulse <review+abc@in.example.com> napisał:
W dniu 02.02.2026 o 09:00, Pulse pisze:
Dnia 2 lutego 2026 09:00 Pulse <review+abc@in.example.com> napisał(a):
po 2. 2. 2026 v 9:00 odesílatel Pulse <review+abc@in.example.com> napsal:
Dne 02. 02. 26 v 9:00 Pulse napsal(a):
po 2. 2. 2026 o 9:00 Pulse <review+abc@in.example.com> napísal(a):
пн, 2 февр. 2026 г. в 09:00, Pulse <review+abc@in.example.com>:
02.02.2026 09:00, Pulse пишет:
2 февр. 2026 г., в 09:00, Pulse <review+abc@in.example.com> написал(а):
Понедельник, 2 февраля 2026, 9:00 +03:00 от Pulse <review+abc@in.example.com>:
пн, 2 лют. 2026 р. о 09:00 Pulse <review+abc@in.example.com> пише:
На пн, 2.02.2026 г. в 9:00 Pulse <review+abc@in.example.com> написа:
Pulse <review+abc@in.example.com>, 2 Şub 2026 Pzt, 09:00 tarihinde şunu yazdı:
02.02.2026 09:00 tarihinde Pulse yazdı:
2 Şub 2026 tarihinde, saat 09:00 itibarıyla Pulse <review+abc@in.example.com> şunları yazdı:
Pulse <review+abc@in.example.com> ezt írta (időpont: 2026. febr. 2., H, 9:00):
2026. 02. 02. 9:00 keltezéssel, Pulse írta:
În lun., 2 feb. 2026 la 09:00, Pulse <review+abc@in.example.com> a scris:
Στις Δευ 2 Φεβ 2026 στις 9:00 π.μ., ο χρήστης Pulse <review+abc@in.example.com> έγραψε:
2026年2月2日(月) 9:00 Pulse <review+abc@in.example.com>:
2026/02/02 9:00、Pulse <review+abc@in.example.com>のメール:
2026年2月2日 9:00、Pulse <review+abc@in.example.com>のメール：
2026年2月2日月曜日 9:00:00 JST、Pulse<review+abc@in.example.com>さんは書きました:
Pulse <review+abc@in.example.com> 于2026年2月2日周一 09:00写道：
在 2026年2月2日，上午9:00，Pulse <review+abc@in.example.com> 写道：
在 2026/2/2 9:00, Pulse 写道:
Pulse <review+abc@in.example.com> 於 2026年2月2日 週一 上午9:00寫道：
2026년 2월 2일 (월) 오전 9:00, Pulse <review+abc@in.example.com>님이 작성:
2026. 2. 2. 오전 9:00, Pulse <review+abc@in.example.com> 작성:
‫בתאריך יום ב׳, 2 בפבר׳ 2026 ב-9:00 מאת ‪Pulse‬‏ <‪review+abc@in.example.com‬‏>:‬
ב-2 בפבר׳ 2026, בשעה 9:00, ‏Pulse <review+abc@in.example.com> כתב/ה:
في الاثنين، ٢ فبراير ٢٠٢٦ في ٩:٠٠ ص تمت كتابة ما يلي بواسطة ‪Pulse‬‏ <‪review+abc@in.example.com‬‏>:
Vào Th 2, 2 thg 2, 2026 vào lúc 09:00 Pulse <review+abc@in.example.com> đã viết:
Pada tanggal Sen, 2 Feb 2026 pukul 09.00 Pulse <review+abc@in.example.com> menulis:
เมื่อ จ. 2 ก.พ. 2026 เวลา 09:00 Pulse <review+abc@in.example.com> เขียนว่า:
El dl., 2 de febr. 2026, 9:00, Pulse <review+abc@in.example.com> va escriure:
""".strip().split("\n")

HEADER_BLOCKS = [
    "From: Pulse <review+abc@in.example.com>\nSent: Monday, February 2, 2026 9:00 AM\nTo: Ada Byron <ada@example.com>\nSubject: Weekly check-in",
    "From: Pulse <review+abc@in.example.com>\nDate: Monday, 2 February 2026 at 09:00\nTo: Ada Byron <ada@example.com>\nSubject: Weekly check-in",
    "From: Pulse [mailto:review+abc@in.example.com]\nSent: Monday, February 2, 2026 9:00 AM\nTo: Ada\nCc: Bob\nSubject: RE: Weekly check-in\nImportance: High",
    "*From:* Pulse <review+abc@in.example.com>\n*Sent:* Monday, February 2, 2026 9:00 AM\n*To:* Ada\n*Subject:* Weekly check-in",
    "Von: Pulse <review+abc@in.example.com>\nGesendet: Montag, 2. Februar 2026 09:00\nAn: Ada Byron <ada@example.com>\nBetreff: Weekly check-in",
    "De : Pulse <review+abc@in.example.com>\nEnvoyé : lundi 2 février 2026 09:00\nÀ : Ada Byron <ada@example.com>\nObjet : Weekly check-in",
    "De: Pulse <review+abc@in.example.com>\nEnviado el: lunes, 2 de febrero de 2026 9:00\nPara: Ada Byron <ada@example.com>\nAsunto: Weekly check-in",
    "De: Pulse <review+abc@in.example.com>\nEnviada em: segunda-feira, 2 de fevereiro de 2026 09:00\nPara: Ada Byron <ada@example.com>\nAssunto: Weekly check-in",
    "Da: Pulse <review+abc@in.example.com>\nInviato: lunedì 2 febbraio 2026 09:00\nA: Ada Byron <ada@example.com>\nOggetto: Weekly check-in",
    "Van: Pulse <review+abc@in.example.com>\nVerzonden: maandag 2 februari 2026 09:00\nAan: Ada Byron <ada@example.com>\nOnderwerp: Weekly check-in",
    "Från: Pulse <review+abc@in.example.com>\nSkickat: den 2 februari 2026 09:00\nTill: Ada Byron <ada@example.com>\nÄmne: Weekly check-in",
    "Fra: Pulse <review+abc@in.example.com>\nSendt: 2. februar 2026 09:00\nTil: Ada Byron <ada@example.com>\nEmne: Weekly check-in",
    "Lähettäjä: Pulse <review+abc@in.example.com>\nLähetetty: maanantai 2. helmikuuta 2026 9.00\nVastaanottaja: Ada Byron\nAihe: Weekly check-in",
    "Od: Pulse <review+abc@in.example.com>\nWysłano: poniedziałek, 2 lutego 2026 09:00\nDo: Ada Byron <ada@example.com>\nTemat: Weekly check-in",
    "Od: Pulse <review+abc@in.example.com>\nOdesláno: pondělí 2. února 2026 9:00\nKomu: Ada Byron\nPředmět: Weekly check-in",
    "От: Pulse <review+abc@in.example.com>\nОтправлено: 2 февраля 2026 г. 9:00\nКому: Ada Byron\nТема: Weekly check-in",
    "Від: Pulse <review+abc@in.example.com>\nНадіслано: 2 лютого 2026 р. 9:00\nКому: Ada Byron\nТема: Weekly check-in",
    "Kimden: Pulse <review+abc@in.example.com>\nGönderildi: 2 Şubat 2026 Pazartesi 09:00\nKime: Ada Byron\nKonu: Weekly check-in",
    "Feladó: Pulse <review+abc@in.example.com>\nElküldve: 2026. február 2., hétfő 9:00\nCímzett: Ada Byron\nTárgy: Weekly check-in",
    "De la: Pulse <review+abc@in.example.com>\nTrimis: luni, 2 februarie 2026 09:00\nCătre: Ada Byron\nSubiect: Weekly check-in",
    "Από: Pulse <review+abc@in.example.com>\nΣτάλθηκε: Δευτέρα, 2 Φεβρουαρίου 2026 9:00 πμ\nΠρος: Ada Byron\nΘέμα: Weekly check-in",
    "差出人: Pulse <review+abc@in.example.com>\n送信日時: 2026年2月2日 9:00\n宛先: Ada Byron\n件名: Weekly check-in",
    "发件人: Pulse <review+abc@in.example.com>\n发送时间: 2026年2月2日 9:00\n收件人: Ada Byron\n主题: Weekly check-in",
    "寄件者: Pulse <review+abc@in.example.com>\n寄件日期: 2026年2月2日 上午 09:00\n收件者: Ada Byron\n主旨: Weekly check-in",
    "보낸 사람: Pulse <review+abc@in.example.com>\n보낸 날짜: 2026년 2월 2일 월요일 오전 9:00\n받는 사람: Ada Byron\n제목: Weekly check-in",
    "מאת: Pulse <review+abc@in.example.com>\nנשלח: יום שני 02 פברואר 2026 09:00\nאל: Ada Byron\nנושא: Weekly check-in",
    "من: Pulse <review+abc@in.example.com>\nتم الإرسال: الاثنين، 2 فبراير، 2026 9:00 ص\nإلى: Ada Byron\nالموضوع: Weekly check-in",
]

SEPARATORS = """
-----Original Message-----
-------- Original Message --------
---------- Original Message ----------
*-------- Original Message --------*
-------- Original message --------
-----Ursprüngliche Nachricht-----
-------- Originalnachricht --------
-----Message d'origine-----
-------- Message original --------
-----Mensaje original-----
-----Mensagem original-----
-----Messaggio originale-----
-------- Oorspronkelijk bericht --------
-----Ursprungligt meddelande-----
-----Oprindelig meddelelse-----
-----Opprinnelig melding-----
-----Alkuperäinen viesti-----
-----Wiadomość oryginalna-----
-----Původní zpráva-----
-----Исходное сообщение-----
-----Orijinal Mesaj-----
-----Eredeti üzenet-----
-----元のメッセージ-----
-----原始邮件-----
------------------ 原始邮件 ------------------
-----원본 메시지-----
-----הודעה מקורית-----
-----الرسالة الأصلية-----
##- Please type your reply above this line -##
--- Reply above this line ---
=-=-= Please reply ABOVE THIS LINE =-=-=
##- Bitte antworten Sie oberhalb dieser Linie -##
--- Répondez au-dessus de cette ligne ---
--- Responda por encima de esta línea ---
""".strip().split("\n")

SENT_FROM = """
Sent from my iPhone
Sent from my iPad
Sent from my BlackBerry® wireless device
Sent from my Verizon Wireless BlackBerry
Sent from Yahoo Mail for iPhone
Sent from Mail for Windows 10
Sent from Proton Mail mobile
Sent with Proton Mail secure email.
Sent via Superhuman
Sent from Outlook for Android
Sent from my mobile. Please excuse brevity.
Sent from my phone, please excuse typos
Sent from my Samsung Galaxy smartphone.
Get Outlook for iOS
Get Outlook for Android<https://aka.ms/ghei36>
Von meinem iPhone gesendet
Gesendet von meinem iPad
Gesendet mit der GMX Mail App
Gesendet von Mail für Windows
Von meinem Samsung Gerät gesendet.
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Envoyé de mon iPhone
Envoyé depuis l'application Mail Orange
Envoyé à partir de Outlook pour Android
Enviado desde mi iPhone
Enviado desde Correo para Windows
Enviado do meu iPhone
Enviado do Yahoo Mail no Android
Inviato da iPhone
Inviato dal mio iPad
Verstuurd vanaf mijn iPhone
Verzonden vanaf mijn Samsung-apparaat
Skickat från min iPhone
Sendt fra min iPhone
Lähetetty iPhonesta
Wysłane z iPhone'a
Wysłano z telefonu
Odesláno z iPhonu
Отправлено с iPhone
Отправлено из мобильной Почты Mail.ru
Надіслано з iPhone
iPhone'umdan gönderildi
iPhone'dan gönderildi
Küldve az iPhone-omról
Στάλθηκε από το iPhone μου
iPhoneから送信
私のiPhoneから送信
从我的iPhone发送
发自我的iPhone
從我的 iPhone 傳送
나의 iPhone에서 보냄
내 iPhone에서 보냄
נשלח מה-iPhone שלי
مرسل من الـ iPhone
""".strip().split("\n")

DISCLAIMERS = """
This e-mail and any attachments are confidential and intended solely for the use of the addressee. If you have received it in error, please notify the sender.
CONFIDENTIALITY NOTICE: This message may contain privileged information.
The information contained in this communication is confidential and may be legally privileged.
Disclaimer: The contents of this mail are the sender's own.
If you are not the intended recipient, please delete this message.
Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte den Absender.
Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive de ses destinataires.
Este mensaje y sus archivos adjuntos son confidenciales y van dirigidos a su destinatario.
Esta mensagem pode conter informação confidencial e é destinada exclusivamente ao seu destinatário.
Questo messaggio e gli eventuali allegati sono riservati e destinati esclusivamente al destinatario.
Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.
Detta meddelande är konfidentiellt och endast avsett för adressaten.
Ta wiadomość jest poufna i przeznaczona wyłącznie dla adresata.
Это сообщение является конфиденциальным и предназначено только адресату.
Bu e-posta gizli bilgiler içerebilir.
本邮件及其附件可能含有机密信息。
Please consider the environment before printing this email.
""".strip().split("\n")

BANNERS = """
[EXTERNAL] This mail came from outside the organisation. Do not click links.
CAUTION: This email originated from outside of the organization. Do not click links or open attachments.
EXTERNAL EMAIL: Use caution with links and attachments.
WARNING: This message came from an external source.
[EXTERN] Diese E-Mail stammt von außerhalb.
ACHTUNG: Diese E-Mail kommt von einem externen Absender.
ATTENTION : Ce courriel provient de l'extérieur de l'organisation.
ATENCIÓN: Este correo procede de fuera de la organización.
ATTENZIONE: Questa email proviene dall'esterno.
LET OP: Deze e-mail is afkomstig van buiten de organisatie.
You don't often get email from review@in.example.com. Learn why this is important
""".strip().split("\n")

REPLIES = """
Sounds great, go ahead.
3
3, sounds great
On it!
On Monday I can do it.
On Monday at 10:00 I will call Bob.
On 3 May I will be in Rome.
One thing: please ask Bob first.
From my side it is fine.
From: what I see, it works.
To: be honest, no.
Am Montag passt es mir gut.
Am 3. Mai bin ich da, um 10:00 Uhr.
Von mir aus gerne.
Le 3 mai me convient.
El lunes está bien.
Il progetto mi piace.
Op maandag kan ik.
Den här går bra.
Em breve respondo.
Date: Tuesday works better.
I wrote to Bob on 3 May 2026 at 10:00:
My answer: yes, at 10:00 on 2 May 2026.
Bob wrote a good paper.
As Bob wrote, we should wait.
He said: no.
Wie ich schrieb: nein.
Bitte schreib Pulse <pulse@example.com> eine Mail.
Please write to Bob <bob@example.com> and ask him.
Contact: bob@example.com
Contact bob@example.com on 3 May 2026:
Call me at 10:00 or mail bob@example.com on 2026-02-03
Deadline: 2026-02-10
Title: A study of mice
Subject: mice are better
Sent you the file yesterday.
Sent from the lab to the journal last week, waiting for reviews, will report.
Sent from my desk, is much easier than my mobile phone.
Get Outlook installed on the lab machine, please, and tell me.
Reply to Bob first.
Caution is needed here: the external data are biased.
Confidential data must not be used.
This message is for Bob: please wait.
The original message was better.
Forwarded it to Bob.
- first point
1. First point
* a star
#3
x > y
a -- b
Best regards
Thanks, Ada
""".strip().split("\n")
"""First or only lines of a person's own; none of them may ever be lost."""
