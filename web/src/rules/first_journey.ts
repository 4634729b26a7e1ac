import { says, section, told } from "./rules";

export const sections = [
  section(
    "aim",
    told("What it is about", "Waar het om gaat", "Vad det går ut på"),
    says(
      "FJ-S4 FJ-C1 FJ-C3",
      told(
        "Be the first to make six tickets! There are 2 to 4 players with 20 trains each. No points to count: who has six tickets wins the golden ticket.",
        "Haal als eerste zes bestemmingskaarten! Er zijn 2 tot 4 spelers met elk 20 treinen. Je hoeft geen punten te tellen: wie er zes heeft, wint het gouden kaartje.",
        "Bli först med att klara sex biljetter! Ni är 2 till 4 spelare med 20 tåg var. Inga poäng att räkna: den som har sex vinner den gyllene biljetten.",
      ),
    ),
    says(
      "FJ-C2 FJ-S1 FJ-S2 FJ-S3",
      told(
        "You start with 4 train cards and 2 tickets. Keep your tickets secret. There are six colours and locomotives; nothing lies face up. The youngest begins.",
        "Je begint met 4 treinkaarten en 2 bestemmingskaarten. Houd ze geheim. Er zijn zes kleuren en locomotieven; er liggen geen kaarten open. De jongste begint.",
        "Du börjar med 4 tågkort och 2 biljetter. Håll biljetterna hemliga. Det finns sex färger och lok; inga kort ligger öppna. Den yngsta börjar.",
      ),
      { kind: "cards", sets: [["yellow", "green", "white", "black", "blue", "red", "wild"]] },
    ),
  ),
  section(
    "turn",
    told("Your turn", "Je beurt", "Din tur"),
    says(
      "FJ-T1",
      told(
        "Do one thing: take two train cards, claim a route, or give both your tickets away and take two new ones. Swapping takes your whole turn.",
        "Doe één ding: twee treinkaarten trekken, een route claimen, of je beide bestemmingskaarten inruilen voor twee nieuwe. Ruilen kost je hele beurt.",
        "Gör en sak: ta två tågkort, muta in en sträcka, eller byt båda dina biljetter mot två nya. Att byta tar hela din tur.",
      ),
    ),
  ),
  section(
    "claim",
    told("Claiming a route", "Een route claimen", "Muta in en sträcka"),
    says(
      "FJ-R1 FJ-R3",
      told(
        "Pay as many cards of the route's colour as it has spaces. A locomotive is every colour. Put a train on each space; the cards go on the discard pile.",
        "Betaal zoveel kaarten in de kleur van de route als er vakjes zijn. Een locomotief is elke kleur. Zet op elk vakje een trein; de kaarten gaan op de aflegstapel.",
        "Betala lika många kort i sträckans färg som den har rutor. Ett lok är alla färger. Ställ ett tåg på varje ruta; korten läggs i slänghögen.",
      ),
      {
        kind: "cards",
        sets: [
          ["red", "red"],
          ["red", "wild"],
          ["wild", "wild"],
        ],
      },
    ),
    says(
      "FJ-R2",
      told(
        "Any free route is fine, also one far from your other trains. One route a turn. The colour of your own trains does not matter.",
        "Elke vrije route mag, ook ver van je andere treinen. Eén route per beurt. De kleur van je eigen treinen doet er niet toe.",
        "Vilken ledig sträcka som helst går bra, också långt från dina andra tåg. En sträcka per tur. Färgen på dina egna tåg spelar ingen roll.",
      ),
      { kind: "track", colour: "green", length: 2 },
    ),
    says(
      "FJ-X1",
      told(
        "Two tracks side by side? You may have one of them, never both.",
        "Twee sporen naast elkaar? Je mag er één van hebben, nooit allebei.",
        "Två spår bredvid varandra? Du får ha ett av dem, aldrig båda.",
      ),
      { kind: "track", colour: "blue", length: 2, twin: "yellow" },
    ),
  ),
  section(
    "tickets",
    told("Tickets", "Bestemmingskaarten", "Biljetter"),
    says(
      "FJ-K1",
      told(
        "Are the two places on your ticket joined by your own trains, without a gap? Then it is completed: it is laid open at once and you get a new one.",
        "Zijn de twee plaatsen op je kaart verbonden met je eigen treinen, zonder gat? Dan is hij gehaald: hij gaat meteen open en je krijgt een nieuwe.",
        "Är de två platserna på biljetten sammanbundna av dina egna tåg, utan lucka? Då är den klarad: den läggs genast öppet och du får en ny.",
      ),
      { kind: "tickets", count: 2 },
    ),
    says(
      "FJ-K2",
      told(
        "Join the east (Moscow, Rostov or Ankara) with the west (Dublin, Brest or Madrid) and you get a bonus card. It counts as one ticket.",
        "Verbind het oosten (Moskou, Rostov of Ankara) met het westen (Dublin, Brest of Madrid) en je krijgt een bonuskaart. Die telt als een bestemmingskaart.",
        "Bind samman öst (Moskva, Rostov eller Ankara) med väst (Dublin, Brest eller Madrid) så får du ett bonuskort. Det räknas som en biljett.",
      ),
    ),
  ),
  section(
    "end",
    told("The end", "Het einde", "Slutet"),
    says(
      "FJ-E1 FJ-E2",
      told(
        "Six tickets completed? You win at once! If somebody places the last train before that, the game ends too, and the most tickets completed wins; with as many, you win together.",
        "Zes gehaald? Dan win je meteen! Zet iemand eerder zijn laatste trein, dan is het ook afgelopen, en wint wie er de meeste heeft; evenveel is samen winnen.",
        "Sex klarade? Då vinner du genast! Ställer någon ut sitt sista tåg före det är spelet också slut, och flest klarade vinner; lika många är att vinna tillsammans.",
      ),
    ),
  ),
];
