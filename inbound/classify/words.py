# ruff: noqa: E501, SIM905 (tables are read line by language, not by width)
"""Words that the rules know, by what they say: facts about languages, as tables. All lower case, apostrophes straight."""

NUMBERS: dict[int, str] = {
    1: "one eins einer uno una um uma un une één een en ett et jeden jedna jedynka jedynkę jednička один одна единица единицу кол yksi ykkönen ykkösen egy unu bir 一 壱 하나 일 אחד אחת واحد einser",
    2: "two zwei deux dos dois duas due twee två to dwa dwójka dwójkę dva dvojka два двойка двойку kaksi kakkonen kakkosen kettő kettes doi iki 二 两 兩 둘 이 שתיים שניים اثنان zweier tvåa",
    3: "three drei trois tres três tre drie trzy trójka trójkę tři trojka три тройка тройку kolme kolmonen kolmosen három hármas trei üç 三 셋 삼 שלוש שלושה ثلاثة dreier trea",
    4: "four vier quatre cuatro quatro quattro fyra fire cztery czwórka czwórkę čtyři čtyřka четыре четверка четвёрка четверку четвёрку neljä nelonen nelosen négy négyes patru dört 四 넷 사 ארבע ארבעה أربعة vierer fyra",
}
"""Number words. The ambiguous ones (articles: un, een, to, em …) count only where a rating is already certain or alone on a line."""

NOUNS = (
    "rating", "score", "vote", "votum", "grade", "review", "bewertung", "wertung", "note", "stimme", "évaluation", "notation", "calificación", "calificacion", "puntuación", "puntuacion", "valoración", "nota", "avaliação", "pontuação", "classificação", "voto",
    "valutazione", "punteggio", "giudizio", "beoordeling", "cijfer", "waardering", "betyg", "omdöme", "vurdering", "karakter", "arvosana", "arvio", "ocena", "ocenę", "hodnocení", "známka", "оценка", "оценку", "рейтинг", "оцінка", "puan", "puanım", "oyum", "değerlendirmem", "értékelés", "pontszám",
    "evaluare", "βαθμός", "評価", "スコア", "评分", "評分", "打分", "分数", "평점", "평가", "점수", "דירוג", "ציון", "تقييم",
)  # fmt: skip

IS = r"(?:\s+(?:would be|will be|is|was|of|stays|remains|ist|wäre|lautet|est|serait|es|sería|é|seria|è|sarebbe|wordt|zou|är|er|on|to|jest|je|הוא)\b|\s*[-–—:=は是为은는]){0,2}\s*(?:an?\s|eine?\s|une?\s|una?\s|uma?\s|een\s|en\s|ett\s)?\s*"

