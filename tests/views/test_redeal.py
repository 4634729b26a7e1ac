"""A view tells nothing hidden: it stays the same, byte for byte, when everything hidden is dealt again."""

from __future__ import annotations

import json
from collections import defaultdict
from random import Random

import pytest

from perron import Game, IllegalAction, NotationError
from perron.engine.state import OVER, SETUP, STATE
from perron.view import PHASES
from tests.golden import conservation
from tests.mixed_editions import any_edition
from tests.sampling import share
from tests.views.playing import WITH_MIXED, played
from tests.views.redeal import HIDDEN, redeal

pytestmark = pytest.mark.sampled

GAMES_EACH = max(2, share(4))
POSITIONS_EACH = 5


def as_json(game: Game, seat: int | None) -> str:
    """A view as it would be sent."""
    return json.dumps(game.view(seat).to_dict(), ensure_ascii=False)


def looked_at(name: str, seats: int) -> list[Game]:
    """Positions of a few games, that many of each phase."""
    rng = Random(f"positions {name} {seats}")
    positions = []
    for seed in range(4 if name == "micro" else GAMES_EACH):  # few games on the smallest board have every phase
        by_phase = defaultdict(list)
        for game in played(name, seats, seed):
            by_phase[int(game.state["phase"])].append(game.copy())
        for found in by_phase.values():
            positions += rng.sample(found, min(len(found), POSITIONS_EACH))
    return positions


def fields_changed(one: Game, other: Game) -> set[str]:
    """The fields of the state in which two games differ."""
    return {name for name in STATE.names or () if one.state[name].tobytes() != other.state[name].tobytes()}


@pytest.mark.rule("RU-38", "RU-33", "EU-K4", "AM-S3", "AM-K4", "BE-S3", "BE-K3", "FJ-S2")
@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_no_view_depends_on_what_its_seat_cannot_know(name: str, seats: int) -> None:
    rng = Random(f"redeal {name} {seats}")
    phases, changed, differences = set(), set(), 0
    for game in looked_at(name, seats):
        phases.add(PHASES[int(game.state["phase"])])
        spectator, shown = as_json(game, None), game._repr_html_()
        drawn = rng.choice((None, *range(seats)))  # pictures take their time: one twin of each position
        for seat in (None, *range(seats)):
            other = redeal(game, seat, rng)
            changed |= fields_changed(game, other)
            assert conservation.faults(other) == []
            assert as_json(other, seat) == as_json(game, seat)
            assert repr(other.view(seat)) == repr(game.view(seat))
            assert as_json(other, None) == spectator
            assert seat != drawn or other._repr_html_() == shown
            assert repr(other) == repr(game)
            neighbour = 0 if seat is None else (seat + 1) % seats
            differences += as_json(other, neighbour) != as_json(game, neighbour)
    assert phases == possible_phases(name)
    assert changed == hidden_in(name)
    assert differences > 10 * GAMES_EACH, "a seat sees its own cards, so a new deal is no secret to it"


def possible_phases(name: str) -> set[str]:
    """The phases that an edition has."""
    edition = any_edition(name)
    tunnel = {"tunnel"} if "tunnels" in edition.mechanics else set()
    second = {"second_card"} if edition.draw.cards > 1 and edition.draw.display else set()
    choices = set() if edition.swap_tickets else {"setup", "keep_tickets"}
    return {"turn", "over"} | second | tunnel | choices


def hidden_in(name: str) -> set[str]:
    """The hidden fields that are in use in an edition: not all have a choice of tickets to hide."""
    edition = any_edition(name)
    setup, draw = edition.setup, edition.draw
    may_choose = not edition.swap_tickets and setup.keep < setup.tickets + setup.long_tickets
    gives_back = edition.swap_tickets or may_choose or draw.keep < draw.tickets
    return set(HIDDEN) - (set() if may_choose else {"chosen"}) - (set() if gives_back else {"known_to"})


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_legal_actions_are_told_to_the_seat_to_move_and_to_nobody_else(name: str, seats: int) -> None:
    for game in looked_at(name, seats):
        for seat in (None, *range(seats)):
            legal = game.view(seat).legal
            if seat is not None and seat == game.to_move:
                assert legal == tuple(map(str, game.legal_actions()))
                assert legal
            else:
                assert legal is None


def refused(game: Game, action: str | int) -> tuple[str | None, ...] | None:
    """How an action is refused; None if it is not."""
    try:
        game.copy().play(action)
    except IllegalAction as error:
        return type(error).__name__, str(error), error.code, error.rule, repr(error)
    except NotationError as error:
        return type(error).__name__, str(error), "", repr(error)
    return None


def attempts(game: Game, rng: Random) -> list[str | int]:
    """Actions, most of them illegal, that a player without any sense might try."""
    edition = game.edition
    cards = list(edition.cards)
    tried: list[str | int] = [rng.randrange(1 << 20) for _ in range(20)]
    for _ in range(20):
        payment = f"{rng.choice(cards)}*{rng.randint(1, 4)} wild*{rng.randint(0, 3)}"
        tried += [
            f"claim {rng.choice(edition.routes).id} {payment}",
            f"station {rng.choice(edition.cities).id} {payment}",
            f"pay {payment}",
            f"keep {rng.choice(edition.tickets).id}",
            f"draw {rng.choice(cards)}",
        ]
    return [*tried, "pass", "let go", "swap tickets", "draw tickets", "draw blind", "draw cards", "keep none"]


@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_a_refusal_tells_nothing_that_the_seat_to_move_does_not_know(name: str, seats: int) -> None:
    rng = Random(f"refusals {name} {seats}")
    codes = set()
    for game in looked_at(name, seats)[::3]:
        other = redeal(game, game.to_move, rng)
        for action in attempts(game, rng):
            told = refused(game, action)
            assert refused(other, action) == told
            codes.add(told and told[2])
    assert len(codes) > 5


@pytest.mark.rule("RU-33")
def test_what_others_chose_at_setup_changes_nothing_before_all_have_chosen() -> None:
    game = Game("amsterdam", 3, seed=5)
    before = game.view(2)
    assert game.state["phase"] == SETUP
    views = set()
    for first in game.legal_actions():
        other = game.copy()
        other.play(first)
        for second in other.legal_actions():
            another = other.copy()
            another.play(second)
            views.add(as_json(another, 2))
    assert len(views) == 1
    assert [player.tickets for player in before.players] == [0, 0, 0]


@pytest.mark.rule("EU-P2")
@pytest.mark.parametrize(("name", "seats"), WITH_MIXED)
def test_at_the_end_all_tickets_are_shown_to_everybody(name: str, seats: int) -> None:
    *_, game = played(name, seats, 0)
    assert game.state["phase"] == OVER
    for seat in (None, *range(seats)):
        outcome = game.view(seat).outcome
        assert outcome is not None
        for q, score in enumerate(outcome.scores):
            held = {
                ticket.id
                for i, ticket in enumerate(game.edition.tickets)
                if (int(game.state["tickets"][q][i // 64]) | int(game.state["completed"][q][i // 64])) >> i % 64 & 1
            }
            assert {*score.completed, *score.missed} == held
            assert len(score.completed) + len(score.missed) == len(held)
