"""The games that the properties are looked for in are odd enough: everything rare in the rules happens in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from perron.editions import Edition
from tests.properties.tables import CROWDED
from tests.properties.walks import Walk, walks
from tests.reference.plain_actions import Plain
from tests.reference.snapshot import OVER, REASONS, SECOND, TUNNEL, TURN, WILD, Snapshot, read


def of_a_draw(s: Snapshot, action: Plain, after: Snapshot) -> Iterator[str]:
    if action[0] in ("face up", "blind"):
        if action != ("face up", WILD) and s.phase == TURN and after.phase != SECOND:
            yield "no second card could be drawn"
        if after.phase == SECOND and not any(after.display):
            yield "the second card must be drawn blind"
        if any(s.discards.values()) and not any(after.discards.values()):
            yield "the discards became the pile"
    if action[0] == "cards" and sum(s.pile.values()) + sum(s.discards.values()) == 1:
        yield "one card was left to draw"


def of_the_display(s: Snapshot, action: Plain, after: Snapshot) -> Iterator[str]:
    wilds = after.display.count(WILD)
    if None in after.display:
        yield "the display had gaps"
    if None in s.display and None not in after.display:
        yield "gaps were filled"
    if wilds >= 3:
        yield "a reset was held back"
    if s.display.count(WILD) >= 3 and wilds < 3 and action[0] in ("claim", "pay", "let go", "station"):
        yield "a reset held back came after all"
    if action[0] == "face up" and sum(after.discards.values()) >= sum(s.discards.values()) + 5:
        yield "a reset"


def of_a_tunnel(s: Snapshot, action: Plain, after: Snapshot, edition: Edition) -> Iterator[str]:
    if action[0] == "claim" and edition.routes[action[1]].tunnel:
        about = sum(s.pile.values()) + sum(s.discards.values())
        if about == 0:
            yield "a tunnel without a card to turn up"
        if 0 < about < 3:
            yield "a tunnel with fewer than three cards to turn up"
        if 0 < sum(s.pile.values()) < 3 <= about:
            yield "the pile was reshuffled while a tunnel was tried"
        if after.phase == TUNNEL and action[2] == WILD:
            yield "a tunnel tried with wilds alone asked for more"
    if action[0] == "let go" and s.hands[s.to_move or 0] == after.hands[s.to_move or 0]:
        yield "cards laid for a tunnel were taken back"
    if action[0] == "pay":
        yield "a tunnel's extra cards were paid"


def of_tickets(s: Snapshot, action: Plain, after: Snapshot, edition: Edition) -> Iterator[str]:
    seat = s.to_move or 0
    if s.ticket_pile and not after.ticket_pile:
        yield "the last ticket was drawn"
    if action[0] == "keep" and s.phase != after.phase and len(s.dealt[seat]) == 1:
        yield "a lone ticket had to be kept"
    laid_open = len(after.completed[seat]) - len(s.completed[seat])
    if action[0] == "claim" and laid_open >= 2:
        yield "a claim completed several tickets"
    if action[0] == "claim" and laid_open > len(s.tickets[seat] & after.completed[seat]):
        yield "a replacement was completed at once"
    if action[0] == "claim" and laid_open and not s.ticket_pile:
        yield "a completed ticket could not be replaced"
    if action[0] == "swap" and laid_open:
        yield "a swap completed a ticket"
    if action[0] == "swap" and len(s.ticket_pile) == 1:
        yield "a swap drew one ticket"
    if edition.east_west and after.bonus[seat] > s.bonus[seat]:
        yield "East was joined to West"
    if edition.trade_bonus and action[0] == "claim" and edition.routes[action[1]].carts and s.bonus_pile == 0:
        yield "no trade bonus card was left"
    if after.end_reason == "goal" and not any(after.pieces[seat].values()):
        yield "the goal and the last train in one claim"


def of_a_game(game: Walk) -> Iterator[str]:
    before = read(game.edition, game.states[0])
    for _, action, _, state in game.steps():
        after = read(game.edition, state)
        yield from of_a_draw(before, action, after)
        yield from of_the_display(before, action, after)
        yield from of_a_tunnel(before, action, after, game.edition)
        yield from of_tickets(before, action, after, game.edition)
        if action == ("pass",) and after.phase != OVER:
            yield "a pass"
        if state["ticket_top"] > 60:
            yield "the ticket pile went round"
        before = after
    yield f"end: {before.end_reason}"


DISPLAY = {
    "no second card could be drawn",
    "the discards became the pile",
    "the display had gaps",
    "gaps were filled",
    "a reset was held back",
    "a reset held back came after all",
    "a reset",
}
TUNNELS = {
    "a tunnel without a card to turn up",
    "a tunnel with fewer than three cards to turn up",
    "the pile was reshuffled while a tunnel was tried",
    "a tunnel tried with wilds alone asked for more",
    "cards laid for a tunnel were taken back",
    "a tunnel's extra cards were paid",
}
POINTS = {"the last ticket was drawn", "a lone ticket had to be kept", "a pass", "end: last round", "end: no routes"}
RACE = {
    "one card was left to draw",
    "a swap drew one ticket",
    "a swap completed a ticket",
    "East was joined to West",
    "a completed ticket could not be replaced",
    "a replacement was completed at once",
    "end: goal",
    "end: last train",
    "end: no routes",
    "end: stalled",
}
EXPECTED = {
    "europe": DISPLAY | TUNNELS | POINTS,
    "amsterdam": DISPLAY | POINTS,
    "berlin": DISPLAY | POINTS,
    "first_journey": RACE,
    "tiny": DISPLAY | TUNNELS | POINTS | {"no trade bonus card was left", "end: passes"},
    "tiny_race": RACE | {"a claim completed several tickets", "the goal and the last train in one claim", "a pass"},
}


@pytest.mark.parametrize(("name", "seats"), [table for table in CROWDED if table[0] in EXPECTED])
def test_everything_rare_happens_in_the_games_looked_at(name: str, seats: int) -> None:
    met = Counter(thing for game in walks(name, seats) for thing in of_a_game(game))
    assert (EXPECTED[name] | {"end: turn limit"}) - set(met) == set()
    assert {f"end: {reason}" for reason in REASONS} >= {thing for thing in met if thing.startswith("end")}
