import { says, section, told } from "./rules";

export const sections = [
  section(
    "aim",
    told("What it is about", "Waar het om gaat", "Vad det går ut på"),
    says(
      "BE-C1 BE-C2 BE-C3 BE-S1",
      told(
        "Through Berlin by tram and metro. The 2 to 4 players have 11 trams and 5 metros each. There are 44 transport cards (6 of each of six colours and 8 bicycles, which are wild) and 22 tickets. Everyone starts at 0.",
        "Door Berlijn met tram en metro. De 2 tot 4 spelers hebben elk 11 trams en 5 metro's. Er zijn 44 transportkaarten (6 van elk van zes kleuren en 8 fietsen, die elke kleur zijn) en 22 bestemmingskaarten. Iedereen begint op 0.",
        "Genom Berlin med spårvagn och tunnelbana. De 2 till 4 spelarna har 11 spårvagnar och 5 tunnelbanetåg var. Det finns 44 transportkort (6 av var och en av sex färger och 8 cyklar, som är alla färger) och 22 biljetter. Alla börjar på 0.",
      ),
      { kind: "cards", sets: [["blue", "green", "black", "purple", "red", "orange", "wild"]] },
    ),
    says(
      "BE-S2 BE-S3 BE-S4",
      told(
        "You get 2 transport cards and 2 tickets, of which you keep at least one; the other goes under the pile. Five cards lie open. The table chooses who starts; turns go clockwise.",
        "Je krijgt 2 transportkaarten en 2 bestemmingskaarten, waarvan je er minstens één houdt; de andere gaat onder de stapel. Vijf kaarten liggen open. De tafel kiest wie begint; de beurt gaat met de klok mee.",
        "Du får 2 transportkort och 2 biljetter, av vilka du behåller minst en; den andra läggs underst i högen. Fem kort ligger öppna. Bordet väljer vem som börjar; turen går medurs.",
      ),
    ),
  ),
  section(
    "turn",
    told("Your turn", "Je beurt", "Din tur"),
    says(
      "BE-T1",
      told(
        "You do exactly one of three things: draw transport cards, claim a route, or draw tickets.",
        "Je doet precies één van drie dingen: transportkaarten trekken, een route claimen of bestemmingskaarten trekken.",
        "Du gör exakt en av tre saker: drar transportkort, mutar in en sträcka eller drar biljetter.",
      ),
    ),
    says(
      "BE-D1 BE-D2 BE-D3",
      told(
        "You draw two cards, open or blind. An open bicycle as the first is the only one you take, and as the second it may not be taken; drawn blind it is a card like any other. You may hold any number of cards.",
        "Je trekt twee kaarten, open of blind. Een open fiets als eerste is de enige die je neemt, en als tweede mag hij niet; blind getrokken is hij een kaart als alle andere. Je mag zoveel kaarten hebben als je wilt.",
        "Du drar två kort, öppet eller dolt. En öppen cykel som första kort är det enda du tar, och som andra får den inte tas; dragen dolt är den ett kort som alla andra. Du får ha hur många kort som helst.",
      ),
    ),
    says(
      "BE-D4 BE-D5",
      told(
        "Three bicycles among the five face-up cards: all five are replaced. When the pile is empty, the discards are shuffled into a new one.",
        "Drie fietsen bij de vijf open kaarten: alle vijf worden vervangen. Is de stapel leeg, dan worden de afgelegde kaarten tot een nieuwe geschud.",
        "Tre cyklar bland de fem öppna korten: alla fem byts ut. När högen är tom blandas slängkorten till en ny.",
      ),
    ),
  ),
  section(
    "claim",
    told("Trams and metros", "Trams en metro's", "Spårvagnar och tunnelbanor"),
    says(
      "BE-R1 BE-R2",
      told(
        "A tram line is a row of spaces and takes trams: it costs a card of its colour for every space, and a tram goes on each.",
        "Een tramlijn is een rij vakjes en neemt trams: hij kost voor elk vakje een kaart van zijn kleur, en op elk vakje komt een tram.",
        "En spårvagnslinje är en rad rutor och tar spårvagnar: den kostar ett kort av sin färg för varje ruta, och en spårvagn ställs på varje.",
      ),
      { kind: "track", colour: "purple", length: 3 },
    ),
    says(
      "BE-R3",
      told(
        "A metro line has one single space, with the number of cards that it costs beside it. One metro goes on it, however far it leads.",
        "Een metrolijn heeft één enkel vakje, met ernaast hoeveel kaarten hij kost. Er komt één metro op, hoe ver hij ook gaat.",
        "En tunnelbanelinje har en enda ruta, med antalet kort den kostar bredvid. Ett tunnelbanetåg ställs där, hur långt den än går.",
      ),
      { kind: "track", colour: "red", length: 1, metro: 3 },
    ),
    says(
      "BE-R4 BE-R5 BE-R7",
      told(
        "Gray takes any one colour; bicycles stand in for any card. Any free line will do, one a turn, as long as you have the pieces of its kind. The cards are discarded.",
        "Grijs neemt één kleur naar keuze; fietsen gelden voor elke kaart. Elke vrije lijn mag, één per beurt, als je de stukken van die soort hebt. De kaarten leg je af.",
        "Grått tar valfri färg; cyklar gäller för vilket kort som helst. Vilken ledig linje som helst duger, en per tur, så länge du har pjäser av rätt sort. Korten slängs.",
      ),
      {
        kind: "cards",
        sets: [
          ["black", "black"],
          ["black", "wild"],
        ],
      },
    ),
    says(
      "BE-R6",
      told(
        "The points are yours at once; trams and metros have different tables:",
        "De punten krijg je meteen; trams en metro's hebben elk hun tabel:",
        "Poängen får du genast; spårvagnar och tunnelbanor har olika tabeller:",
      ),
      { kind: "points" },
    ),
    says(
      "BE-X1 BE-X2",
      told(
        "Of two lines side by side nobody may own both. With two players the second closes as soon as the first is taken.",
        "Van twee lijnen naast elkaar mag niemand ze allebei hebben. Met twee spelers gaat de tweede dicht zodra de eerste bezet is.",
        "Av två linjer bredvid varandra får ingen äga båda. Med två spelare stängs den andra så snart den första är tagen.",
      ),
    ),
  ),
  section(
    "tickets",
    told("Tickets", "Bestemmingskaarten", "Biljetter"),
    says(
      "BE-K1 BE-K2",
      told(
        "You draw two tickets and keep at least one; the other goes under the pile. If only one is left you may draw it, and must keep it.",
        "Je trekt twee bestemmingskaarten en houdt er minstens één; de andere gaat onder de stapel. Is er nog maar één, dan mag je die trekken en moet je hem houden.",
        "Du drar två biljetter och behåller minst en; den andra läggs underst i högen. Finns bara en kvar får du dra den, och måste behålla den.",
      ),
      { kind: "tickets", count: 2 },
    ),
    says(
      "BE-K3 BE-K4",
      told(
        "What you keep stays, secretly, to the end; you may hold any number. Your trams and metros count together as one network. At the end each ticket completed is added and each one not completed subtracted.",
        "Wat je houdt, blijft in het geheim tot het eind; je mag er zoveel hebben als je wilt. Je trams en metro's vormen samen één net. Aan het eind komt elke gehaalde kaart erbij en gaat elke niet gehaalde eraf.",
        "Det du behåller stannar, i hemlighet, till slutet; du får ha hur många som helst. Dina spårvagnar och tunnelbanor räknas som ett enda nät. I slutet läggs varje klarad biljett till och varje missad dras av.",
      ),
    ),
  ),
  section(
    "end",
    told("The end", "Het einde", "Slutet"),
    says(
      "BE-E1 BE-P1 BE-P2",
      told(
        "When somebody ends a turn with one piece or none left, trams and metros together, everybody, that player too, has one more turn. Then tickets are counted on top of the routes. Most points wins; with equal points the most tickets completed; still equal is winning together.",
        "Als iemand een beurt eindigt met nog één stuk of geen, trams en metro's samen, krijgt iedereen, ook die speler, nog één beurt. Dan komen de bestemmingskaarten bij de routes. De meeste punten wint; bij gelijke stand de meeste gehaalde kaarten; nog steeds gelijk is samen winnen.",
        "När någon avslutar en tur med en pjäs eller ingen kvar, spårvagnar och tunnelbanor tillsammans, får alla, även den spelaren, en tur till. Sedan räknas biljetterna utöver sträckorna. Flest poäng vinner; vid lika flest klarade biljetter; fortfarande lika är att vinna tillsammans.",
      ),
    ),
  ),
];
