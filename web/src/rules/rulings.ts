import { says, told, type Paragraph } from "./rules";

/** Rulings by the editions they speak of; "all" is every one, "own" those that people make themselves. */
export const rulings: Record<
  "all" | "display" | "europe" | "amsterdam" | "first_journey" | "own",
  readonly Paragraph[]
> = {
  all: [
    says(
      "RU-3 RU-24",
      told(
        "If no second card can be drawn, the draw ends after the first; otherwise the second must be drawn. Without any card left, drawing is not possible.",
        "Kan er geen tweede kaart getrokken worden, dan eindigt het trekken na de eerste; anders moet de tweede. Zonder kaarten kun je niet trekken.",
        "Kan inget andra kort dras slutar draget efter det första; annars måste det andra dras. Utan kort kvar går det inte att dra.",
      ),
    ),
    says(
      "RU-22 RU-26",
      told(
        "Discards become a new pile only when a card is needed and the pile is empty. A payment of wild cards alone has no colour.",
        "Afgelegde kaarten worden pas een nieuwe stapel als er een kaart nodig is en de stapel leeg is. Een betaling met alleen jokers heeft geen kleur.",
        "Slängkorten blir en ny hög först när ett kort behövs och högen är tom. En betalning med bara jokrar har ingen färg.",
      ),
    ),
    says(
      "RU-4 RU-27 RU-39",
      told(
        "Whoever can do anything must do it; only with nothing possible do you pass. If everybody passes in a row, the game ends. Something begun (a second card, a tunnel, choosing tickets) is finished first.",
        "Wie iets kan doen, moet iets doen; alleen als er niets kan, pas je. Past iedereen achter elkaar, dan is het spel afgelopen. Wat begonnen is (een tweede kaart, een tunnel, kaarten kiezen) wordt eerst afgemaakt.",
        "Den som kan göra något måste göra det; bara när inget går passar du. Passar alla i rad är spelet slut. Det som påbörjats (ett andra kort, en tunnel, val av biljetter) avslutas först.",
      ),
    ),
    says(
      "RU-5 RU-28 RU-40",
      told(
        "What starts the last round is looked at only at the end of a turn, and only once. It also starts when no route is left that anybody could still claim, and after 1,000 turns the game simply ends.",
        "Wat de laatste ronde begint, wordt alleen aan het eind van een beurt bekeken, en maar één keer. Hij begint ook als er geen route meer is die iemand nog kan claimen, en na 1000 beurten is het gewoon afgelopen.",
        "Det som startar sista rundan prövas bara i slutet av en tur, och bara en gång. Den börjar också när ingen sträcka finns kvar som någon kan muta in, och efter 1000 turer är spelet helt enkelt slut.",
      ),
    ),
    says(
      "RU-20",
      told(
        "Which two tracks are a double route, the board says: a tram line and a metro line between the same places are not, unless it says so.",
        "Welke twee sporen een dubbele route zijn, zegt het bord: een tramlijn en een metrolijn tussen dezelfde plaatsen zijn dat niet, tenzij het bord dat zegt.",
        "Vilka två spår som är en dubbel sträcka säger spelplanen: en spårvagnslinje och en tunnelbanelinje mellan samma platser är det inte, om den inte säger det.",
      ),
    ),
    says(
      "RU-8 RU-15 RU-33",
      told(
        "With an empty pile no tickets can be drawn. Any allowed choice may be given back, and goes under the pile in the order drawn. At the start everybody chooses without knowing what the others keep.",
        "Met een lege stapel kun je geen bestemmingskaarten trekken. Elke toegestane keuze mag je teruggeven, en gaat in getrokken volgorde onder de stapel. Aan het begin kiest iedereen zonder te weten wat de anderen houden.",
        "Med tom hög kan inga biljetter dras. Varje tillåtet val får lämnas tillbaka, och läggs underst i den ordning de drogs. I början väljer alla utan att veta vad de andra behåller.",
      ),
    ),
    says(
      "RU-14 RU-41",
      told(
        "Seat 1 starts. All cards of the first seat are dealt first, then of the next; then the face-up cards and the tickets.",
        "Plaats 1 begint. Eerst worden alle kaarten van de eerste plaats gedeeld, dan die van de volgende; daarna de open kaarten en de bestemmingskaarten.",
        "Plats 1 börjar. Först delas alla kort till den första platsen, sedan till nästa; därefter de öppna korten och biljetterna.",
      ),
    ),
    says(
      "RU-35 RU-36",
      told(
        "Tie-breaks go step by step among those still tied, and rank every place; after a tie the next rank is skipped. A score may fall below zero.",
        "Bij gelijke stand gaat het stap voor stap tussen wie nog gelijk staat, voor elke plaats; na een gelijke stand vervalt de volgende plaats. Een score mag onder nul komen.",
        "Vid lika avgörs det steg för steg mellan dem som ännu är lika, för varje plats; efter en delad plats hoppas nästa över. Poängen får bli negativ.",
      ),
    ),
    says(
      "RU-38",
      told(
        "Everybody may see how many cards, tickets and pieces the others have, the discards, all scores, and cards that lay open when they were taken or laid.",
        "Iedereen mag zien hoeveel kaarten, bestemmingskaarten en stukken de anderen hebben, de afgelegde kaarten, alle scores, en kaarten die open lagen toen ze genomen of gelegd werden.",
        "Alla får se hur många kort, biljetter och pjäser de andra har, slängkorten, alla poäng, och kort som låg öppet när de togs eller lades.",
      ),
    ),
  ],
  display: [
    says(
      "RU-1 RU-23",
      told(
        "Face-up cards with three wild ones are replaced until fewer than three show; not while too few other cards are left, and then as soon as it becomes possible.",
        "Open kaarten met drie jokers worden vervangen tot er minder dan drie liggen; niet zolang er te weinig andere kaarten zijn, en dan zodra het kan.",
        "Öppna kort med tre jokrar byts ut tills färre än tre syns; inte så länge för få andra kort finns, och då så snart det går.",
      ),
    ),
    says(
      "RU-2",
      told(
        "With fewer than five cards available, those that there are lie open; gaps are filled as soon as there are cards again.",
        "Zijn er minder dan vijf kaarten, dan ligt open wat er is; gaten worden gevuld zodra er weer kaarten zijn.",
        "Finns färre än fem kort ligger de som finns öppna; luckor fylls så snart det finns kort igen.",
      ),
    ),
  ],
  europe: [
    says(
      "RU-6 RU-7 RU-21 RU-25",
      told(
        "A tunnel can only be tried with all cards and trains for its printed length; a gray one has the colour that you lay. The question whether you pay is always asked, so that your hand stays secret. Extra cards need no trains and score nothing. If the pile runs out while cards are turned up, the discards are shuffled in.",
        "Een tunnel kun je alleen proberen met alle kaarten en treinen voor zijn gedrukte lengte; een grijze heeft de kleur die je legt. De vraag of je betaalt komt altijd, zodat je hand geheim blijft. Extra kaarten vragen geen treinen en geven geen punten. Raakt de stapel op tijdens het omdraaien, dan worden de afgelegde kaarten geschud.",
        "En tunnel kan bara prövas med alla kort och tåg för sin tryckta längd; en grå har färgen du lägger. Frågan om du betalar ställs alltid, så att din hand förblir hemlig. Extra kort kräver inga tåg och ger inga poäng. Tar högen slut under uppvändningen blandas slängkorten in.",
      ),
    ),
    says(
      "RU-13 RU-19 RU-34",
      told(
        "Stations are used in the way that gives the most ticket points. Two may borrow the same route, borrowed routes may join, and a station may borrow none. Once built, a station is worth nothing at the end.",
        "Stations worden gebruikt op de manier die de meeste punten geeft. Twee mogen dezelfde route lenen, geleende routes mogen aansluiten, en een station hoeft niets te lenen. Een gebouwd station is aan het eind niets waard.",
        "Stationer används på det sätt som ger flest biljettpoäng. Två får låna samma sträcka, lånade sträckor får mötas, och en station behöver inte låna någon. En byggd station är inget värd i slutet.",
      ),
    ),
    says(
      "RU-12 RU-16",
      told(
        "Players tied to the last share the win. Without any route there is no longest path.",
        "Wie tot het laatst gelijk staat, wint samen. Zonder route is er geen langste route.",
        "De som är lika in i det sista delar segern. Utan sträckor finns ingen längsta väg.",
      ),
    ),
  ],
  amsterdam: [
    says(
      "RU-9 RU-37",
      told(
        "When the trade bonus cards are gone, a route gives none. The trade bonus goes by the number of players in the game; those without a card hold no place.",
        "Zijn de handelsbonuskaarten op, dan geeft een route er geen. De handelsbonus gaat naar het aantal spelers; wie geen kaart heeft, heeft geen plaats.",
        "När handelsbonuskorten är slut ger en sträcka inget. Handelsbonusen följer antalet spelare; den som saknar kort har ingen plats.",
      ),
    ),
  ],
  first_journey: [
    says(
      "RU-10 RU-18 RU-32",
      told(
        "All tickets completed by one route are laid open together, then comes the bonus, then new ones; a new one that is already joined is completed at once. The game tells you when a ticket is completed. The sixth decides, even if the last train falls with it.",
        "Alle kaarten die je met één route haalt gaan samen open, dan komt de bonus, dan nieuwe; een nieuwe die al verbonden is, is meteen gehaald. Het spel zegt het als je er een haalt. De zesde beslist, ook als daarmee de laatste trein valt.",
        "Alla biljetter som klaras av en sträcka läggs öppet tillsammans, sedan bonusen, sedan nya; en ny som redan är sammanbunden är genast klarad. Spelet säger till när en biljett är klarad. Den sjätte avgör, även om sista tåget ställs ut med den.",
      ),
    ),
    says(
      "RU-11 RU-17 RU-31",
      told(
        "You may swap your tickets in any turn. The new ones are drawn first, then the old ones go under the pile; new ones that are already joined count at once. With one train card left, one is drawn.",
        "Je mag je kaarten in elke beurt ruilen. Eerst trek je de nieuwe, dan gaan de oude onder de stapel; nieuwe die al verbonden zijn tellen meteen. Is er nog één treinkaart, dan trek je er één.",
        "Du får byta biljetter varje tur. Först dras de nya, sedan läggs de gamla underst; nya som redan är sammanbundna räknas genast. Finns ett tågkort kvar dras ett.",
      ),
    ),
    says(
      "RU-29 RU-30",
      told(
        "A route longer than the trains you have left cannot be claimed. After the last train its tickets and bonus are settled, then the game is over.",
        "Een route die langer is dan je treinen over hebt, kan niet. Na de laatste trein tellen eerst zijn kaarten en bonus, dan is het afgelopen.",
        "En sträcka som är längre än dina kvarvarande tåg går inte att muta in. Efter sista tåget avgörs dess biljetter och bonus, sedan är spelet slut.",
      ),
    ),
  ],
  own: [
    says(
      "RU-42",
      told(
        "Where tickets are laid open when completed and yet drawn and chosen, one that is kept and already joined is laid open at once. A goal ends the game the moment it is reached; the score decides who has won.",
        "Waar kaarten opengaan zodra ze gehaald zijn en toch getrokken en gekozen worden, gaat een gehouden kaart die al verbonden is meteen open. Zodra het benodigde aantal gehaald is, eindigt het spel; de score beslist wie wint.",
        "Där biljetter läggs öppet när de klaras och ändå dras och väljs, läggs en behållen biljett som redan är sammanbunden genast öppet. Ett mål avslutar spelet i samma stund som det nås; poängen avgör vem som vunnit.",
      ),
    ),
    says(
      "RU-43",
      told(
        "A bonus for the most tickets goes to all who have completed the most of them, each in full. If nobody has completed one, nobody gets it.",
        "Een bonus voor de meeste kaarten gaat naar iedereen die er de meeste heeft gehaald, ieder helemaal. Heeft niemand er een gehaald, dan krijgt niemand hem.",
        "En bonus för flest biljetter går till alla som har klarat flest, var och en i sin helhet. Har ingen klarat någon får ingen den.",
      ),
    ),
  ],
};

/** The rulings that an edition's page shows. */
export function rulingsOf(edition: string): Paragraph[] {
  const own = rulings[edition as keyof typeof rulings] ?? [];
  return [...(edition === "first_journey" ? [] : rulings.display), ...own, ...rulings.all];
}