I_GIVE = (
    r"(?:^|[,;:.!(]\s*|\bi\s+|\bi'd\s+|\bi'll\s+|\bi'm\s+|\bi am\s+|\bwe are\s+|\bwe'd\s+|\bwe\s+|\blet's\s+|\blet me\s+|\bwould\s+)(?:(?<!they )(?<!he )(?<!she ))(?:would |will |can |could |gladly |definitely |probably |happily |also |only |just |still |easily |think i'd |think i would |think i'll )*"
    r"(?:give|giving|rate|rating|mark|score|scoring|say|vote|voting|go|going|choose|choosing|pick|picking)(?:\s+(?:it|this|that|them|you|one|idea|proposal|plan|the|for|with|as|at|straight|a|an|solid|strong|clear|weak|definite|firm|well-earned|deserved)){0,5}\s+",
    r"^\W{0,3}(?:(?:definitely|clearly|certainly|surely|absolutely|honestly|overall|easily|easy|ok|okay|yes|yep|yeah|sure|ja|oui|sí|sim|sì|да|klar|klare[rs]?|glatte[rs]?|eindeutig|auf jeden fall|za mě|per me|para mí|pour moi|voor mij|för mig|for meg)[,:]?\s+){1,2}(?:an?\s|eine?\s|une?\s|una?\s|uma?\s|een\s|en\s)?\s*",
    r"\b(?:i|we)(?:'d| would)? (?:put|place|see|call) (?:it|this|that) (?:at|as|down as|down for)?\s*(?:an?\s+)?",
    r"\b(?:lean|leaning|tend|tending) (?:towards?|to) (?:an?\s+)?",
    r"\b(?:i think|sagen wir|disons|digamos|diciamo|laten we zeggen|let's say)\s+(?:it's |it is |das ist )?(?:an?\s+|eine?\s+|une?\s+|una?\s+|um\s+)?",
    r"\b(?:i am|i'm|we are|we're|count me (?:in )?(?:as|for|at)|(?:that|this|it)(?:'d| would) be)\s+(?:at\s+)?(?:definitely |clearly )?an?\s+",
    r"^\W{0,3}(?:answer|verdict|antwort|réponse|respuesta|resposta|risposta|antwoord|svar|odpowiedź|odpověď|ответ|cevap|cevabım)\s+(?:is|ist|est|es|é|è|är|er|jest|je|-)\s+(?:an?\s+|eine?\s+)?",
    r"\b(?:deserves|merits|earns|verdient|mérite|merece|merita|förtjänar|fortjener|zasługuje na|заслуживает)\s+(?:an?|eine?|une?|una?|uma?|een|en)?\s*",
    r"\b(?:das ist|es ist|das wäre|ist|c'est|es|é|è|sarebbe|het is|dit is|voor mij|det är|är det|det er|to jest|это|для меня это)\s+(?:für mich |pour moi |para mí |per me |voor mij |för mig |for meg |dla mnie )?(?:eine?|une?|una?|uma?|een|en|твёрдая|твердая)\s+(?:klare |solide |gute |bon |buen )?",
    r"\b(?:для меня это|это|это у меня)\s+",
    r"\b(?:my|the)\s+(?:answer|choice|pick|number|verdict|final answer)\s+(?:is|would be|:)\s*(?:an?\s+)?",
    r"\bput me down (?:for|as)\s+(?:an?\s+)?",
    r"\b(?:it's|that's|this is|it is|that is|its)\s+(?:definitely |clearly |easily |probably |at least )?an?\s+(?:solid |strong |clear |weak |definite |firm )?",
    r"^\s*(?:a |an )?(?:solid|strong|clear|definite|weak|firm|easy|an?|ein(?:e)?(?: klare| solide| gute| glatte| starke| volle)?|une?(?: bonne| petit| solide)?|un[ao]?(?: buen| sólido)?|uma|een(?: dikke)?|en(?: stark)?|mocn[ae]|твердая|твёрдая)\s+",
    r"\b(?:gebe|vergebe|bewerte|stimme(?: für| mit)?|nehme|wähle|sage|würde|tendiere zu(?:r)?)(?:\s+(?:ich|dafür|dem|der|ihm|ihr|das|dies|es|hier|mal|gerne|gern|mit|vorschlag|projekt|idee|sagen|einer|einen|eine|ein|die|der|klare|solide|gute|starke)){0,6}\s+",
    r"\bvon mir(?:\s+(?:gibt|bekommt|kommt|es|gibt's|das|eine?|ein|die|klare|dafür|gerne)){0,4}\s+",
    r"\bje\s+(?:lui |leur |vous |te )?(?:donne|mets|mettrais|donnerais|dis|dirais|vote|choisis)(?:\s+(?:pour|à|ce|cette|projet|proposition|la|note|de|un|une|bon|solide|le|lui|ça|cela)){0,5}\s+",
    r"\b(?:le |les |lo |la )?(?:doy|daría|pongo|pondría|voto|elijo|diría|califico)(?:\s+(?:un|una|por|con|el|la|propuesta|esto|como|a)){0,4}\s+",
    r"\b(?:eu\s+)?(?:dou|daria|voto|escolho|diria)(?:\s+(?:um|uma|nota|por|para|com|a|esta|proposta)){0,4}\s+",
    r"\b(?:(?:gli|le|ci|io) do|darei|metto|metterei|voto|assegno|direi)(?:\s+(?:un|una|per|a|alla|proposta|questa)){0,4}\s+",
    r"\b(?:ik\s+)?(?:geef|kies|stem|zou|ga)(?:\s+(?:ik|het|dit|er|een|voor|voorstel|de|dikke|zeggen)){0,5}\s+",
    r"\b(?:jag|jeg)\s+(?:ger|giver|gir|röstar|stemmer|väljer|vælger|velger|säger|siger)(?:\s+(?:det|den|en|ett|et|på|for|för|detta|dette|förslaget)){0,4}\s+",
    r"\b(?:annan|antaisin)(?:\s+(?:sille|tälle|arvosanan|arvosanaksi)){0,2}\s+",
    r"\b(?:daję|oceniam|dałbym|dałabym|wystawiam|stawiam)(?:\s+(?:temu|to|ocenę|mocne|mocną|na)){0,3}\s+",
    r"\b(?:dávám|dal bych|dala bych|dám|hodnotím)(?:\s+(?:tomu|to|za|známku|jako)){0,3}\s+",
    r"\b(?:ставлю|поставлю|поставил бы|бы поставил|бы поставила|бы дал|бы дала|поставила бы|даю|дам|оцениваю)(?:\s+(?:на|в|этому|это|оценку|твёрдую|твердую|проекту)){0,4}\s+",
    r"(?:给|給)(?:个|個|它|這個|这个|出|您|你)?\s*|打(?:个|個)?\s*|我(?:选|選|投)\s*",
    r"\b(?:נותן|נותנת|אתן|בוחר|בוחרת)(?:\s+(?:לזה|את|ציון)){0,3}\s+",
)  # fmt: skip
"""What stands before a rating that the writer gives: in the first person, or without any."""

