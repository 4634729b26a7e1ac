"""An edition as Python sees it: its board, cards and numbers; frozen, and the same for every game played on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from perron.editions.score_lines import LINES
from perron.errors import EditionError

if TYPE_CHECKING:  # a folder reads editions
    from perron.editions.folder import EditionFolder

GRAY = "gray"
"""The colour of a route that takes any one colour."""
WILD = "wild"
"""The card that stands for any colour, whatever the edition calls it."""
PROVENANCES = {"exact": "original", "part": "partly our own", "house": "our own board"}
"""Whether board and tickets are the printed ones, or some of them, or none, and how that is said in a word or two."""
TIE_BREAKS = ("tickets_made", "fewest_stations", "longest_path")
"""What may decide between players with equal points, as the engine numbers them."""

_PLAIN_LINES = {"routes", "tickets_won", "tickets_lost", "tickets"}
"""Lines that tell of no mechanic beyond routes and tickets."""

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed: built-in editions are cached and shared by every game."""

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("an edition cannot be changed: edit its file and load that")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


@dataclass(frozen=True, slots=True)
class City:
    """A place on the board."""

    id: str
    name: str
    """As printed on the board."""
    names: Mapping[str, str]
    """As a reader of each language knows it."""
    x: float
    """From 0, the left edge of the board, to 1, the right edge."""
    y: float
    """From 0, the upper edge of the board, to 1, the lower edge."""
    lat: float | None = None
    """The real place in degrees; None on an invented board."""
    lon: float | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two places. A double route is two of these, each the other's twin."""

    id: str
    """Its text form: `essen-danzig`, or `essen-danzig/2` where several tracks join the two."""
    a: str
    b: str
    length: int
    """Pieces placed on it."""
    cards: int
    """Cards paid for it: its length, but for a metro line."""
    colour: str
    """A colour of the deck, or gray."""
    piece: str
    """The kind of piece it takes."""
    double: bool = False
    tunnel: bool = False
    ferry: int = 0
    """Symbols that ask for a wild each."""
    carts: bool = False
    """Claiming it gives a trade bonus card."""
    twin: int | None = None
    """Index of the other track of its double route."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two places to join."""

    id: str
    a: str
    b: str
    points: int = 0
    """0 where no points are counted."""
    long: bool = False


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of plastic piece and what its routes score."""

    id: str
    count: int
    """How many each player starts with."""
    name: Mapping[str, str]
    """Plural, by language."""
    points: Mapping[int, int]
    """By number of cards paid; empty where no points are counted."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What each player is dealt."""

    cards: int
    tickets: int
    """Regular ones."""
    long_tickets: int
    keep: int
    """The fewest of the tickets that are kept; all of them where tickets are swapped."""
    returned: str
    """Where tickets given back go: "box" (out of the game) or "under" (the pile)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What one drawing action gives."""

    cards: int
    display: int
    """Cards lying face up; 0: none, and all cards of the turn are drawn at once."""
    reset_at: int
    """If that many wilds are in the display, it is discarded and replaced. 0 where there is no display."""
    tickets: int
    """Tickets offered; 0 where tickets are swapped and not drawn."""
    keep: int
    """The fewest of them that are kept."""


@dataclass(frozen=True, slots=True)
class Stations:
    """Stations let their owner use one route of another player."""

    cost: tuple[int, ...]
    """Cards for the first, the second and so on; its length is how many each player has."""


@dataclass(frozen=True, slots=True)
class TradeBonus:
    """Cards won on routes with carts; at the end they score by rank."""

    cards: int


