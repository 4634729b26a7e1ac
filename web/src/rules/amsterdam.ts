import { says, section, told } from "./rules";

export const sections = [
  section(
    "aim",
    told("What it is about", "Waar het om gaat", "Vad det går ut på"),
    says(
      "AM-C1 AM-C2 AM-C3 AM-S1",
      told(
        "Amsterdam in the Golden Age. The 2 to 4 players have 16 carts each and claim routes along the canals for contracts and trade. There are 44 transport cards (6 of each of six colours and 8 jokers), 24 contracts and 16 trade bonus cards. Everyone starts at 0.",
        "Amsterdam in de Gouden Eeuw. De 2 tot 4 spelers hebben elk 16 karren en claimen routes langs de grachten, voor contracten en handel. Er zijn 44 transportkaarten (6 van elk van zes kleuren en 8 jokers), 24 contracten en 16 handelsbonuskaarten. Iedereen begint op 0.",
        "Amsterdam under guldåldern. De 2 till 4 spelarna har 16 kärror var och mutar in sträckor längs kanalerna för kontrakt och handel. Det finns 44 transportkort (6 av var och en av sex färger och 8 jokrar), 24 kontrakt och 16 handelsbonuskort. Alla börjar på 0.",
      ),
      { kind: "cards", sets: [["pink", "blue", "green", "black", "red", "orange", "wild"]] },
    ),
    says(
      "AM-S2 AM-S3 AM-S4",
      told(
        "You get 2 transport cards and 2 contracts, of which you keep at least one; the other goes under the pile. Five cards lie open. The youngest begins; turns go clockwise.",
        "Je krijgt 2 transportkaarten en 2 contracten, waarvan je er minstens één houdt; het andere gaat onder de stapel. Vijf kaarten liggen open. De jongste begint; de beurt gaat met de klok mee.",
        "Du får 2 transportkort och 2 kontrakt, av vilka du behåller minst ett; det andra läggs underst i högen. Fem kort ligger öppna. Den yngsta börjar; turen går medurs.",
      ),
    ),
  ),
  section(
    "turn",
    told("Your turn", "Je beurt", "Din tur"),
    says(
      "AM-T1",
      told(
        "You do exactly one of three things: draw transport cards, claim a route, or draw contracts.",
        "Je doet precies één van drie dingen: transportkaarten trekken, een route claimen of contracten trekken.",
        "Du gör exakt en av tre saker: drar transportkort, mutar in en sträcka eller drar kontrakt.",
      ),
    ),
    says(
      "AM-D1 AM-D2 AM-D3",
      told(
        "You draw two cards, open or blind. An open joker as the first is the only one you take, and as the second it may not be taken; drawn blind it is a card like any other. You may hold any number of cards.",
        "Je trekt twee kaarten, open of blind. Een open joker als eerste is de enige die je neemt, en als tweede mag hij niet; blind getrokken is hij een kaart als alle andere. Je mag zoveel kaarten hebben als je wilt.",
        "Du drar två kort, öppet eller dolt. En öppen joker som första kort är det enda du tar, och som andra får den inte tas; dragen dolt är den ett kort som alla andra. Du får ha hur många kort som helst.",
      ),
    ),
    says(
      "AM-D4 AM-D5",
      told(
        "Three jokers among the five face-up cards: all five are replaced. When the pile is empty, the discards are shuffled into a new one.",
        "Drie jokers bij de vijf open kaarten: alle vijf worden vervangen. Is de stapel leeg, dan worden de afgelegde kaarten tot een nieuwe geschud.",
        "Tre jokrar bland de fem öppna korten: alla fem byts ut. När högen är tom blandas slängkorten till en ny.",
      ),
    ),
  ),
  section(
    "claim",
    told("Claiming a route", "Een route claimen", "Muta in en sträcka"),
    says(
      "AM-R1 AM-R2 AM-R3 AM-R6",
      told(
        "A route costs as many cards of its colour as it has spaces; jokers stand in, and gray takes any one colour. A cart goes on every space, so you need enough of them; the cards are discarded. Any free route will do; one a turn.",
        "Een route kost zoveel kaarten van zijn kleur als hij vakjes heeft; jokers mogen, en grijs neemt één kleur naar keuze. Op elk vakje komt een kar, dus je hebt er genoeg nodig; de kaarten leg je af. Elke vrije route mag; één per beurt.",
        "En sträcka kostar lika många kort av sin färg som den har rutor; jokrar duger, och grått tar valfri färg. En kärra ställs på varje ruta, så du behöver tillräckligt många; korten slängs. Vilken ledig sträcka som helst duger; en per tur.",
      ),
      {
        kind: "cards",
        sets: [
          ["pink", "pink", "pink"],
          ["pink", "pink", "wild"],
        ],
      },
    ),
    says(
      "AM-R4",
      told("Its points are yours at once:", "De punten krijg je meteen:", "Poängen får du genast:"),
      { kind: "points" },
    ),
    says(
      "AM-R5",
      told(
        "A route with cart symbols gives one trade bonus card, however long it is. They lie open, so that everybody can count them.",
        "Een route met karsymbolen geeft één handelsbonuskaart, hoe lang hij ook is. Die liggen open, zodat iedereen ze kan tellen.",
        "En sträcka med kärrsymboler ger ett handelsbonuskort, hur lång den än är. De ligger öppet, så att alla kan räkna dem.",
      ),
      { kind: "track", colour: "orange", length: 3, carts: true },
    ),
    says(
      "AM-X1 AM-X2",
      told(
        "Of two tracks side by side nobody may own both. With two players the second closes as soon as the first is taken.",
        "Van twee sporen naast elkaar mag niemand ze allebei hebben. Met twee spelers gaat het tweede dicht zodra het eerste bezet is.",
        "Av två spår bredvid varandra får ingen äga båda. Med två spelare stängs det andra så snart det första är taget.",
      ),
      { kind: "track", colour: "green", length: 2, twin: "red" },
    ),
  ),
  section(
    "tickets",
    told("Contracts", "Contracten", "Kontrakt"),
    says(
      "AM-K1 AM-K2",
      told(
        "You draw two contracts and keep at least one; the other goes under the pile. If only one is left you may draw it, and must keep it.",
        "Je trekt twee contracten en houdt er minstens één; het andere gaat onder de stapel. Is er nog maar één, dan mag je dat trekken en moet je het houden.",
        "Du drar två kontrakt och behåller minst ett; det andra läggs underst i högen. Finns bara ett kvar får du dra det, och måste behålla det.",
      ),
      { kind: "tickets", count: 2 },
    ),
    says(
      "AM-K3 AM-K4",
      told(
        "What you keep stays, secretly, to the end; you may hold any number. Then each contract completed is added and each one not completed subtracted.",
        "Wat je houdt, blijft in het geheim tot het eind; je mag er zoveel hebben als je wilt. Dan komt elk gehaald contract erbij en gaat elk niet gehaald contract eraf.",
        "Det du behåller stannar, i hemlighet, till slutet; du får ha hur många som helst. Då läggs varje klarat kontrakt till och varje missat dras av.",
      ),
    ),
  ),
  section(
    "end",
    told("The end", "Het einde", "Slutet"),
    says(
      "AM-E1 AM-P1",
      told(
        "When somebody ends a turn with two carts or fewer, everybody, that player too, has one more turn. Then contracts and trade are counted.",
        "Als iemand een beurt eindigt met twee karren of minder, krijgt iedereen, ook die speler, nog één beurt. Dan worden contracten en handel geteld.",
        "När någon avslutar en tur med två kärror eller färre får alla, även den spelaren, en tur till. Sedan räknas kontrakt och handel.",
      ),
    ),
    says(
      "AM-P2 AM-P3 AM-P4",
      told(
        "Trade bonus, by who has the most trade bonus cards: 8, 6, 4 and 2 points with four players; 8, 5 and 2 with three; 8 and 4 with two. Ties all get the points of their place, and the places after it lapse. No card, no bonus.",
        "Handelsbonus, naar wie de meeste handelsbonuskaarten heeft: 8, 6, 4 en 2 punten met vier spelers; 8, 5 en 2 met drie; 8 en 4 met twee. Wie gelijk staat krijgt de punten van die plaats, en de plaatsen erna vervallen. Geen kaart, geen bonus.",
        "Handelsbonus, efter vem som har flest handelsbonuskort: 8, 6, 4 och 2 poäng med fyra spelare; 8, 5 och 2 med tre; 8 och 4 med två. De som delar en plats får alla dess poäng, och platserna efter utgår. Inget kort, ingen bonus.",
      ),
    ),
    says(
      "AM-P5",
      told(
        "Most points wins; with equal points the most contracts completed; still equal is winning together.",
        "De meeste punten wint; bij gelijke stand de meeste gehaalde contracten; nog steeds gelijk is samen winnen.",
        "Flest poäng vinner; vid lika flest klarade kontrakt; fortfarande lika är att vinna tillsammans.",
      ),
    ),
  ),
];