GIVE_AFTER = r"(?:\s*(?:veriyorum|derim|veririm|verirdim|diyorum|oyum|でお願いします|で(?:す)?|にします|を(?:つけ|付け)ます|점(?:을)?\s*(?:줄게요|드립니다|드릴게요|주겠습니다|줍니다)|(?:을|를)?\s*(?:줄게요|드립니다|선택합니다)|from me|for me|from my side|from us|for us|von mir|für mich|de ma part|pour moi|por mi parte|para mí|de mi parte|da minha parte|para mim|da parte mia|per me|van mij|voor mij|från mig|från min sida|fra meg|fra mig|ode mnie|ode mě|от меня|с моей стороны|benden|מבחינתי|ממני))"
"""What stands behind a rating that the writer gives."""

UNITS = r"(?:\s*(?:stars?|points?|pts?|punkte?|sterne?|étoiles?|points?|estrellas?|puntos?|estrelas?|pontos?|stelle|punti|sterren|punten|stjärnor|poäng|stjerner|poeng|point|tähteä|pistettä|gwiazdki|gwiazdek|punkty|punktów|hvězdičky|body|звезды|звёзды|звезд|балла|баллов|бала|yıldız|puan|csillag|pont|stele|puncte|点|點|分|つ星|星|顆星|颗星|점(?:이요|입니다|이에요)?|별|כוכבים|נקודות|نجوم|نقاط))"

OUT_OF = r"(?:/|⁄|∕|out of|of|von(?: maximal)?|auf|aus|sur|de|sobre|em|su|di|van(?: de)?|uit|av|af|ud af|z|ze|na|из|з)"

