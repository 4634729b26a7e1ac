"""A position in plain words: what the fields of a state record say, with names, sets and lists."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from perron.editions import Edition

Record: TypeAlias = Any
"""One record of the state's dtype."""
Kind: TypeAlias = str
"""A card kind: a colour of the deck, or wild."""

WILD = "wild"
SETUP, TURN, SECOND, KEEP, TUNNEL, OVER = "setup", "turn", "second card", "keep", "tunnel", "over"
PHASES = (SETUP, TURN, SECOND, KEEP, TUNNEL, OVER)
LAST_ROUND, NO_ROUTES, GOAL = "last round", "no routes", "goal"
LAST_TRAIN, STALLED, PASSES, TURN_LIMIT = "last train", "stalled", "passes", "turn limit"
REASONS = ("", LAST_ROUND, NO_ROUTES, GOAL, LAST_TRAIN, STALLED, PASSES, TURN_LIMIT)


@dataclass
class Attempt:
    """A tunnel that waits for an answer."""

    route: int
    colour: Kind
    wilds: int
    extra: int
    shown: list[Kind]

    def copy(self) -> Attempt:
        """One that can be changed."""
        return Attempt(self.route, self.colour, self.wilds, self.extra, list(self.shown))


@dataclass
class Snapshot:
    """Everything on the table and in the hands, seat by seat where a seat has it."""

    seats: int
    to_move: int | None
    phase: str
    turn: int
    passes: int
    stalled: int
    last_round: int
    last_reason: str
    end_reason: str
    hands: list[dict[Kind, int]]
    seen: list[dict[Kind, int]]
    pile: dict[Kind, int]
    discards: dict[Kind, int]
    display: list[Kind | None]
    ticket_pile: list[int]
    known_to: dict[int, set[int]]
    tickets: list[set[int]]
    completed: list[set[int]]
    dealt: list[list[int]]
    chosen: list[set[int] | None]
    owned: list[set[int]]
    may_claim: list[set[int]]
    stations: list[set[str]]
    score: list[int]
    pieces: list[dict[str, int]]
    bonus: list[int]
    bonus_pile: int
    attempt: Attempt | None

    def copy(self) -> Snapshot:
        """One that can be changed without changing this one."""
        values = {field.name: _copied(getattr(self, field.name)) for field in fields(self)}
        return Snapshot(**values)

    def differences(self, other: Snapshot) -> list[str]:
        """What is not the same in the two, in words."""
        return [
            f"{field.name}: {getattr(self, field.name)} is not {getattr(other, field.name)}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        ]


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, set):
        return set(value)
    if isinstance(value, Attempt):
        return value.copy()
    return value


def kinds(edition: Edition) -> list[Kind | None]:
    """The card kinds by their number in the state; None for a number this deck does not use."""
    colours = [colour for colour in edition.cards if colour != WILD]
    return colours + [None] * (8 - len(colours)) + [WILD]


def members(words: int | list[int]) -> set[int]:
    """The numbers in a set that is kept as bits, in one word or in several."""
    bits = words if isinstance(words, int) else sum(word << (64 * i) for i, word in enumerate(words))
    return {i for i, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"}


def _counts(edition: Edition, numbers: list[int]) -> dict[Kind, int]:
    named = {kind: n for kind, n in zip(kinds(edition), numbers, strict=True) if kind is not None}
    assert sum(named.values()) == sum(numbers), "cards of a kind that is not in the deck"
    return named


def _ring(pile: list[int], top: int, left: int) -> list[int]:
    return [pile[(top + i) % len(pile)] for i in range(left)]


def _attempt(edition: Edition, s: Record) -> Attempt | None:
    if int(s["tunnel_route"]) < 0:
        return None
    names = kinds(edition)
    colour = names[int(s["tunnel_colour"])]
    assert colour is not None
    shown = [names[kind] for kind in s["tunnel_shown"].tolist() if kind >= 0]
    return Attempt(
        int(s["tunnel_route"]), colour, int(s["tunnel_wilds"]), int(s["tunnel_extra"]), [kind for kind in shown if kind]
    )


def read(edition: Edition, s: Record) -> Snapshot:
    """The position in a state record."""
    seats = int(s["seats"])
    names = kinds(edition)
    cities = [city.id for city in edition.cities]
    over = PHASES[int(s["phase"])] == OVER
    in_setup = PHASES[int(s["phase"])] == SETUP
    to_move = int(s["to_move"])
    return Snapshot(
        seats=seats,
        to_move=None if over else to_move,
        phase=PHASES[int(s["phase"])],
        turn=int(s["turn"]),
        passes=int(s["passes"]),
        stalled=int(s["stalled"]) if edition.swap_tickets else 0,
        last_round=int(s["last_round"]),
        last_reason=REASONS[int(s["last_reason"])],
        end_reason=REASONS[int(s["end_reason"])],
        hands=[_counts(edition, hand) for hand in s["hand"].tolist()[:seats]],
        seen=[_counts(edition, hand) for hand in s["seen"].tolist()[:seats]],
        pile=_counts(edition, s["pile"].tolist()),
        discards=_counts(edition, s["discards"].tolist()),
        display=[names[kind] if kind >= 0 else None for kind in s["display"].tolist()[: edition.draw.display]],
        ticket_pile=_ring(s["ticket_pile"].tolist(), int(s["ticket_top"]), int(s["tickets_left"])),
        known_to={ticket: members(seats_) for ticket, seats_ in enumerate(s["known_to"].tolist()) if seats_},
        tickets=[members(words) for words in s["tickets"].tolist()[:seats]],
        completed=[members(words) for words in s["completed"].tolist()[:seats]],
        dealt=[[ticket for ticket in dealt if ticket >= 0] for dealt in s["dealt"].tolist()[:seats]],
        chosen=[
            members(mask) if in_setup and seat < to_move else None
            for seat, mask in enumerate(s["chosen"].tolist()[:seats])
        ],
        owned=[members(words) for words in s["owned"].tolist()[:seats]],
        may_claim=[members(words) for words in s["may_claim"].tolist()[:seats]],
        stations=[{cities[i] for i in members(word)} for word in s["stations"].tolist()[:seats]],
        score=s["score"].tolist()[:seats],
        pieces=[
            {kind.id: left for kind, left in zip(edition.pieces, numbers, strict=False)}
            for numbers in s["pieces"].tolist()[:seats]
        ],
        bonus=s["bonus"].tolist()[:seats],
        bonus_pile=int(s["bonus_pile"]),
        attempt=_attempt(edition, s),
    )