@dataclass(frozen=True, slots=True)
class EastWest:
    """Joining East with West counts as a ticket and gives a bonus card, once per player."""

    cards: int
    east: tuple[str, ...]
    west: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score sheet."""

    id: str
    """One of `LINES`."""
    points: int
    """For each thing that it counts, or for having the most; 1 where the points are printed on routes and tickets."""
    by_rank: Mapping[int, tuple[int, ...]]
    """By number of players: points of the first place, the second and so on. Empty for a line that has no places."""
    name: Mapping[str, str] | None
    """Its name by language, where the edition has one of its own for it."""

    @property
    def word(self) -> str:
        """What it is called in English."""
        return LINES[self.id].word if self.name is None else self.name["en"]


@dataclass(frozen=True, slots=True)
class Edition:
    """One game of the family: everything its file says."""

    id: str
    rules: str
    """Prefix of the clauses that it follows, of a built-in edition; empty if it follows none but its own."""
    version: int
    """Raised when data or behaviour changes; a record names the version it was played with."""
    provenance: str
    """One of `PROVENANCES`; the note says what is printed and what is ours."""
    provenance_note: Mapping[str, str]
    title: Mapping[str, str]
    summary: Mapping[str, str]
    players: tuple[int, int]
    """Fewest and most."""
    aspect: float
    """Width of the board over its height."""
    wild_name: Mapping[str, str]
    ticket_name: Mapping[str, str]
    last_round_at: int
    """A turn that ends with so few pieces left in all starts the last round."""
    double_closed_up_to: int
    """With this many players or fewer, one track taken closes its twin; 0: never."""
    tie_breaks: tuple[str, ...]
    cards: Mapping[str, int]
    """The deck, in colour order; wild comes last."""
    pieces: tuple[PieceKind, ...]
    setup: Setup
    draw: Draw
    goal: int
    """Tickets completed that end the game at once; 0: there is no goal, and the game ends with a last round."""
    open_tickets: bool
    """Whether a ticket is laid open as soon as it is completed; if not, tickets stay secret to the end."""
    swap_tickets: bool
    """Whether players hold a fixed number of tickets, which they may swap; if not, they draw and choose."""
    points: bool
    """Whether points are counted; if not, tickets completed."""
    score: tuple[ScoreLine, ...]
    """The lines of the score sheet, in the order in which they are read."""
    stations: Stations | None
    trade_bonus: TradeBonus | None
    east_west: EastWest | None
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    water: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Shapes of water on the board: corners, x and y as cities have them, where 0 and 1 are its edges. Only looks."""
    city_index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Position of each city, by id; likewise of each route and each ticket, by text id."""
    route_index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    ticket_index: Mapping[str, int] = field(init=False, repr=False, compare=False)
    digest: str = field(default="", repr=False, compare=False)
    """A hash of its file; empty if it was not read from one."""
    folder: EditionFolder | None = field(default=None, repr=False, compare=False)
    """Where the rest of it lies: pictures, texts, constants of the bots; None if there is only its file."""
    colours: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The colours of the deck in their order, without wild."""

    def __post_init__(self) -> None:
        parts: dict[str, Sequence[City | Route | Ticket]] = {
            "city_index": self.cities,
            "route_index": self.routes,
            "ticket_index": self.tickets,
        }
        for name, part in parts.items():
            object.__setattr__(self, name, FrozenDict({thing.id: index for index, thing in enumerate(part)}))
        object.__setattr__(self, "colours", tuple(colour for colour in self.cards if colour != WILD))

    def __hash__(self) -> int:
        # Editions are looked up for every game dealt; hashing the whole board each time would cost more than the deal.
        return hash((self.id, self.version, len(self.routes), len(self.tickets)))

    def seats(self, number: int) -> int:
        """The number of seats, if the edition can be played by that many; raises EditionError."""
        fewest, most = self.players
        if type(number) is not int or not fewest <= number <= most:
            raise EditionError(f"{self.id} is for {fewest} to {most} players, not {number!r}")
        return number

    def line(self, ident: str) -> ScoreLine | None:
        """A line of the score sheet; None if the edition does not count it."""
        return next((line for line in self.score if line.id == ident), None)

    def most_points(self, ident: str) -> int:
        """The most that a line of the score sheet can add for a player, or take away."""
        line = self.line(ident)
        if line is None:
            return 0
        kind = LINES[ident]
        if kind.value == "by_rank":
            return max(max(row) for row in line.by_rank.values())
        if ident == "routes":
            points = {piece.id: piece.points for piece in self.pieces}
            return sum(points[route.piece].get(route.cards, 0) for route in self.routes)
        if kind.value == "printed":
            return sum(ticket.points for ticket in self.tickets)
        stations = len(self.stations.cost) if self.stations else 0
        return line.points * {"station": stations, "ticket": len(self.tickets), None: 1}[kind.each]

    @property
    def bonus_cards(self) -> int:
        """Cards in the pile of the trade bonus, or of the East-West bonus."""
        bonus = self.trade_bonus or self.east_west
        return bonus.cards if bonus else 0

    @property
    def mechanics(self) -> tuple[str, ...]:
        """What this edition has beyond drawing cards, claiming routes and making tickets."""
        present = {
            "display": self.draw.display > 0,
            "doubles": any(route.double for route in self.routes),
            "ferries": any(route.ferry for route in self.routes),
            "tunnels": any(route.tunnel for route in self.routes),
            "stations": self.stations is not None,
            "long_tickets": any(ticket.long for ticket in self.tickets),
            **{line.id: True for line in self.score if line.id not in _PLAIN_LINES},
            "trade_bonus": self.trade_bonus is not None,
            "two_pieces": len(self.pieces) > 1,
            "goal": self.goal > 0,
            "open_tickets": self.open_tickets,
            "swap_tickets": self.swap_tickets,
            "east_west": self.east_west is not None,
        }
        return tuple(name for name, here in present.items() if here)

    def name(self, city_id: str, language: str) -> str:
        """What a reader of `language` calls a city; its printed name if the edition does not say."""
        city = self.cities[self.city_index[city_id]]
        return city.names.get(language, city.name)

    def _facts(self) -> list[tuple[str, str]]:
        lengths = Counter(route.cards for route in self.routes)
        doubles = sum(route.twin is not None for route in self.routes) // 2
        long = sum(ticket.long for ticket in self.tickets)
        return [
            ("provenance", f"{self.provenance}. {self.provenance_note['en']}"),
            ("players", f"{self.players[0]} to {self.players[1]}"),
            ("pieces", ", ".join(f"{kind.count} {kind.name['en']}" for kind in self.pieces) + " each"),
            ("deck", f"{sum(self.cards.values())}: " + ", ".join(f"{n} {colour}" for colour, n in self.cards.items())),
            ("places", str(len(self.cities))),
            ("tracks", f"{len(self.routes)}, of them {doubles} pairs of a double route"),
            ("tracks by cards", ", ".join(f"{lengths[n]} of {n}" for n in sorted(lengths))),
            ("tickets", f"{len(self.tickets)}" + (f", {long} of them long" if long else "")),
            ("mechanics", ", ".join(name.replace("_", " ") for name in self.mechanics) or "none"),
        ]

    def _repr_markdown_(self) -> str:
        rows = "\n".join(f"| {what} | {fact.replace('|', '&#124;')} |" for what, fact in self._facts())
        heading = f"**{self.title['en']}** (`{self.id}`, version {self.version}): {self.summary['en']}"
        return f"{heading}\n\n| | |\n|---|---|\n{rows}\n"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th style="text-align:left">{escape(what)}</th><td style="text-align:left">{escape(fact)}</td></tr>'
            for what, fact in self._facts()
        )
        heading = f"<b>{escape(self.title['en'])}</b> (<code>{escape(self.id)}</code>, version {self.version})"
        return f"<table><caption>{heading}: {escape(self.summary['en'])}</caption>{rows}</table>"