DENIED = r"\b(?:not|nobody|no one|none|hardly|niemand|personne|nadie|ninguém|nessuno|ingen|nikt|никто|n't|isn't|wouldn't|can't|cannot|don't|didn't|never|nicht|kein|keine|keinen|keiner|ne|pas|jamais|no(?= (?:es|le|la|lo|doy|daría|pongo|pondría|puedo|un|una))|não|nunca|non|mai|niet|geen|inte|ikke|ei|en(?= anna)|nie|není|не|değil|hayır|לא|ليس)\b|不是|不给|不給|没有|ではない|じゃない|아니|않"
ANOTHER_TIME = r"\b(?:last (?:time|week|month|year)|previous(?:ly)?|yesterday|earlier|formerly|used to be|first draft|letztes mal|letzte woche|vorher|gestern|früher|la dernière fois|hier|avant|la última vez|ayer|antes|ontem|l'ultima volta|ieri|prima|vorige keer|gisteren|eerder|förra gången|igår|sist|i går|poprzednio|wczoraj|minule|včera|в прошлый раз|вчера|раньше|geçen sefer|dün)\b|前回|昨日|上次|昨天|지난번|어제|בפעם הקודמת|אתמול"
TAKEN_BACK = r"\b(?:delete|remove|ignore|withdraw|retract|forget|undo|cancel|disregard|typo|löschen?|lösche|streiche?n?|ignorier\w*|vergiss|supprime[rz]?|ignore[rz]|retire[rz]?|borra|ignora|olvida|apaga|esquece|cancella|dimentica|verwijder|negeer|ta bort|glöm|usuń|zignoruj|smaž|удали\w*|забудь\w*|sil|unut)\b|削除|无视|删除|삭제"
TOO = r"\b(?:would be|wäre|wär|serait|sería|seria|sarebbe|zou|vore|ville være|byłoby|было бы|is|ist|est|es|è)\s+(?:far |viel |bien |way )?(?:too|zu|trop|demasiado|demais|troppo|te|för|for|za|слишком)\b"
DENIED_BEHIND = r"[\"'”»)]?\s*(?:[点點分]|점|puan)?\s*(?:ではな|じゃな|ではあり|[은이가]?\s*아니|değil\b|is not\b|isn't\b|ist nicht\b|n'est pas\b|no es\b|não é\b|non è\b|is niet\b|är inte\b|nie jest\b)"
HEDGED = r"\b(?:maybe|perhaps|possibly|not sure|unsure|undecided|torn|vielleicht|eventuell|unsicher|peut-être|peut etre|quizás|quizá|tal vez|talvez|forse|misschien|kanske|måske|kanskje|ehkä|może|możda|možná|возможно|может быть|наверное|belki|אולי|ربما)\b|也许|或许|可能|かも|かな|たぶん|多分|아마"
SOMEONE_ELSE = r"\b(?!it |this |that |which |what |who )[^\W\d_]+ (?:thinks|says|gives|rates|votes|scores|suggests|feels)\b|\b(?:he|she|they|bob|alice|my (?:boss|colleague|student|team|wife|husband|lab|pi|advisor|supervisor|postdoc|co-?author)s?|the (?:team|reviewer|committee|board|editor|others?)s?|everyone|someone|somebody|others|you|er|sie|il|elle|ils|él|ella|ellos|ele|ela|(?<!je )lui|lei|hij|zij|han|hun|hon|on|ona|он|она|они)\s+(?:would|will|gave|gives|give|rated|rates|rate|says|said|voted|votes|gab|gibt|würde|bewertet|donne|donnerait|a donné|da|daría|dio|deu|daria|dà|darebbe|ha dato|geeft|gaf|ger|gav|dał|daje|поставил|поставила|поставили|ставит|дал)\b"
COMPARED = r"\b(?:at least|at most|less than|more than|up to|below|above|over|under|mindestens|höchstens|weniger als|mehr als|unter|über|au moins|plus de|moins de|al menos|más de|menos de|pelo menos|mais de|almeno|meno di|più di|minstens|minder dan|meer dan|minst|mindre än|mer än|co najmniej|как минимум|не меньше|больше|меньше|en az)\s+[1-4]\b(?P<rest>.*)$"
RATES_NOT = r"\b(?:no|not|can't|cannot|won't|n/a|none|kein|keine|ohne|nicht|pas|sans|sin|sem|senza|geen|inte|bez|без|не)\b.{0,30}\b(?:rat(?:e|ing)|score|vote|bewert\w+|wertung|noter?|notar|calificar|valutar\w*|cijfer|betyg|ocen\w+|оцен\w+)\b|\b(?:rating|score|vote|bewertung|note|nota)\s*[:=]\s*(?:n/?a|none|\?|-|keine?)?\W*$"
BEYOND = r"^\W*(?:an? |eine? |une? |una? |uma? |een |en )?(?:zero|five|six|seven|eight|nine|ten|null|fünf|sechs|zehn|zéro|cinq|six|dix|cero|cinco|seis|diez|dez|cinque|dieci|vijf|zes|tien|fem|sex|tio|ti|pięć|dziesięć|pět|deset|ноль|пять|десять|sıfır|beş|on|五|六|十|다섯|חמש)(?: (?:from me|for me|von mir|stars?|points?|sterne|punkte))?\W*$"
CONDITIONAL = r"\b(?:would have|could have|might have|if (?:you|they|it|we|the)|unless|(?<!know )(?<!see )(?<!ask )(?<!check )(?<!wonder )if (?!i may|you ask|that helps|possible|needed|necessary|not\b)|provided that|hätte|wenn|falls|sofern|si (?:vous|tu|on|le|la|usted|el)|aurait|hubiera|habría|se (?:você|o|a|voi|il|la|fosse)|als (?:jullie|je|het)|om (?:ni|du|det)|jeśli|jeżeli|pokud|если|eğer|אם)\b|もし|如果|만약"

