# ruff: noqa: E501, W291 (a table)
"""Replies and what they mean, written for this project: 1–4 a review, "i" an instruction, "?" neither or not sure.

Each line: label, a tab, the new text of the reply (``\\n`` for a line end), and after a second tab a subject, where it matters.
"""

LABELLED = """
3	3
4	4
1	1.
2	\n 2
3	3.0
3	3/4
4	4/4
2	2 / 4
3	3, sounds great
4	4 - love it!
1	1: not for us, sorry
2	2. Interesting, but the timing is bad.
3	3! Let's talk next week.
4	4 sounds perfect to me
3	3 because the overlap with our imaging work is real
1	1 thanks
2	"2"
3	(3)
4	**4**
3	#3
3	3\\n\\nSounds great, happy to meet.
2	Hi,\\n\\n2\\n\\nBest,\\nAda
4	Hello team,\\n4 - yes please.\\nAda
3	Sounds great.\\n\\n3
3	Interesting idea, 3
4	Absolutely - 4!
3	I'd give it a 3
3	I'd give it a three
4	I would give this a 4.
2	I give it 2.
3	I rate this 3
3	I'd rate it a solid 3
4	My rating is 4
3	My rating: 3
2	rating: 2
3	Rating 3/4
4	Score: 4
1	Score = 1
3	vote: three
4	I vote 4
3	I'd say 3
3	I'll go with 3
2	I am going with a 2 for now
3	Put me down for a 3
4	It's a 4 from me
3	A solid 3
4	a strong four
3	3 stars
3	⭐⭐⭐
4	★★★★
2	★★☆☆ not convinced
3	3️⃣
4	4️⃣ let's do it
3	３
3	three
4	Four!
2	Two, I'm afraid.
1	One. Not our field.
3	three - nice fit
3	3 out of 4
4	4 out of 4, great match
2	2 of 4 from me
3	3 from me
3	3 for me, the data are good
4	4, and please invite Bob
3	Thanks! 3
3	3 👍
4	👍 4
3	Definitely a 3 for me.
2	Honestly, I would only give it a 2.
3	3 I think
3	Drei
3	drei, klingt gut
4	4 - sehr gerne!
2	2, leider keine Zeit
3	Ich gebe eine 3.
3	Ich würde eine 3 geben
4	Von mir eine 4
3	Bewertung: 3
2	Note: 2
3	3 von 4
3	3 Punkte
4	Vier, super Idee
1	eins, passt nicht zu uns
3	trois
3	Je lui donne un 3.
4	Je mets 4, excellente idée
2	Note : 2
3	3 sur 4
3	3, très intéressant
4	quatre !
3	tres
3	Le doy un 3
4	Le daría un cuatro
2	Calificación: 2
3	3 de 4
3	3, me parece muy bien
3	Dou um 3
4	Nota 4, adorei
3	três
2	2 - não é a nossa área
3	Gli do un 3
4	Voto: 4
3	3 su 4
3	tre, mi piace
3	Ik geef het een 3
4	Cijfer: 4
3	drie
2	2, helaas geen tijd
3	Jag ger den en 3
4	Betyg: 4
3	3 av 4
3	Daję 3
4	Ocena: 4
3	trzy
3	ставлю 3
4	Оценка: 4
3	три
4	Четыре, отличная идея
2	2, не наша тема
3	3 из 4
3	3 veriyorum
4	Puanım: 4
3	üç
3	3点
3	評価は3です
4	4点でお願いします
3	三
3	给3分
4	评分：4
3	我打3分
3	3점
4	평점: 4
3	셋
3	ציון: 3
3	אני נותן 3
4	ארבע
3	Annan arvosanan 3
4	Dávám 4
4		Re: Weekly check-in [rating: 4]
3		Re: 3
2		Re: Rating: 2
3	See you at the meeting	Re: proposal - rating 3
i	Please focus on the other angle
i	Focus on the imaging part and drop the sequencing idea.
i	Can you add the mouse data?
i	Ask Bob whether he has slots in May
i	Bitte nehmt den zweiten Datensatz dazu
i	Peux-tu ajouter les données de 2024 ?
i	Por favor, añade la figura nueva
i	Rifai il riassunto senza i topi
i	Graag de tweede figuur weglaten
i	Пожалуйста, добавь данные за прошлый год
i	请加上小鼠的数据
i	マウスのデータを追加してください
i	쥐 데이터를 추가해 주세요
i	בבקשה תוסיף את הנתונים של העכברים
i	3 of us agree that the summary is too long
i	We have 3 papers on this already, cite them
i	Let's meet in 2 weeks to discuss
i	3pm works for me, please book it
i	Call me at 3:30
i	The 3rd paragraph is wrong, please fix it
i	Remove figure 3 and table 2
i	We met on 3/4 in Rome, ask them again
i	There are 4 open questions, please list them for the others
i	Use 2 groups of mice instead
i	In 3 Wochen habe ich mehr Zeit, bitte dann nochmal fragen
i	Only 1 of the experiments worked, tell them that
i	1. Shorten the summary\\n2. Add the mouse data\\n3. Ask Bob
i	- shorten it\\n- ask Bob\\n- then send it again
i	One more thing: please CC Bob next time
i	To be honest I would rather wait until June
i	Two of my students could help, please ask Carol and Dan
i	Drop the last sentence and send the proposal to Eve
i	Our grant ends in 2027, mention that
i	No, stop it.
?	thanks
?	Thank you!
?	ok
?	Yes
?	Danke!
?	merci
?	谢谢
?	👍
?	.
?	
?	7
?	5
?	0
?	-1
?	10
?	2.5
?	3.5 I guess
?	2,5
?	2-3
?	2 or 3
?	3 oder 4
?	between 2 and 3
?	somewhere between 2 and 3
?	3?
?	maybe a 3?
?	Maybe 3
?	vielleicht 3
?	not a 3
?	I wouldn't give it a 4
?	kein 4
?	5/5
?	8/10
?	3/5
?	Rating: 7
?	I'd give it a 5
?	3 or maybe 4, hard to say
?	3, no wait, 2
?	1 2 3 4
?	Bob would give it a 4
?	My boss would give it a 4, I am not sure
?	I would have given it a 4 if the budget were bigger
?	What does a 3 mean?
?	Should I give it a 3 or a 4?
?	⭐⭐⭐⭐⭐
?	3½
?	3%
""".strip("\n").split("\n")


def cases() -> list[tuple[str, str, str]]:
    """(label, text, subject)"""
    found = []
    for line in LABELLED:
        label, _, rest = line.partition("\t")
        text, _, subject = rest.partition("\t")
        found.append((label, text.replace("\\n", "\n"), subject or "Re: Weekly check-in"))
    return found
