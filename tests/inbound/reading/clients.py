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
4. 3. 2026 v 14:17, Pulse <review@in.example.com>:
4. 3. 2026, o 14:17, Pulse <review@in.example.com> napísal:
2026. márc. 4. dátummal, 14:17 időpontban Pulse <review@in.example.com> írta:
Pe 4 mar. 2026, la 14:17, Pulse <review@in.example.com> a scris:
4 бер. 2026 р. о 14:17 Pulse <review@in.example.com> написав(-ла):
Στις 4 Μαρ 2026, στις 2:17 μ.μ., ο/η Pulse <review@in.example.com> έγραψε:
في ٤ مارس ٢٠٢٦، الساعة ٢:١٧ م، كتب/كتبت Pulse <review@in.example.com>:
‏ב-4 במרץ 2026, בשעה 14:17,‏ Pulse <review@in.example.com> כתב/ה:
เมื่อวันที่ 4 มี.ค. 2569 เวลา 14:17 Pulse <review@in.example.com> เขียนว่า:
Vào 14:17, 4 thg 3, 2026, Pulse <review@in.example.com> đã viết:
Pada 4 Mar 2026, pukul 14.17, Pulse <review@in.example.com> menulis:
Dana 4. ožu 2026. u 14:17, korisnik Pulse <review@in.example.com> napisao je:
Dana 04.03.2026. u 14:17, Pulse je napisao/la:
Pulse <review@in.example.com> şunları yazdı (4 Mar 2026 14:17):
Pulse <review@in.example.com> escreveu no dia 04/03/2026, às 14:17:
Em 4 de mar. de 2026, à(s) 14:17, Pulse <review@in.example.com> escreveu:
Op 4 mrt 2026, om 14:17 heeft Pulse <review@in.example.com> het volgende geschreven:
4 mars 2026 kl. 14:17 skrev Pulse <review@in.example.com>:
Wiadomość napisana przez Pulse <review@in.example.com> w dniu 4 mar 2026, o godz. 14:17:
04.03.26 14:17, Pulse пише:
Στις 4/3/26 14:17, ο Pulse έγραψε:
Pe 04.03.2026 14:17, Pulse a scris:
Dne 4.3.2026 ob 14:17 je Pulse napisal(a):
Дана 4.3.2026. 14:17, Pulse је написао:
На 4.3.26 г. в 14:17 ч., Pulse написа:
4.03.2026 14:17 Pulse kirjutas:
04.03.26 14:17, Pulse rakstīja:
2026-03-04 14:17, Pulse rašė:
בתאריך 04/03/2026 14:17, Pulse כתב:
في 04/03/2026 2:17 م، كتب Pulse:
O 04/03/2026 ás 14:17, Pulse escribiu:
Þann 4.3.2026 14:17, skrifaði Pulse:
Vào lúc 14:17 04/03/2026, Pulse đã viết:
เมื่อ 4/3/2026 14:17, Pulse เขียนว่า:
Pada 04/03/2026 14:17, Pulse menulis:
2026-03-04 오후 2:17에 Pulse 이(가) 쓴 글:
On 2026/03/04 14:17, Pulse wrote:
4.03.2026 14:17 tarihinde Pulse yazdı:
Dne 04. 03. 26 v 14:17 Pulse napsal(a):
Pulse <review@in.example.com>, 4 Mar 2026 Çar, 14:17 tarihinde şunu yazdı:
Le mer. 4 mars 2026 à 14:17, Pulse via Institut de Microscopie <review@in.example.com> a écrit :
On Wed, 4 Mar 2026, 14:17 Pulse, <review@in.example.com> wrote:
On Wednesday 04 March 2026 14:17:33 Pulse wrote:
On 4 Mar 2026 14:17, Pulse <review@in.example.com> wrote:
On Mar 4, 2026 2:17 PM, "Pulse" <review@in.example.com> wrote:
On 3/4/2026 2:17:33 PM, "Pulse" <review@in.example.com> wrote:
On Wed Mar 4, 2026 at 2:17 PM CET, Pulse wrote:
Pulse <review@in.example.com> wrote (Wed, 4 Mar 2026 14:17:33 +0100):
Quoting Pulse <review@in.example.com>:
Zitat von Pulse <review@in.example.com>:
Citando Pulse <review@in.example.com>:
Quoting "Pulse" (2026-03-04 14:17:33)
Excerpts from Pulse's message of March 4, 2026 2:17 pm:
Pulse schreef op 04-03-2026 14:17:
Pulse schreef op wo 04-03-2026 om 14:17 [+0100]:
Pulse schrieb am 04.03.2026 14:17:
Pulse a écrit le 04/03/2026 à 14:17 :
Pulse escribió el 04/03/2026 14:17:
Pulse ha scritto il 04/03/2026 14:17:
Pulse skrev den 2026-03-04 14:17:
Pulse napisał(a) w dniu 04.03.2026 14:17:
Pulse писал 2026-03-04 14:17:
Pulse wrote on 3/4/2026 2:17 PM:
At Wed, 4 Mar 2026 14:17:33 +0100, Pulse wrote:
Wed, 04 Mar 2026 14:17:33 +0100 Pulse <review@in.example.com>:
In message <abc@in.example.com>, Pulse writes:
-------- On Wed, 4 Mar 2026 14:17:33 +0100 Pulse wrote --------
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
    "Saatja: Pulse <review@in.example.com>\nSaadetud: kolmapäev, 4. märts 2026 14:17\nAdressaat: Ada Byron\nTeema: Uus ettepanek",
    "No: Pulse <review@in.example.com>\nNosūtīts: trešdiena, 2026. gada 4. marts 14:17\nKam: Ada Byron\nTēma: Jauns priekšlikums",
    "Nuo: Pulse <review@in.example.com>\nIšsiųsta: 2026 m. kovo 4 d., trečiadienis 14:17\nKam: Ada Byron\nTema: Naujas pasiūlymas",
    "Od: Pulse <review@in.example.com>\nPoslano: sreda, 04. marec 2026 14:17\nZa: Ada Byron\nZadeva: Nov predlog",
    "Od: Pulse <review@in.example.com>\nPoslato: sreda, 4. mart 2026. 14:17\nZa: Ada Byron\nTema: Novi predlog",
    "От: Pulse <review@in.example.com>\nИзпратено: сряда, 4 март 2026 г. 14:17\nДо: Ada Byron\nОтносно: Ново предложение",
    "Od: Pulse <review@in.example.com>\nOdoslané: streda, 4. marca 2026 14:17\nKomu: Ada Byron\nPredmet: Nový návrh",
    "Frá: Pulse <review@in.example.com>\nSent: miðvikudagur, 4. mars 2026 14:17\nTil: Ada Byron\nEfni: Ný tillaga",
    "Daripada: Pulse <review@in.example.com>\nDihantar: Rabu, 4 Mac 2026 2:17 PTG\nKepada: Ada Byron\nSubjek: Cadangan baharu",
    "प्रेषक: Pulse <review@in.example.com>\nभेजा गया: 04 मार्च 2026 14:17\nप्रति: Ada Byron\nविषय: नया प्रस्ताव",
    "De: Pulse <review@in.example.com>\nEnviat el: dimecres, 4 de març de 2026 14:17\nPer a: Ada Byron\nTema: Proposta nova",
    "De: Pulse <review@in.example.com>\nEnviado: mércores, 4 de marzo de 2026 14:17\nPara: Ada Byron\nAsunto: Nova proposta",
    "Nork: Pulse <review@in.example.com>\nBidalia: asteazkena, 2026(e)ko martxoaren 4a 14:17\nNori: Ada Byron\nGaia: Proposamen berria",
    "از: Pulse <review@in.example.com>\nتاریخ: چهارشنبه, ۴ مارس ۲۰۲۶ ۱۴:۱۷\nبه: Ada Byron\nموضوع: پیشنهاد",
    "จาก: Pulse <review@in.example.com>\nส่งเมื่อ: 4 มีนาคม 2569 14:17\nถึง: Ada Byron\nสำเนา: Bob\nเรื่อง: ข้อเสนอใหม่",
    "Người gửi: Pulse <review@in.example.com>\nĐã gửi: 04 Tháng Ba 2026 14:17\nTới: Ada Byron\nChủ đề: Đề xuất",
    "Kimden: Pulse <review@in.example.com>\nTarih: 4 Mart 2026 Çarşamba 14:17\nKime: Ada Byron\nBilgi: Bob\nKonu: Yeni öneri",
    "Lähettäjä: Pulse <review@in.example.com>\nPäiväys: keskiviikko 4. maaliskuuta 2026 klo 14.17\nVastaanottaja: Ada Byron\nKopio: Bob\nAihe: Uusi ehdotus",
    "Von: Pulse <review@in.example.com>\nDatum: Mittwoch, 4. März 2026 um 14:17\nAn: Ada Byron\nCc: Bob\nBetreff: Neuer Vorschlag",
    "De : Pulse <review@in.example.com>\nDate : mercredi, 4 mars 2026 à 14:17\nÀ : Ada Byron\nCc : Bob\nObjet : Nouvelle proposition",
    "Da: Pulse <review@in.example.com>\nData: mercoledì, 4 marzo 2026 alle ore 14:17\nA: Ada Byron\nCc: Bob\nOggetto: Nuova proposta",
    "Від: Pulse <review@in.example.com>\nДата: середа, 4 березня 2026 р. о 14:17\nКому: Ada\nТема: Пропозиція",
    "Expéditeur: Pulse <review@in.example.com>\nDate: 4 mars 2026 14:17\nDestinataire: Ada\nObjet: Nouvelle proposition",
    "Emisor: Pulse <review@in.example.com>\nFecha: 4/3/2026 14:17\nDestinatario: Ada\nAsunto: Propuesta",
    "Odesílatel: Pulse <review@in.example.com>\nDatum: 4. 3. 2026 14:17\nPříjemce: Ada\nPředmět: Návrh",
    "Nadawca: Pulse <review@in.example.com>\nData: 4 mar 2026 14:17\nAdresat: Ada\nTemat: Propozycja",
    "Feladó: Pulse <review@in.example.com>\nDátum: 2026. március 4., szerda 14:17\nCímzett: Ada\nMásolat: Bob\nTárgy: Javaslat",
    "Expeditor: Pulse <review@in.example.com>\nData: miercuri, 4 martie 2026, 14:17\nDestinatar: Ada\nSubiect: Propunere",
    "送信者: Pulse <review@in.example.com>\n送信日: 2026年3月4日 14:17\n宛先: Ada\n件名: 提案",
    "From: Pulse<mailto:review@in.example.com>\nSent: Wednesday, 4 March 2026 2:17 PM\nTo: Ada Byron<mailto:ada@example.com>\nSubject: New",
    "From: Pulse via Forms [mailto:no-reply@in.example.com] On Behalf Of Pulse\nSent: 04 March 2026 14:17\nTo: Ada\nSubject: New",
    "De: Pulse [mailto:review@in.example.com]\nEnviado el: miércoles, 4 de marzo de 2026 14:17\nPara: Ada Byron; Bob\nCC: Carol\nAsunto: Propuesta\nImportancia: Alta",
    "Date: Wed, 4 Mar 2026 14:17:33 +0100\nFrom: review@in.example.com\nTo: ada@example.com\nSubject: New",
    "To: ada@example.com\nSubject: New\nFrom: review@in.example.com\nDate: Wed, 4 Mar 2026 14:17:33 +0100",
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
Sent from my Pixel 8
Sent from Gmail Mobile
Sent from Front
Sent from Mailspring (https://getmailspring.com/), the best free email app for work
Sent from Nine (http://www.9folders.com/)
Sent from iCloud
Sent from Zoho Mail on Android
Sent from Canary (https://canarymail.io)
Sent from Workspace ONE Boxer
Sent from TypeApp
Sent from ProtonMail, encrypted email based in Switzerland.
Sent from my Huawei phone
Sent from a mobile device
Sent from the road
Sent on the go
Sent on the move
Sent while mobile
Sent via the Samsung Galaxy S22 5G, an AT&T 5G smartphone
Sent with Spark
Sent with Shortwave
Sent with Aqua Mail for Android
Get BlueMail for Android
Get BlueMail for iPhone
Get TypeApp for Android
Get Outlook for Mac
Sent using Hushmail
Sent using Fastmail
Sent by Mimestream
Typed with thumbs
Typed on a tiny keyboard, please excuse typos
Mobile device: please excuse brevity.
Please excuse typos, sent from my phone
Von meinem Smartphone gesendet
Von meinem Android-Telefon gesendet
Von meinem/meiner Galaxy gesendet
Gesendet von meinem Telefon, bitte entschuldigen Sie Tippfehler
Gesendet von Outlook für Android
Gesendet mit der Telekom Mail App
Gesendet aus der freenet-App
Gesendet von Yahoo Mail auf Android
Diese Nachricht wurde mit BlueMail gesendet
Laden Sie Outlook für iOS herunter
Outlook für Android herunterladen
Envoyé de mon téléphone
Envoyé à partir de mon appareil Galaxy
Envoyé depuis mon smartphone Samsung Galaxy.
Envoyé de Yahoo Mail pour Android
Télécharger Outlook pour iOS
Obtenir Outlook pour Android
Enviado desde mi Galaxy
Enviado desde mi Huawei
Enviado desde mi teléfono móvil
Enviado desde Outlook para Android
Obtener Outlook para iOS
Enviado do meu telemóvel
Enviado do meu smartphone Samsung Galaxy.
Enviado a partir do meu iPhone
Obter o Outlook para Android
Inviato dal mio Galaxy
Inviato da Outlook per Android
Inviato da Libero Mail per iOS
Ottieni Outlook per iOS
Scarica Outlook per Android
Verzonden vanuit Outlook voor Android
Verstuurd vanaf mijn Galaxy
Outlook voor Android downloaden
Verzonden vanaf Outlook voor iOS
Skickat från min Galaxy
Skickat från Outlook för Android
Skaffa Outlook för iOS
Sendt fra min Galaxy
Sendt fra min mobil
Sendt fra Outlook til Android
Få Outlook til iOS
Hent Outlook for Android
Skaff deg Outlook for iOS
Lähetetty Galaxy-laitteesta
Lähetetty Outlook for Androidista
Hanki Outlook for iOS
Wysłano z urządzenia Galaxy
Wysłane z telefonu Samsung
Pobierz aplikację Outlook dla systemu Android
Uzyskaj aplikację Outlook dla systemu iOS
Odesláno ze zařízení Galaxy
Odesláno z aplikace Outlook pro Android
Získat Outlook pro iOS
Odoslané z iPhonu
Odoslané zo zariadenia Galaxy
Получите Outlook для iOS
Отправлено с моего Galaxy
Отправлено из Яндекс Почты для мобильных
Отправлено из Mail.ru
Надіслано з пристрою Galaxy
Отримати Outlook для Android
Изпратено от моя iPhone
Poslano s iPhonea
Poslano z mojega iPhona
Poslato sa mog iPhone-a
Küldve a Galaxy készülékemről
Küldve az Android Outlookból
Az iOS Outlook letöltése
Trimis de pe iPhone-ul meu
Trimis de pe telefonul meu
Obțineți Outlook pentru iOS
Στάλθηκε από τη συσκευή Galaxy
Λήψη του Outlook για iOS
Galaxy cihazımdan gönderildi
Android için Outlook'u edinin
iOS için Outlook uygulamasını edinin
Galaxyから送信
iPhoneから送信されました
Outlook for iOS を入手
iOS 版 Outlook の入手
Android 版 Outlook を入手する
从我的 Galaxy 发送
发自我的华为手机
发自 Outlook for iOS
获取适用于 iOS 的 Outlook
下载 Outlook for Android
從我的 Galaxy 傳送
取得 iOS 版 Outlook
내 Galaxy에서 보냄
iOS용 Outlook 다운로드
Android용 Outlook 받기
נשלח מה-Galaxy שלי
נשלח מהטלפון שלי
קבל את Outlook עבור iOS
مرسلة من هاتفي
أُرسلت من الـ iPhone الخاص بي
تم الإرسال من جهاز Galaxy
الحصول على Outlook لـ iOS
ส่งจาก iPhone ของฉัน
ส่งจาก Galaxy ของฉัน
Đã gửi từ iPhone của tôi
Được gửi từ iPhone của tôi
Gửi từ điện thoại của tôi
Dikirim dari iPhone saya
Dikirim dari ponsel saya
Enviat des del meu iPhone
Enviado dende o meu iPhone
Saadetud minu iPhone'ist
Išsiųsta iš mano „iPhone“
Nosūtīts no mana iPhone
मेरे iPhone से भेजा गया
از iPhone من ارسال شده
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
Sent by courier on Friday.
Sent on Monday.
Sent via Bob.
Written by hand, sorry.
Envoyé par courrier hier.
Envoyé par Bob.
Enviado con el resto ayer.
Gesendet von Bob, nicht von mir.
Verzonden via de post.
Sendt med posten i går.
Küldve tegnap.
Quoting is fine with me.
Quoting Bob: wait.
Quota 3 is full.
Outlook is fine for the year.
He wrote on 3 May 2026 at 10:00:
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