RANGE = r"(?:-|–|—|~|\+|or|to|and|bis|oder|und|ou|à|et|o|y|a|e|of|en|tot|eller|och|til|tai|lub|albo|do|i|nebo|až|или|либо|и|до|veya|ya da|ve|ile|または|か|から|〜|~|或|或者|到|至|和|또는|에서|או|أو)"

FOLLOWS = frozenset(
    (
        "exactly genau exactement exactamente exatamente exactement precies exakt dokładnie přesně точно sounds sound looks look seems seem is was for from because since as but and so great good nice fine please thanks thank i i'd i'm i'll we we'd let let's love like yes no not maybe very really definitely go going happy my the this that it it's would with awesome"
        " perfect excellent amazing brilliant cool interesting promising strong weak too ok okay sure wow absolutely cheers best hope looking happy glad excited worth only if"
        " klingt sieht scheint ist weil da aber und sehr gut super toll prima danke bitte passt gerne gern für von ja nein ich wir das die finde leider denn wirkt spannend interessant viele mit bin"
        " ça ca cela c'est parce car mais et très tres bien merci oui non je nous pour super parfait bonne bon excellente intéressant semble j'aime"
        " suena parece es porque pero y muy bien gracias sí si no me está buena buen para excelente perfecto genial interesante"
        " está é mas e muito bem bom boa obrigado obrigada sim não gostei ótimo ótima adorei perfeito soa"
        " sembra è perché ma molto bene grazie sì ottimo ottima buona buon mi per perfetto interessante bella"
        " klinkt ziet want omdat maar en heel erg goed prima bedankt ja nee ik wat lijkt leuk mooi"
        " låter ser är för men och mycket bra tack ja nej jag det verkar lyder høres og men takk tak"
        " brzmi wygląda jest bo ale i bardzo dobrze dziękuję tak nie świetnie świetny dobry podoba zní vypadá protože ale děkuji"
        " звучит выглядит потому но и очень хорошо спасибо да нет это отлично мне нравится хорошая интересно отличная хороший отличный интересная"
        " kulağa görünüyor çünkü ama ve çok iyi teşekkürler evet hayır güzel bence harika"
        " נשמע נראה כי אבל מאוד טוב תודה כן לא"
    ).split()
)  # fmt: skip
"""Words that begin what people say after a bare number that is a rating ("3 sounds great")."""

COUNTED = frozenset(
    (
        "of out pm am a.m p.m o'clock uhr h hrs hours hour minutes minute mins min seconds days day weeks week months month years year times time people persons papers paper pages page questions question things thing points issues items options option mice samples experiments students authors figures figure"
        " meetings calls euros euro dollars usd eur gb mb kg km cm mm ml mg percent more other others typos comments reviewers slots cells genes proteins groups replicates changes sections"
        " wochen tage monate jahre stunden minuten fragen leute personen punkte seiten dinge von heures semaines jours mois ans questions personnes pages choses semanas días meses años horas preguntas personas páginas cosas"
        " dias anos perguntas pessoas coisas settimane giorni mesi anni ore domande persone pagine cose weken dagen maanden jaar uur vragen mensen dingen veckor dagar månader år frågor personer"
        " tygodnie tygodni dni miesiące lat pytania osoby недели недель дней дня месяца лет вопроса вопросов человека hafta gün ay yıl saat soru kişi"
    ).split()
)  # fmt: skip
"""Words that make the number before them a count."""

