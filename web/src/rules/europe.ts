import { says, section, told } from "./rules";

export const sections = [
  section(
    "aim",
    told("What it is about", "Waar het om gaat", "Vad det går ut på"),
    says(
      "EU-C1 EU-C2 EU-S1",
      told(
        "You travel through the Europe of 1901. Each of the 2 to 5 players has 45 trains and 3 stations and claims routes between cities. Points come from routes, from tickets that you make, from stations that you do not need, and from the longest path. Everyone starts at 0.",
        "Je reist door het Europa van 1901. Elk van de 2 tot 5 spelers heeft 45 treinen en 3 stations en claimt routes tussen steden. Punten krijg je voor routes, voor bestemmingskaarten die je haalt, voor stations die je niet nodig hebt en voor de langste route. Iedereen begint op 0.",
        "Du reser genom 1901 års Europa. Var och en av de 2 till 5 spelarna har 45 tåg och 3 stationer och mutar in sträckor mellan städer. Poäng får du för sträckor, för biljetter du klarar, för stationer du inte behöver och för den längsta vägen. Alla börjar på 0.",
      ),
    ),
    says(
      "EU-P5",
      told(
        "Whoever has the most points at the end wins. With equal points the most tickets completed decides, then the fewest stations used, then the longest path.",
        "Wie aan het eind de meeste punten heeft, wint. Bij gelijke stand telt wie de meeste bestemmingskaarten haalde, dan wie de minste stations gebruikte, dan wie de langste route heeft.",
        "Den som har flest poäng i slutet vinner. Vid lika avgör flest klarade biljetter, sedan minst antal använda stationer, sedan den längsta vägen.",
      ),
    ),
  ),
  section(
    "setup",
    told("Before you start", "Voor je begint", "Innan ni börjar"),
    says(
      "EU-C3 EU-S2 EU-S3",
      told(
        "There are 110 train cards: 12 of each of eight colours and 14 locomotives. You are dealt 4; five more lie face up for everybody.",
        "Er zijn 110 treinkaarten: 12 van elk van acht kleuren en 14 locomotieven. Je krijgt er 4; vijf andere liggen open voor iedereen.",
        "Det finns 110 tågkort: 12 av var och en av åtta färger och 14 lok. Du får 4; fem andra ligger öppna för alla.",
      ),
      {
        kind: "cards",
        sets: [["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "wild"]],
      },
    ),
    says(
      "EU-C4 EU-S4 EU-S5 EU-S6",
      told(
        "You are dealt one of the 6 long tickets and 3 of the 40 ordinary ones, and keep at least two of the four. What you give back leaves the game unseen, and so do the long tickets that nobody was dealt.",
        "Je krijgt één van de 6 lange bestemmingskaarten en 3 van de 40 gewone, en houdt er minstens twee van de vier. Wat je teruggeeft gaat ongezien uit het spel, net als de lange kaarten die niemand kreeg.",
        "Du får en av de 6 långa biljetterna och 3 av de 40 vanliga, och behåller minst två av de fyra. De du lämnar tillbaka går osedda ur spelet, liksom de långa biljetter som ingen fick.",
      ),
      { kind: "tickets", count: 2 },
    ),
    says(
      "EU-S7",
      told(
        "The table decides who starts; then turns go round clockwise.",
        "De tafel bepaalt wie begint; daarna gaat de beurt met de klok mee.",
        "Bordet bestämmer vem som börjar; sedan går turen medurs.",
      ),
    ),
  ),
  section(
    "turn",
    told("Your turn", "Je beurt", "Din tur"),
    says(
      "EU-T1",
      told(
        "In your turn you do exactly one of four things: draw train cards, claim a route, draw tickets, or build a station.",
        "In je beurt doe je precies één van vier dingen: treinkaarten trekken, een route claimen, bestemmingskaarten trekken of een station bouwen.",
        "Under din tur gör du exakt en av fyra saker: drar tågkort, mutar in en sträcka, drar biljetter eller bygger en station.",
      ),
    ),
  ),
  section(
    "draw",
    told("Drawing train cards", "Treinkaarten trekken", "Dra tågkort"),
    says(
      "EU-D1 EU-D6",
      told(
        "You take two cards, each from the five that lie face up or blind from the pile. A face-up card is replaced at once. You may hold as many cards as you like.",
        "Je neemt twee kaarten, elk van de vijf open kaarten of blind van de stapel. Een open kaart wordt meteen aangevuld. Je mag zoveel kaarten hebben als je wilt.",
        "Du tar två kort, vart och ett bland de fem öppna eller dolt från högen. Ett öppet kort ersätts genast. Du får ha hur många kort som helst.",
      ),
    ),
    says(
      "EU-D2 EU-D3 EU-D4",
      told(
        "An open locomotive counts for two: take it first and you take nothing else, and as a second card you cannot take it, even if it has only just been turned up. A locomotive drawn blind is a card like any other.",
        "Een open locomotief telt voor twee: neem je hem als eerste, dan neem je niets anders meer, en als tweede kaart mag hij niet, ook niet als hij net is opengelegd. Een blind getrokken locomotief is een kaart als alle andere.",
        "Ett öppet lok räknas som två: tar du det först får du inget mer, och som andra kort får du inte ta det, inte ens om det just vänts upp. Ett lok som dras dolt är ett kort som alla andra.",
      ),
    ),
    says(
      "EU-D5",
      told(
        "As soon as three of the five face-up cards are locomotives, all five are discarded and replaced.",
        "Zodra drie van de vijf open kaarten locomotieven zijn, gaan ze alle vijf weg en komen er vijf nieuwe.",
        "Så snart tre av de fem öppna korten är lok läggs alla fem bort och fem nya vänds upp.",
      ),
      { kind: "cards", sets: [["wild", "red", "wild", "green", "wild"]] },
    ),
    says(
      "EU-D7 EU-D8",
      told(
        "When the pile is empty, the discards are shuffled into a new one. If no card is left anywhere, you must do something else.",
        "Is de stapel leeg, dan worden de afgelegde kaarten tot een nieuwe geschud. Is er nergens nog een kaart, dan moet je iets anders doen.",
        "När högen är tom blandas slängkorten till en ny. Finns det inga kort kvar alls måste du göra något annat.",
      ),
    ),
  ),
  section(
    "claim",
    told("Claiming a route", "Een route claimen", "Muta in en sträcka"),
    says(
      "EU-R1 EU-L1",
      told(
        "A route costs as many cards of its colour as it has spaces. A locomotive stands for any colour. A blue route of three takes any of these:",
        "Een route kost zoveel kaarten van zijn kleur als hij vakjes heeft. Een locomotief geldt voor elke kleur. Voor een blauwe route van drie kun je dit betalen:",
        "En sträcka kostar lika många kort av sin färg som den har rutor. Ett lok gäller för vilken färg som helst. En blå sträcka på tre kan betalas så här:",
      ),
      {
        kind: "cards",
        sets: [
          ["blue", "blue", "blue"],
          ["blue", "blue", "wild"],
          ["blue", "wild", "wild"],
          ["wild", "wild", "wild"],
        ],
      },
    ),
    says(
      "EU-R2",
      told(
        "A gray route takes any one colour: all cards (but locomotives) the same.",
        "Een grijze route neemt elke kleur, maar wel één kleur: alle kaarten (behalve locomotieven) zijn gelijk.",
        "En grå sträcka tar vilken färg som helst, men bara en: alla kort (utom lok) är lika.",
      ),
      { kind: "track", colour: "gray", length: 3 },
    ),
    says(
      "EU-R3 EU-R4 EU-R5",
      told(
        "You put a train on every space, discard the cards and score at once. Without enough trains you cannot claim it. Any free route will do, joined to yours or not; one a turn, and always the whole of it.",
        "Je zet op elk vakje een trein, legt de kaarten af en scoort meteen. Zonder genoeg treinen kan het niet. Elke vrije route mag, aan de jouwe vast of niet; één per beurt, en altijd helemaal.",
        "Du ställer ett tåg på varje ruta, slänger korten och får poängen genast. Utan tillräckligt många tåg går det inte. Vilken ledig sträcka som helst duger, intill dina eller inte; en per tur, och alltid hela.",
      ),
    ),
    says(
      "EU-P1",
      told(
        "Points of a route, by its length:",
        "Punten van een route, naar lengte:",
        "Poäng för en sträcka, efter längd:",
      ),
      { kind: "points" },
    ),
    says(
      "EU-X1 EU-X2 EU-X3",
      told(
        "Some cities are joined by two tracks side by side. Nobody may own both. With two or three players the second closes for everybody as soon as the first is taken. Routes that only run alongside for a while, between different cities, are not double.",
        "Sommige steden zijn door twee sporen naast elkaar verbonden. Niemand mag ze allebei hebben. Met twee of drie spelers gaat het tweede voor iedereen dicht zodra het eerste bezet is. Routes die alleen een stuk naast elkaar lopen, tussen andere steden, zijn niet dubbel.",
        "Somliga städer binds samman av två spår bredvid varandra. Ingen får äga båda. Med två eller tre spelare stängs det andra för alla så snart det första är taget. Sträckor som bara delvis löper intill varandra, mellan olika städer, är inte dubbla.",
      ),
      { kind: "track", colour: "black", length: 3, twin: "red" },
    ),
  ),
  section(
    "ferries",
    told("Ferries", "Veerboten", "Färjor"),
    says(
      "EU-F1",
      told(
        "A ferry is a gray route with locomotive symbols. Each symbol takes a locomotive; the other spaces take any one colour as usual.",
        "Een veerboot is een grijze route met locomotiefsymbolen. Elk symbool kost een locomotief; de andere vakjes nemen zoals altijd één kleur.",
        "En färja är en grå sträcka med loksymboler. Varje symbol kräver ett lok; de andra rutorna tar som vanligt en färg.",
      ),
      { kind: "track", colour: "gray", length: 4, ferry: 2 },
    ),
  ),
  section(
    "tunnels",
    told("Tunnels", "Tunnels", "Tunnlar"),
    says(
      "EU-U1 EU-U4",
      told(
        "You lay the cards as for an ordinary route. Then three cards of the pile are turned up. For each that has your colour, and for each locomotive, you pay one card more: your colour or a locomotive.",
        "Je legt de kaarten als voor een gewone route. Dan worden drie kaarten van de stapel omgedraaid. Voor elke kaart in jouw kleur en voor elke locomotief betaal je er één bij: jouw kleur of een locomotief.",
        "Du lägger korten som för en vanlig sträcka. Sedan vänds tre kort från högen upp. För varje kort i din färg och för varje lok betalar du ett till: din färg eller ett lok.",
      ),
      { kind: "track", colour: "red", length: 3, tunnel: true },
    ),
    says(
      "EU-U2 EU-U3",
      told(
        "If you cannot or will not pay, you take your cards back and your turn is over. The three turned-up cards are discarded either way.",
        "Kun of wil je niet betalen, dan neem je je kaarten terug en is je beurt voorbij. De drie omgedraaide kaarten worden hoe dan ook afgelegd.",
        "Kan eller vill du inte betala tar du tillbaka dina kort och turen är slut. De tre uppvända korten slängs i båda fallen.",
      ),
    ),
    says(
      "EU-U5 EU-U6",
      told(
        "If you laid only locomotives, only locomotives among the three count, and you add locomotives. If fewer than three cards are left to turn up, those are turned up; with none the tunnel costs nothing extra.",
        "Legde je alleen locomotieven, dan tellen van de drie alleen locomotieven, en leg je locomotieven bij. Zijn er minder dan drie kaarten om om te draaien, dan alleen die; zonder kaarten kost de tunnel niets extra.",
        "Lade du bara lok räknas bara lok bland de tre, och du lägger till lok. Finns färre än tre kort att vända upp vänds bara de; utan kort kostar tunneln inget extra.",
      ),
      { kind: "cards", sets: [["red", "wild", "blue"]] },
    ),
  ),
  section(
    "tickets",
    told("Tickets", "Bestemmingskaarten", "Biljetter"),
    says(
      "EU-K1 EU-K2 EU-K3",
      told(
        "You draw three tickets (fewer if there are fewer) and keep at least one. The others go under the pile.",
        "Je trekt drie bestemmingskaarten (minder als er minder zijn) en houdt er minstens één. De andere gaan onder de stapel.",
        "Du drar tre biljetter (färre om det finns färre) och behåller minst en. De andra läggs underst i högen.",
      ),
    ),
    says(
      "EU-K4 EU-K5 EU-P2",
      told(
        "What you keep stays yours to the end and stays secret. A ticket is completed when an unbroken chain of your own trains joins its two cities; a station may help. At the end its value is added if it is completed and subtracted if it is not.",
        "Wat je houdt, blijft tot het eind van jou en blijft geheim. Een kaart is gehaald als een ononderbroken rij van je eigen treinen de twee steden verbindt; een station mag helpen. Aan het eind tel je de waarde erbij als hij gehaald is, en eraf als dat niet zo is.",
        "Det du behåller är ditt till slutet och hemligt. En biljett är klarad när en obruten kedja av dina egna tåg binder samman de två städerna; en station får hjälpa till. I slutet läggs värdet till om den är klarad och dras av annars.",
      ),
      { kind: "tickets", count: 3 },
    ),
  ),
  section(
    "stations",
    told("Stations", "Stations", "Stationer"),
    says(
      "EU-B1 EU-B2 EU-B3",
      told(
        "A station may go on any city that has none. Your first costs 1 card, your second 2 of one colour, your third 3 of one colour; locomotives stand in. One a turn; the cards are discarded.",
        "Een station mag in elke stad waar er nog geen staat. Je eerste kost 1 kaart, je tweede 2 van één kleur, je derde 3 van één kleur; locomotieven mogen. Eén per beurt; de kaarten leg je af.",
        "En station får byggas i varje stad som saknar en. Din första kostar 1 kort, den andra 2 av en färg, den tredje 3 av en färg; lok duger. En per tur; korten slängs.",
      ),
      { kind: "cards", sets: [["green"], ["red", "red"], ["blue", "blue", "wild"]] },
    ),
    says(
      "EU-B4 EU-B5 EU-B6",
      told(
        "For your tickets it lets you use one route of another player that ends in that city: the same one for all of your tickets. Which one is settled at the end; the page takes the best for you.",
        "Voor je bestemmingskaarten mag je dan één route van een ander gebruiken die in die stad eindigt: dezelfde voor al je kaarten. Welke dat is, wordt aan het eind bepaald; de pagina kiest de beste voor je.",
        "För dina biljetter får du då använda en annan spelares sträcka som slutar i staden: samma för alla dina biljetter. Vilken det blir avgörs i slutet; sidan väljer den bästa åt dig.",
      ),
    ),
    says(
      "EU-B7 EU-P3",
      told(
        "You never have to build. Each station left over is worth 4 points.",
        "Bouwen hoeft nooit. Elk station dat je overhoudt is 4 punten waard.",
        "Du behöver aldrig bygga. Varje station du har kvar är värd 4 poäng.",
      ),
    ),
  ),
  section(
    "end",
    told("The end", "Het einde", "Slutet"),
    says(
      "EU-E1",
      told(
        "When somebody ends a turn with two trains or fewer, everybody, that player too, has one more turn. Then the tickets are laid open and counted.",
        "Als iemand een beurt eindigt met twee treinen of minder, krijgt iedereen, ook die speler, nog één beurt. Dan worden de bestemmingskaarten opengelegd en geteld.",
        "När någon avslutar en tur med två tåg eller färre får alla, även den spelaren, en tur till. Sedan läggs biljetterna öppet och räknas.",
      ),
    ),
    says(
      "EU-P4",
      told(
        "The longest unbroken path of one's own trains gives 10 points. It may loop and pass a city again, but no train counts twice, and stations do not help. Players who tie all get the 10.",
        "De langste ononderbroken route van eigen treinen geeft 10 punten. Hij mag een lus maken en vaker langs een stad komen, maar geen trein telt dubbel en stations helpen niet. Bij gelijke lengte krijgt iedereen de 10.",
        "Den längsta obrutna vägen av egna tåg ger 10 poäng. Den får gå i en slinga och passera en stad igen, men inget tåg räknas två gånger och stationer hjälper inte. Vid lika får alla 10.",
      ),
    ),
  ),
];
