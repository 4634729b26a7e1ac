"""Positions in one line of text, for tests and puzzles: `utrecht seats=3 own=P0:dom-neude hand=P1:blue*3 turn=P1`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from perron import notation
from perron.codec import kind_name, kind_number
from perron.editions import Edition, largest, named_edition
from perron.engine import cards, chance, draw, network
from perron.engine.routes import place_pieces
from perron.engine.setup import clear, shuffle_tickets
from perron.engine.sizes import KINDS, NONE, OFFER, TICKETS, TURNS
from perron.engine.state import KEEP, LAST_ROUND, SECOND, STATE, TURN
from perron.engine.tables import tables_of
from perron.errors import NotationError
from perron.keys import key_words, seed_key

_LONGEST = 20_000
_REST = "rest"
_PHASES = {"turn": TURN, "second": SECOND}
_KEYS = (
    *("seats", "own", "stations", "hand", "display", "discards", "pile", "tickets", "made", "offered", "ticket_pile"),
    *("pieces", "score", "bonus", "bonus_pile", "turn", "phase", "last_round", "turns", "passes", "stalled", "seed"),
)


def read_position(text: str, edition: Edition | None = None) -> tuple[Edition, np.ndarray, bytes]:
    """Edition, state and key that a position text describes; raises NotationError or EditionError."""
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise NotationError(f"a position is a text of at most {_LONGEST} characters")
    if not text.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise NotationError("a position is a text in UTF-8")
    words = text.split()
    if not words:
        raise NotationError(f"a position begins with its edition, like: {largest()} seats=3 turn=P1")
    edition = named_edition(words[0], edition)
    values = _values(words[1:])
    seats = edition.seats(_whole_number(values.get("seats", str(edition.players[0])), "seats", 9))
    key = seed_key(values.get("seed", "0"))
    states = np.zeros(1, STATE)
    reader = _Reader(edition, seats, values, states[0], tables_of(edition)[0])
    clear(reader.t, reader.s, seats, key_words(key))
    reader.read()
    return edition, states, key


def _values(words: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in _KEYS:
            raise NotationError(f"{notation.shorten(word)} is not part of a position; there are: {', '.join(_KEYS)}")
        if name in values:
            raise NotationError(f"{name}= stands twice")
        values[name] = value
    return values


def _whole_number(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 6 or int(text) > most:
        raise NotationError(f"{name}= takes a whole number from 0 to {most}, not {notation.shorten(text)}")
    return int(text)


class _Reader:
    """Fills one state from the parts of a position text."""

    def __init__(self, edition: Edition, seats: int, values: dict[str, str], s: np.void, t: np.void) -> None:
        self.edition, self.seats, self.values, self.s, self.t = edition, seats, values, s, t
        self.tape = chance.new_tape(chance.OFF)

    def read(self) -> None:
        s = self.s
        self._each("own", self._own)
        s["to_move"] = self._seat(self.values.get("turn", "P0"))
        self._each("stations", self._stations)
        self._each("pieces", self._pieces)
        self._each("score", lambda seat, words: self._number(s["score"], seat, words, "score", 999))
        self._each("bonus", lambda seat, words: self._number(s["bonus"], seat, words, "bonus", 100))
        if "bonus_pile" in self.values:
            s["bonus_pile"] = _whole_number(self.values["bonus_pile"], "bonus_pile", 100)
        self._cards()
        self._tickets()
        self._counters()

    def _seat(self, word: str) -> int:
        return notation.seat_number(word, self.seats)

    def _each(self, name: str, do: Callable[[int, list[str]], None]) -> None:
        """Read `P0:a,b;P1:c` and do something for every seat named."""
        done = set()
        for part in filter(None, self.values.get(name, "").split(";")):
            seat_word, colon, words = part.partition(":")
            seat = self._seat(seat_word)
            if not colon or seat in done:
                raise NotationError(f"{name}= is written P0:…;P1:…, each seat once, not {notation.shorten(part)}")
            done.add(seat)
            do(seat, [word for word in words.split(",") if word])

    def _number(self, field: np.ndarray, seat: int, words: list[str], name: str, most: int) -> None:
        field[seat] = _whole_number(words[0] if len(words) == 1 else "", name, most)

    def _own(self, seat: int, words: list[str]) -> None:
        s = self.s
        for word in words:
            r = self.edition.route_index[notation.route_id(word, self.edition)]
            if not int(s["may_claim"][seat][r // 64]) >> r % 64 & 1:
                raise NotationError(f"P{seat} cannot own {self.edition.routes[r].id}: it is taken or closed")
            if s["pieces"][seat][self.t["piece"][r]] < self.t["length"][r]:
                raise NotationError(f"P{seat} has too few pieces to own {self.edition.routes[r].id}")
            s["to_move"] = seat
            place_pieces(self.t, s, r)

    def _stations(self, seat: int, words: list[str]) -> None:
        for word in words:
            city = self.edition.city_index[notation.city_id(word, self.edition)]
            if any(int(cities) >> city & 1 for cities in self.s["stations"]):
                raise NotationError(f"two stations in {word}")
            self.s["stations"][seat] |= np.uint64(1 << city)
        if int(self.s["stations"][seat]).bit_count() > self.t["stations"]:
            raise NotationError(f"P{seat} has more stations than there are")

    def _pieces(self, seat: int, words: list[str]) -> None:
        kinds = [kind.id for kind in self.edition.pieces]
        for word in words:
            name, star, number = word.partition("*")
            if not star:
                name, number = kinds[0], word
            if name not in kinds:
                raise NotationError(f"{notation.shorten(name)} is no kind of piece: {', '.join(kinds)}")
            self.s["pieces"][seat][kinds.index(name)] = _whole_number(number, "pieces", 100)

    def _cards(self) -> None:
        """Hands, display, discards and pile; what is not named stays in the pile, or goes where `rest` stands."""
        s = self.s
        rest: list[np.ndarray] = []

        def take(target: np.ndarray, words: list[str]) -> None:
            if _REST in words:
                rest.append(target)
            for kind, n in notation.cards([word for word in words if word != _REST], self.edition).items():
                k = kind_number(self.edition, kind)
                if n > s["pile"][k]:
                    raise NotationError(f"there are only {self.edition.cards[kind]} {kind} cards")
                s["pile"][k] -= n
                target[k] += n

        self._each("hand", lambda seat, words: take(s["hand"][seat], words))
        take(s["discards"], [word for word in self.values.get("discards", "").split(",") if word])
        self._display(take)
        if "pile" in self.values:
            pile = np.zeros(KINDS, np.int8)
            take(pile, [word for word in self.values["pile"].split(",") if word not in ("", "none")])
            if len(rest) != 1 and s["pile"].any():
                raise NotationError("pile= is given: say where the rest is, as in discards=rest or hand=P1:rest")
            left = s["pile"].copy()
            s["pile"] = pile
            rest = [s["pile"] if target is pile else target for target in rest]
        else:
            left = s["pile"].copy() if rest else np.zeros(KINDS, np.int8)
            if rest:
                s["pile"] = 0
        if len(rest) > 1:
            raise NotationError("only one place can hold the rest of the cards")
        for target in rest:
            target[:] += left
        s["pile_size"], s["discards_size"] = s["pile"].sum(), s["discards"].sum()
        if "display" not in self.values:
            cards.settle_display(self.t, s, self.tape)

    def _display(self, take: Callable[[np.ndarray, list[str]], None]) -> None:
        s = self.s
        words = [word for word in self.values.get("display", "").split(",") if word not in ("", "none")]
        if len(words) > self.t["display"]:
            raise NotationError(f"the display of {self.edition.id} has {self.t['display']} places")
        for i, word in enumerate(words):
            if word != "-":
                shown = np.zeros(KINDS, np.int8)
                take(shown, [word])
                if shown.sum() != 1:
                    raise NotationError("display= names one card a place, as in display=red,blue,-,wild,red")
                s["display"][i] = shown.argmax()
        s["display_size"] = (s["display"] != NONE).sum()
        s["display_wilds"] = (s["display"] == KINDS - 1).sum()

    def _tickets(self) -> None:
        edition, s = self.edition, self.s
        used: set[int] = set()

        def tickets(words: list[str]) -> list[int]:
            found = [edition.ticket_index[notation.ticket_id(word, edition)] for word in words]
            for ticket in found:
                if ticket in used:
                    raise NotationError(f"the ticket {edition.tickets[ticket].id} stands twice")
                used.add(ticket)
            return found

        def hold(seat: int, words: list[str]) -> None:
            held = tickets(words)
            if self.t["open_tickets"]:
                self._hold_secret(seat, held)
            if self.t["swap_tickets"]:
                self._hold_few(seat, held)
            for ticket in held:
                s["tickets"][seat][ticket // 64] |= np.uint64(1 << ticket % 64)

        def lay_open(seat: int, words: list[str]) -> None:
            if not self.t["open_tickets"]:
                raise NotationError(f"tickets are not laid open in {edition.id}, so made= has no place there")
            for ticket in tickets(words):
                s["completed"][seat][ticket // 64] |= np.uint64(1 << ticket % 64)

        def offer(seat: int, words: list[str]) -> None:
            found = tickets(words)
            if self.t["swap_tickets"] or seat != s["to_move"] or not 0 < len(found) <= OFFER:
                raise NotationError(f"offered= names one to {OFFER} tickets for the seat to move, where they are drawn")
            s["dealt"][seat][: len(found)] = found
            s["phase"] = KEEP

        self._each("tickets", hold)
        self._each("made", lay_open)
        self._each("offered", offer)
        if "ticket_pile" in self.values:
            words = [word for word in self.values["ticket_pile"].split(",") if word not in ("", "none")]
            pile = tickets(words)
        else:
            shuffle_tickets(self.t, s, self.tape)
            pile = [ticket for ticket in s["ticket_pile"].tolist() if ticket != NONE and ticket not in used]
        s["ticket_pile"] = NONE
        s["ticket_pile"][: len(pile)] = pile
        s["tickets_left"] = len(pile)

    def _hold_few(self, seat: int, held: list[int]) -> None:
        if len(held) > self.t["setup_tickets"]:
            raise NotationError(f"P{seat} holds more than {self.t['setup_tickets']} tickets")
        self.s["dealt"][seat][: len(held)] = held

    def _hold_secret(self, seat: int, held: list[int]) -> None:
        for ticket in held:
            if network.joined(self.t, self.s, seat, self.t["ticket_a"][ticket], self.t["ticket_b"][ticket]):
                raise NotationError(f"P{seat} has completed {self.edition.tickets[ticket].id}: name it under made=")

    def _counters(self) -> None:
        s, values = self.s, self.values
        if "last_round" in values:
            s["last_round"], s["last_reason"] = (
                _whole_number(values["last_round"], "last_round", self.seats),
                LAST_ROUND,
            )
        if "turns" in values:
            s["turn"] = _whole_number(values["turns"], "turns", TURNS - 1)
        for name in ("passes", "stalled"):
            if name in values:
                s[name] = _whole_number(values[name], name, self.seats - 1)
        if "phase" in values:
            if values["phase"] not in _PHASES or s["phase"] == KEEP:
                raise NotationError("phase= is turn or second; tickets to choose from are named by offered=")
            s["phase"] = _PHASES[values["phase"]]
            if s["phase"] == SECOND and (not self.t["display"] or not draw.count_draws(s)):
                raise NotationError("phase=second: there is no second card to draw")


def write_position(edition: Edition, s: np.void, seed: str = "0") -> str:
    """The position text of a state; raises NotationError where a seat chooses its first tickets or answers a tunnel.

    What it leaves out is who saw which cards being taken and where tickets lie in the pile, and chance: the text says
    with which seed that goes on.
    """
    if s["phase"] not in (TURN, SECOND, KEEP):
        raise NotationError("a position text tells only of turns, of a second card and of tickets to keep")
    seats = range(int(s["seats"]))

    def members(sets: np.ndarray) -> list[int]:
        return [64 * w + i for w, word in enumerate(sets.tolist()) for i in range(64) if word >> i & 1]

    def each(words: Callable[[int], Iterable[str]]) -> str:
        found = {seat: ",".join(words(seat)) for seat in seats}
        return ";".join(f"P{seat}:{told}" for seat, told in found.items() if told)

    def tickets(numbers: Iterable[int]) -> list[str]:
        return [edition.tickets[number].id for number in numbers]

    def hand(counts: np.ndarray) -> list[str]:
        return [f"{kind_name(edition, kind)}*{n}" for kind, n in enumerate(counts.tolist()) if n]

    top, left = int(s["ticket_top"]), int(s["tickets_left"])
    pile = [int(s["ticket_pile"][(top + i) % TICKETS]) for i in range(left)]
    display = [int(card) for card in s["display"][: tables_of(edition)[0]["display"]]]
    offered = [int(one) for one in s["dealt"][s["to_move"]] if one != NONE] if s["phase"] == KEEP else []
    parts = {
        "seats": str(len(seats)),
        "own": each(lambda seat: [edition.routes[r].id for r in members(s["owned"][seat])]),
        "stations": each(lambda seat: [edition.cities[c].id for c in members(s["stations"][seat : seat + 1])]),
        "hand": each(lambda seat: hand(s["hand"][seat])),
        "display": ",".join("-" if card == NONE else kind_name(edition, card) for card in display),
        "discards": ",".join(hand(s["discards"])),
        "tickets": each(lambda seat: tickets(members(s["tickets"][seat]))),
        "made": each(lambda seat: tickets(members(s["completed"][seat]))),
        "offered": f"P{s['to_move']}:{','.join(tickets(offered))}" if offered else "",
        "ticket_pile": ",".join(tickets(pile)) or "none",
        "pieces": each(
            lambda seat: [f"{kind.id}*{int(s['pieces'][seat][i])}" for i, kind in enumerate(edition.pieces)]
        ),
        "score": each(lambda seat: [str(int(s["score"][seat]))]),
        "bonus": each(lambda seat: [str(int(s["bonus"][seat]))] if s["bonus"][seat] else []),
        "bonus_pile": str(int(s["bonus_pile"])),
        "turn": f"P{s['to_move']}",
        "phase": "second" if s["phase"] == SECOND else "",
        **{name: str(int(s[name])) if s[name] else "" for name in ("last_round", "passes", "stalled")},
        "turns": str(int(s["turn"])),
        "seed": seed,
    }
    head = f"{edition.id}@{edition.version}"
    return " ".join([head, *(f"{name}={value}" for name, value in parts.items() if value)])