ACKNOWLEDGEMENTS = frozenset(
    (
        "thanks thank you thx ty ok okay k yes yeah yep yup no nope sure great cool nice got it received will do noted hi hello hey cheers regards best kind dear all fine good perfect awesome lol hmm test testing a lot very much so the for mail email message your this sounds excellent"
        " danke dank schön vielen ja nein gut alles klar hallo grüße gruß mfg lg viele beste mit freundlichen grüßen passt super prima toll für die mail sehr"
        " merci oui non d'accord d accord bonjour cordialement bien super parfait salut beaucoup"
        " gracias sí si vale hola saludos bien perfecto muchas obrigado obrigada sim não olá abraço tudo bem grazie sì ciao saluti va bene mille bedankt je nee hoi groeten goed dank"
        " tack nej hej hälsningar bra takk tak hei kiitos kyllä ei dziękuję nie cześć pozdrawiam dobrze děkuji ano ne спасибо да нет привет хорошо ок teşekkürler evet hayır merhaba tamam sağol"
        " ありがとう ありがとうございます はい いいえ 了解 了解です 谢谢 好的 好 是 收到 謝謝 감사합니다 네 아니요 תודה כן לא شكرا نعم"
    ).split()
)  # fmt: skip
"""A reply of nothing but these is neither a rating nor an instruction."""

MONTHS = r"(?:jan(?:uary|uar|vier|uari|eiro|\\.)?|ene(?:ro)?|gen(?:naio)?|feb(?:ruary|ruar|rero|braio|ruari|\\.)?|f[ée]v(?:rier|ereiro)?|m[aäå]r(?:ch|z|s|zo|ço|ts|\\.)?|maart|apr(?:il|ile|\\.)?|avr(?:il)?|abr(?:il)?|ma[iyj]o?|mag(?:gio)?|jun[ei]?|juin|giu(?:gno)?|jul[iy]?|juil(?:let)?|lug(?:lio)?|aug(?:ust|ustus|usti|\\.)?|ao[uû]t|ago(?:sto)?|sep(?:t|tember|\\.)?|set(?:embro|tembre)?|o[kc]t(?:ober|obre|\\.)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|embro|\\.)?|de[czs](?:ember|embre|embro|iembre|\\.)?|январ\\w|феврал\\w|март\\w|апрел\\w|ма[яй]|июн\\w|июл\\w|август\\w|сентябр\\w|октябр\\w|ноябр\\w|декабр\\w|stycz\\w+|lut\\w+|kwie\\w+|maja|czerwca|lipca|sierpnia|wrze\\w+|pa[zź]dz\\w+|listopada|grudnia|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık)"
"""Months, in the forms that stand behind a day."""

ABBREVIATED = frozenset(
    "tel abb fig figs sec sect ch chap eq eqs ref refs vol nr no s p pp st ca approx vgl dr prof mr mrs ms art tab kap pkt abs str ext rm bldg cf env pág pag núm num cap рис стр табл гл п tabl rys rozdz obr pt op al e.g i.e z.b bzw d.h".split()
)
"""What ends in a full stop without ending a sentence ("Fig. 3")."""

SAYS = frozenset(
    "answer verdict choice pick decision number opinion vote me us so then here result conclusion antwort fazit urteil entscheidung ich réponse avis moi choix décision respuesta opinión yo decisión resposta opinião eu decisão risposta parere io scelta antwoord mening ik svar jag jeg valg odpowiedź ja odpověď já ответ я мнение cevap ben 回答 答え 답 תשובה".split()
)
"""Words after whose colon a rating stands ("Answer: 3"); after any other, the number is that thing's or person's."""

AFTER = frozenset(
    "then at here or but when now overall out of geben vergeben sagen nehmen geven zeggen donner mettre dire dar poner decir dare dire dać dávat dát дать поставить give vote tonight today heute".split()
)
"""What may stand behind "a 3", besides FOLLOWS: the rest of the verb, and words that say nothing of what is counted."""
