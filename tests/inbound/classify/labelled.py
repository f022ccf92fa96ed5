# ruff: noqa: E501, W291 (a table)
"""Replies and what they mean, written for this project: 1–4 a review, "i" an instruction, "?" neither or not sure.

``i|?`` allows either: a number that is no rating may be part of an instruction or of nothing, never a rating.

Each line: label, a tab, the new text of the reply (``\\n`` for a line end), and after a second tab a subject, where it matters.
"""

LABELLED = """
3	3
4	4
1	1.
2	\\n 2
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
i|?	3 +1 for Bob
3|?	My vote is 3, my student's is 4
4|?	4 from me, 2 from my postdoc
?	Two votes: 3 (me), 4 (Bob)
?	3 for the idea, 1 for the budget
?	Idea 4, plan 2
?	3 on science, 2 on timing
?	4 if you drop the mice, otherwise 2
?	3 unless Bob objects
?	It was a 3 last time, now it is a 4
?	I changed my mind: 3 instead of 4
?	Not a 4
?	Not 4
?	definitely not a 4
i|?	no 3
?	It's not a 3
?	This isn't a 3
?	less than 3
?	at least 3
?	3 or higher
?	3+
?	3-ish
?	>3
?	<3
?	~3
?	around 3
?	about a 3
?	between 3 and 4
?	3 to 4
?	3–4
?	2/3
?	2 to 3 I guess
?	3 out of 10
?	3 out of 5
?	3 of 5 stars
?	7 of 10
?	75%
?	3.7
?	3,5
?	10/10 would collaborate again
?	5 stars!
?	2 thumbs up
i|?	two thumbs up
?	Give it a 5!
?	A 3 or a 4, you choose
?	Either 2 or 3
?	3 (maybe 4)
?	3... or 4?
?	3?? not sure
?	Hmm, 3?
?	Is 3 good or bad?
?	What is the scale? Is 1 best?
?	1 = best, right?
?	Is 4 the best? Then 4.
?	I'd rather not give a rating
?	no rating
?	I cannot rate this
?	unsure between 2 and 3
?	zero
?	0/4
?	five
?	-3
?	A five from me
?	100
?	33
?	1234
?	they gave it a 3
?	Bob says 3
?	Bob: 3
?	Carol thinks 4
?	My PI would say 2
?	The others said 3
?	3 is what Bob said
?	Bob gave a 4 but I am not convinced
i|?	You asked for a number from 1 to 4
?	rating: ?
?	Rating: n/a
?	Rating: 3 or 4
?	rating: 2.5
?	rating 3-4
?	Rating: not 3
i|?	3pm
i|?	3 pm
i|?	3 o'clock
i|?	At 3
i|?	by 3
i|?	May 3
i|?	3 May
i|?	May 3rd
i|?	3. Mai
i|?	am 3. Mai
i|?	le 3 mai
i|?	3/4/2026
i|?	3.4.
i|?	on 3/4
i|?	3 days
i|?	in 3 days
i|?	3 weeks
i|?	in 3 weeks
i|?	3x
i|?	3 times
i|?	3 people
i|?	3 papers
i|?	three papers
i|?	section 3
i|?	see section 3
i|?	Section 3 needs work
i|?	Figure 3 is blurry
i|?	figure 3
i|?	page 4
i|?	point 2
i|?	question 3
i|?	option B
i|?	room 3
i|?	Aim 3
i|?	Aim 2 is weak
i|?	Aim 1 and 3 overlap
i|?	Phase 2 first
i|?	chapter 4, please
i|?	paragraph 2: typo
i|?	line 3
i|?	table 4
i|?	step 1
i|?	version 2 please
i|?	v2
i|?	#3 on your list is wrong
i|?	Item 4 can go
i|?	3rd
i|?	the third one
i|?	the first one
i|?	first
i|?	One of us will call
i|?	One question: who pays?
i|?	one more time please
i|?	Two things: shorten it, ask Bob
i|?	Two of us
i|?	three labs, not two
i|?	Three, in fact: please add Carol's
i|?	Four eyes see more than two: ask Bob
i|?	3 of the 4 labs agree
i|?	2 of 4 labs agreed
i|?	3 out of 4 reviewers agreed
i|?	1 in 4 mice died
i|?	3 mice
i|?	3 mg
i|?	3 µl
i|?	3D printing
i|?	3D
i|?	4K
i|?	2D is enough
i|?	COVID-19
i|?	H2 2026
i|?	Q3
i|?	Q3 works for me
i|?	in Q2
i|?	week 3
i|?	Call me: +44 20 7946 0958
3|?	my number is 3
i|?	Tel. 3
i|?	+1
i|?	+1 from me
i|?	1st
1|?	1)
i|?	1. shorten\\n2. ask Bob
i|?	1) shorten\\n2) ask Bob\\n3) send it
i|?	a) yes b) no
i|?	Room 3 at 4 pm
i|?	€3
i|?	$4
i|?	3 €
i|?	3k
i|?	3 million
i|?	3 GB
i|?	3°C
i|?	3 am
i|?	before 3
i|?	until 4
i|?	2026
i|?	2025-03-04
i|?	12
i|?	1,000
i|?	1 000
i|?	You wrote "3", I meant nothing
i|?	"3" is not what I said
i|?	The 3 in your mail is wrong
i|?	The 3 was a typo
i|?	ignore my 3
i|?	Please ignore my 3 from yesterday
i|?	please delete my rating of 3
i|?	my previous rating was 3
i|?	I said 3 yesterday
i|?	last time I gave a 3
i|?	Earlier I rated it 3
i|?	I would rate the first draft 3
i|?	We already have 3
i|?	We are 3
i|?	I have 3
i|?	I need 3
i|?	add 3
i|?	add 3 more
i|?	Send it to 3
i|?	use 4
i|?	use 4 instead
i|?	change 3 to 4
i|?	change the 3 to a 4
i|?	replace 2 by 3
i|?	Make it 3
i|?	Make it four labs
i|?	n = 3
i|?	n=4 is too low
i|?	p < 3
i|?	x3
i|?	type 2 diabetes
i|?	stage 3 trial
i|?	grade 3 tumours
2|?	grade 2
i|?	a grade 3 tumour
i|?	score of 3 in the assay
3|?	note 3
i|?	Note 3 is unclear
i|?	Vote on 3 May
i|?	review 2 of 3 is missing
i|?	reviewer 2
i|?	Reviewer 2 is wrong
i|?	Rating agencies: 3
i|?	I give 3 talks in May
i|?	I'll give 3 lectures
i|?	I give you 3 days
i|?	I'd say 3 weeks
i|?	I'd say 3 people
i|?	let's say 3 pm
i|?	Let's go with 3 mice
i|?	I'll take 2 students
i|?	it's a 3 year project
i|?	it's a 3-year project
i|?	It is a 2 step process
i|?	a 4 week trial
i|?	a solid 3 weeks of work
i|?	We vote on 3 June
i|?	I pick 2 students
i|?	I choose Bob, 2 weeks
i|?	go to 4
i|?	going at 3
i|?	a 3 o'clock call works
i|?	deserves a 3 page summary
i|?	das ist eine 3-Zimmer-Frage
i|?	Ich habe 3 Fragen
i|?	In 3 Tagen
i|?	um 3
i|?	Um 3 Uhr
i|?	Seite 3
i|?	Abb. 3
i|?	Kapitel 4 fehlt
i|?	Punkt 2 streichen
?	eine 3 wäre zu viel
?	keine 3
?	Das ist keine 3
?	2 bis 3
i|?	2-3 würde ich sagen
?	entweder 2 oder 3
?	nicht 3
?	Bob würde eine 4 geben
?	zwischen 2 und 3
?	mindestens 3
?	eher 2 als 3
?	pas 3
?	pas un 4
?	entre 2 et 3
?	2 ou 3
?	plutôt 2 que 3
i|?	J'ai 3 questions
i|?	à 3 heures
i|?	page 3
i|?	la figure 2 est floue
?	ni 3 ni 4
?	no un 3
?	entre 2 y 3
?	2 o 3
i|?	Tengo 3 preguntas
i|?	a las 3
i|?	el 3 de mayo
?	tra 2 e 3
i|?	alle 3
?	não é um 4
?	entre 2 e 3
i|?	às 3
?	tussen 2 en 3
?	geen 3
i|?	om 3 uur
i|?	figuur 3
?	mellan 2 och 3
?	inte en 3
i|?	kl 3
?	между 2 и 3
?	не 3
?	2 или 3
i|?	в 3 часа
i|?	3 мая
?	2か3
?	3ではない
i|?	3時
i|?	3月
i|?	3月4日
i|?	3人
i|?	図3
?	2到3
?	不是3
i|?	3点半
i|?	3个人
i|?	图3
?	2에서 3
i|?	3시
i|?	3명
?	2 veya 3
?	3 değil
i|?	saat 3
3	3 out of 4, since 2 of 4 aims fit
3|?	3. My colleague Bob would be a 4 though.
3|?	3 from me (Bob: 4)
3	3\\n\\nBob will call you at 4.
3	3\\n\\nCall me at 4 pm on 2 May.
3	3, let's meet at 4
3	3, see section 2
4	4\\n\\nAda Byron\\nRoom 3.12\\nTel. +44 20 7946 0958
2|?	2\\n\\nAda Byron\\nBuilding 3
3	Hello!\\n\\nMy rating is 3.\\n\\nBest,\\nAda\\n+49 30 1234 5678
3	Rating: 3\\nComment: figure 2 is nice
4	I'd rate it 4. Table 2 needs work.
2	2, because aim 3 is weak
1	1 - we tried this 3 times
3	3 but section 4 is unclear
4	4. Let's start on 3 May.
3	Definitely 3
3	Clearly a 3.
3	Easy 3
3	It gets a 3 from me
4	A clear 4 from our side
3	I think it's a 3
3	I'd put it at 3
3	I think 3
3	I'd go for 3
4	4!!!
4	4 :)
4	4 ❤️
3	3 😀
3	:) 3
?	>> 3
3	3.
3	- 3
3	* 3
3	Answer: 3
3	My answer is 3
3	Answer is 3.
3	3 please
3	3 (sounds good)
3	[3]
3|?	<3>
3|?	3 = good
3	(3/4)
3	3 /4
3	3 of 4.
3	3 points
3|?	3pts
3	number 3
3	Option 3
3	no. 3
3	I am a 3
3	we're a 3
3	I'm at a 3
3	Count me as a 3
3	This is a 3 for me
3	That would be a 3
3	Das wäre eine 3
3	Ich sage 3
3	eine 3
3	Eine 3 von mir.
3	3 ist okay
3	Ich stimme mit 3
3	glatte 3
3	Klare 3!
3	Sagen wir 3
3	je dirais 3
3	Un 3 pour moi
3	C'est un 3
3	3 pour ma part
3	Yo diría un 3
3	un 3
3	Es un 3
3	Eu daria 3
3	É um 3
3	Direi 3
3	È un 3
3	per me è un 3
3	Ik zou zeggen 3
3	een 3
3	Ik ga voor een 3
3	Jag säger 3
3	en trea
3	Jeg gir 3
3	3 fra meg
3	Jeg giver en 3'er
3	Antaisin kolmosen
3	dałbym 3
3	Trójka
3	Dal bych 3
3	Za mě 3
3	trojka
3	Я бы поставил 3
3	тройка
3	3, хорошо
3	3 puan
3	3 derim
3	3です
3	3でお願いします
i|?	3かな、良いと思います
3	我给3分
3|?	三分
3	3分，不错
3	3점 드립니다
3	3점이요
3	אני נותנת 3
3	٣
3	۳
3	३
3	3 - interesting, though I have no slots before June
4	4, and I would love to talk to Dr. Hopper
2	2; the budget seems off
1	1, this isn't what my lab does
3	I'd give this a 3, mainly for the imaging
4	Absolutely a 4
3	3 from our side, thanks
2	My score: 2
3	I rate it 3/4
4	4/4, go ahead and schedule
3	Thanks for the summary. 3.
3	Looks promising! 3
2|?	I'm leaning towards 2
3	I'd go with 3 here
4	solid 4
3	Three stars from me
1	One, I'm afraid. We're overcommitted.
4	Four - exactly our field
3	Mein Votum: 3
3	Ich gebe 3 Punkte
2	2. Zu früh für uns.
4	Eine glatte 4!
3	3, passt gut zu unserem Thema
3	Je donne 3
4	4, c'est exactement notre sujet
2	2, hélas
3	Mi voto es 3
4	4, encaja perfectamente
3	Nota 3
2	Voto 2, mi dispiace
3	Ik geef een 3
4	4, past goed bij ons
3	Jag röstar 3
3	Oceniam na 3
4	Moja ocena: 4
3	Моя оценка 3
4	4, это наша тема
3	3点でお願いいたします
4	評価：4
3|?	评分3
4	我给4分，很好
3	3점 주겠습니다
i|?	Bob has 3 open positions
i|?	Send me 2 references
i|?	we need 4 more weeks
i|?	See you on the 3rd
i|?	The deadline is 3 June
i|?	It took us 2 years
i|?	Try 3 replicates
i|?	Let's do 2 rounds of revision
i|?	Move it to 4 pm
i|?	I can do 3 or 4 pm
i|?	Either 3 June or 4 June works
i|?	Of the 4 aims, 2 are new
i|?	4 of the authors are from Rome
i|?	Use figure 2 rather than figure 3
i|?	2 comments: shorten it and add Bob
i|?	Make the third paragraph shorter
i|?	I'm 3 hours behind you
i|?	Only 3 labs can do this
i|?	My phone: 555 1234
i|?	My extension is 4
i|?	Building 2, floor 3
i|?	In 2024 we had 3 of these
i|?	The p value is below 3
i|?	Bitte 3 Proben schicken
i|?	Wir brauchen noch 2 Wochen
i|?	Treffen um 3?
i|?	Il nous faut 2 semaines
i|?	Envoyez 3 échantillons
i|?	Necesitamos 2 semanas
i|?	Servono 3 campioni
i|?	We hebben 2 weken nodig
i|?	Нужно ещё 2 недели
i|?	あと3週間必要です
i|?	还需要两周
i|?	3주 더 필요합니다
?	2 or maybe 3
?	somewhere around 3
?	Not sure, 2 or 3?
?	3 for Bob, 2 for me... hard
?	The reviewer gave it a 2
?	Our postdoc says 4
?	if the mice are dropped, 4
?	4 if Bob joins
?	I would have said 4 last year
?	more than 3
?	3 minus
?	3-
?	3 plus
?	4 / 5
?	9/10
?	6
?	42
?	three and a half
?	a bit less than 3
?	not quite a 3
?	nicht ganz eine 3
?	eine 2 oder 3
?	pas tout à fait 3
?	3 o 4
?	3 of 3 o'clock?
?	I don't know, 2?
?	nobody would give this a 4
?	Was it 3 or 4 that means yes?
?	1 is best, right? Then 1.
?	forget the 3
?	sorry, 3 was wrong
?	I meant 2, not 3
?	2 not 3
?	3 -> 2
?	3 => 4
?	from 3 to 2
?	downgrade from 3 to 2
?	Change my rating from 3 to 2
""".strip("\n").split("\n")


def cases() -> list[tuple[str, str, str]]:
    """(label, text, subject)"""
    found = []
    for line in LABELLED:
        label, _, rest = line.partition("\t")
        text, _, subject = rest.partition("\t")
        found.append((label, text.replace("\\n", "\n"), subject or "Re: Weekly check-in"))
    return found
