"""Games of bots end by play, on whatever board: what cannot succeed is not tried again and again."""

from __future__ import annotations

import pytest

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.bots.futile import is_futile
from perron.bots.matches import GREEDY, PLANNER
from perron.editions import Edition, load
from perron.engine.sizes import NONE, WILD
from perron.engine.state import TURN, TURN_LIMIT, new_states
from perron.engine.tables import tables_of
from perron.outcome import REASONS
from tests.bots.players import play_match
from tests.bots.tight_boards import tight_board

BOARDS = 150
TABLES = {
    "planners": (PLANNER,) * 3,
    "greedy ones": (GREEDY,) * 3,
    "both": (PLANNER, GREEDY, PLANNER),
    "two planners": (PLANNER,) * 2,
}


@pytest.mark.sampled
@pytest.mark.parametrize("race", [False, True], ids=["points", "race"])
@pytest.mark.parametrize("bots", TABLES.values(), ids=TABLES)
def test_games_on_tight_boards_end_by_play(bots: tuple[int, ...], race: bool) -> None:
    for seed in range(BOARDS):
        ends = play_match(tight_board(seed, race), bots, 12, "tight").states["end_reason"]
        assert not (ends == TURN_LIMIT).any(), f"board {seed}"


def ended(edition: Edition, specs: tuple[str, ...], seed: str) -> str:
    """Why a game of these bots ended."""
    game = Game(edition, len(specs), seed=seed)
    bots = [make_bot(spec, seed) for spec in specs]
    for bot in bots:
        assert isinstance(bot, CompiledBot)
        bot.use_edition(edition)
    while (seat := game.to_move) is not None:
        game.play(bots[seat].choose(game.view(seat), Clock()))
    assert game.outcome is not None
    return game.outcome.reason


@pytest.mark.sampled
@pytest.mark.parametrize("race", [False, True], ids=["points", "race"])
@pytest.mark.parametrize("specs", [("search:24it",) * 3, ("easy", "medium", "search:24it")], ids=["search", "levels"])
def test_games_of_searching_and_wavering_bots_end_by_play(specs: tuple[str, ...], race: bool) -> None:
    for seed in range(12):
        assert ended(tight_board(seed, race), specs, f"tight {seed}") != REASONS[TURN_LIMIT], f"board {seed}"


def test_five_planners_in_europe_who_have_drawn_nearly_all_cards_end_their_game() -> None:
    # Five of these deals went on for a thousand turns, all seats trying one tunnel with an empty pile.
    states = play_match("europe", (PLANNER,) * 5, 2000, "same").states
    assert (states["end_reason"] != TURN_LIMIT).all()


@pytest.mark.parametrize("bot", [PLANNER, GREEDY], ids=["planner", "greedy"])
@pytest.mark.parametrize("seats", [2, 3])
def test_games_on_the_tiny_board_end_by_play(seats: int, bot: int) -> None:
    states = play_match("tiny", (bot,) * seats, 1000, "same").states
    assert (states["end_reason"] != TURN_LIMIT).all()


@pytest.mark.parametrize(("left", "futile"), [("wild", True), ("own", True), ("other", False)])
def test_a_tunnel_whose_extra_cards_cannot_be_paid_is_not_even_tried_once(left: str, futile: bool) -> None:
    # A second attempt with cards that were shown is futile anyway: this is about the first.
    edition = load("europe")
    tunnel = next(i for i, one in enumerate(edition.routes) if one.tunnel and one.colour in edition.cards)
    own = list(edition.cards).index(edition.routes[tunnel].colour)
    other = (own + 1) % WILD
    s = new_states(1)[0]
    s["seats"], s["phase"] = 2, TURN
    s["display"] = NONE
    kind = {"wild": WILD, "own": own, "other": other}[left]
    s["pile"][kind] = s["pile_size"] = 3
    s["hand"][0, own] = edition.routes[tunnel].length
    s["hand"][1] = tables_of(edition)[0]["deck"][: WILD + 1] - s["hand"][0] - s["pile"]
    s["seen"][1] = s["hand"][1]  # all of it was taken face up, so that the seat knows what is left in the pile
    assert is_futile(tables_of(edition)[0], s, 0, tunnel, own, 0) == futile


def test_the_boards_are_tight_and_not_all_alike() -> None:
    boards = [tight_board(seed, race) for seed in range(BOARDS) for race in (False, True)]
    assert sum(any(route.tunnel for route in board.routes) for board in boards) > 0.9 * len(boards)
    assert max(sum(board.cards.values()) for board in boards) <= 2 * sum(load("tiny").cards.values())
    assert len({(len(board.cities), len(board.cards), board.draw.display, board.swap_tickets) for board in boards}) > 50
