"""No built-in bot's choice depends on what its seat cannot know."""

from __future__ import annotations

from random import Random

import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.bots.view_encoding import knowledge_of
from perron.engine.compiled import Array
from perron.view import PHASES
from tests.bots.players import sensible
from tests.views.playing import TABLES, played
from tests.views.redeal import redeal

pytestmark = pytest.mark.sampled

SPECS = ["random", "greedy", "planner", "easy", "medium", "hard", "search:24it", "learned", "guided:24it"]
LARGEST = [(name, seats) for name, seats in TABLES if (name, seats + 1) not in TABLES]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_view_amounts_to_the_knowledge_of_its_seat_byte_for_byte(name: str, seats: int) -> None:
    phases = set()
    for seed in range(3):
        for game in played(name, seats, seed):
            phases.add(game.view(None).phase)
            for seat in range(seats):
                assert knowledge_of(game.view(seat), game.edition).tobytes() == game.knowledge(seat).tobytes()
    edition = game.edition
    never = {"setup", "second_card", "keep_tickets"} if edition.swap_tickets else set[str]()
    if edition.draw.cards == 1:
        never.add("second_card")
    if not any(route.tunnel for route in edition.routes):
        never.add("tunnel")
    assert phases == set(PHASES.values()) - never


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_redealing_what_is_hidden_never_changes_a_choice(spec: str, name: str, seats: int) -> None:
    rng, changed = Random(f"{spec} {name}"), 0
    for number, game in enumerate(sensible(name, seats, 5)):
        if game.to_move is None or (number % 8 and game.view().phase in ("turn", "second_card")):
            continue
        chosen = {str(make_bot(spec, 1).choose(game.view(game.to_move), Clock()))}
        for _ in range(2):
            other = redeal(game, game.to_move, rng)
            changed += other.state_hash() != game.state_hash()
            chosen.add(str(make_bot(spec, 1).choose(other.view(other.to_move), Clock())))
        assert len(chosen) == 1, f"action {number}: {chosen}"
    assert changed > 0


@pytest.mark.parametrize("spec", SPECS)
def test_the_fast_way_in_chooses_what_the_view_chooses(spec: str) -> None:
    tables: Array = None
    for game in sensible("europe", 3, 8):
        if game.to_move is not None and len(game.moves) % 5 == 0:
            bot = make_bot(spec, 2)
            assert isinstance(bot, CompiledBot)
            tables = game._tables if tables is None else tables
            number = bot.choose_int(tables, game.knowledge(game.to_move), Clock())
            assert Game.play(game.copy(), number).action == bot.choose(game.view(game.to_move), Clock())
