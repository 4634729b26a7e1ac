"""Bots explain themselves, in words that say what they then do; `perron hint` prints it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from perron import Game, KeepTickets
from perron.bots import Clock, Explains, Explanation, make_bot, names, register, registry
from perron.cli.compiling import get_ready
from perron.errors import BotError
from perron.notation import parse
from perron.record import save_record
from tests.bots.players import Chancy, sensible
from tests.cli.command import Run, assert_refused, runner
from tests.views.playing import TABLES
from tests.views.redeal import redeal

pytestmark = pytest.mark.sampled

POSITION = "europe seats=2 hand=P0:blue*3,red*2,wild*1 tickets=P0:brest-venezia turn=P0 seed=3"


def explained(spec: str, game: Game) -> Explanation:
    bot = make_bot(spec, 1)
    assert isinstance(bot, Explains)
    return bot.explain(game.view(game.to_move))


@pytest.mark.parametrize("spec", ["random", "greedy", "planner", "easy", "hard", "search:30it"])
@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] == 2])
def test_a_bot_explains_what_it_chooses_in_every_phase(spec: str, name: str, seats: int) -> None:
    for number, game in enumerate(sensible(name, seats, 2)):
        if number % 9 and game.view().phase in ("turn", "second_card"):
            continue
        told = explained(spec, game)
        assert told.choice == str(make_bot(spec, 1).choose(game.view(game.to_move), Clock()))
        legal = set(map(str, game.legal_actions()))
        assert {move.action for move in told.moves} <= legal
        held = set(game.view(game.to_move).tickets or ())
        action = parse(told.choice, game.edition)
        held |= set(action.tickets) if isinstance(action, KeepTickets) else set()
        assert {*told.tickets, *told.given_up} <= held
        assert not set(told.tickets) & set(told.given_up)
        assert all(route in game.edition.route_index for route in told.links)
        assert told.words.endswith(".")


def test_the_planner_tells_its_plan_in_words_and_data() -> None:
    told = explained("planner", Game.from_position("tiny seats=2 hand=P0:red*2 tickets=P0:north-south turn=P0 seed=1"))
    assert told.tickets == ("north-south",)
    assert told.given_up == ()
    assert len(told.links) >= 1
    assert told.words.startswith("I am after North – South (5). For that I want ")
    assert told.moves[0].value >= 0


def test_places_are_called_as_on_the_board() -> None:
    told = explained("planner", Game.from_position(POSITION))
    assert "Brest – Venezia (8)" in told.words
    assert "Venice" not in told.words
    assert sum(told.cards.values()) > 0


def test_a_ticket_that_cannot_be_made_is_given_up() -> None:
    around = "brest-pamplona,brest-dieppe,brest-paris/1"
    told = explained("planner", Game.from_position(f"europe seats=2 own=P1:{around} tickets=P0:brest-venezia turn=P0"))
    assert (told.tickets, told.given_up) == ((), ("brest-venezia",))
    assert "I do not expect to make Brest – Venezia (8)." in told.words


def test_a_ticket_that_is_made_is_not_wanted() -> None:
    told = explained("planner", Game.from_position("europe seats=2 own=P0:essen-berlin tickets=P0: turn=P0"))
    assert told.tickets == ()
    assert "I have no ticket left to make" in told.words


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_a_bot_without_a_plan_says_so(spec: str) -> None:
    told = explained(spec, Game.from_position(POSITION))
    assert "no plan" in told.words
    assert (told.tickets, told.given_up, told.links, told.cards) == ((), (), (), {})
    assert bool(told.moves) == (spec == "greedy")


@pytest.mark.parametrize("spec", ["planner", "search:30it"])
def test_an_explanation_tells_nothing_hidden(spec: str) -> None:
    rng = Random(1)
    for game in sensible("europe", 3, 1):
        if game.to_move is not None and len(game.moves) % 9 == 0:
            assert explained(spec, redeal(game, game.to_move, rng)) == explained(spec, game)


def test_only_the_seat_to_move_has_something_to_explain() -> None:
    game = Game.from_position(POSITION)
    bot = make_bot("planner")
    assert isinstance(bot, Explains)
    for seat in (1, None):
        with pytest.raises(BotError, match="seat to move"):
            bot.explain(game.view(seat))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    get_ready(["planner"])  # the first command would say that it compiles
    capsys.readouterr()
    return runner(monkeypatch, capsys)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game("tiny", 2, seed=7)
    while not game.over:
        game.play(int(game.legal_numbers()[-1]))
    path = tmp_path / "game.txt"
    save_record(game, path)
    return path


def test_hint_tells_a_position(run: Run) -> None:
    answer = run("hint", POSITION)
    assert (answer.code, answer.err) == (0, "")
    assert "Europe, turn 1, P0 to move; planner says:" in answer.out
    assert "suggested move: " in answer.out


def test_hint_tells_a_record_at_a_number_of_actions(run: Run, record: Path) -> None:
    answer = run("hint", f"{record}:3", "--bot", "search:20it", "--json")
    told = json.loads(answer.out)
    assert (told["bot"], told["edition"], told["seats"]) == ("search:20it", "tiny", 2)
    assert told["choice"] == told["moves"][0]["action"]
    assert set(told) >= {"seat", "turn", "words", "tickets", "given_up", "links", "cards"}


def test_a_position_may_end_like_a_record(run: Run) -> None:
    assert run("hint", "tiny seats=2 turn=P1 score=P0:7").code == 0


def test_hint_is_for_the_seat_to_move(run: Run) -> None:
    assert run("hint", POSITION, "--seat", "0").code == 0
    assert_refused(run("hint", POSITION, "--seat", "1"), "not P1's turn but P0's")
    assert_refused(run("hint", POSITION, "--seat", "2"), "--seat", "between 0 and 1")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("", "neither a position"),
        ("eurpe seats=2", "neither a position"),
        ("europe seats=9", "2 to 5 players"),
        ("europe seats=2 hat=P0:blue", "hat=P0"),
        ("nowhere.txt:3", "nowhere.txt"),
        ("nowhere.txt:12345678", "neither a position"),
    ],
)
def test_hint_refuses_what_leads_nowhere(run: Run, place: str, words: str) -> None:
    assert_refused(run("hint", place), words)


def test_hint_refuses_what_is_past_the_end_of_a_record(run: Run, record: Path) -> None:
    actions = sum(line[:1].isdigit() for line in record.read_text().splitlines())
    assert_refused(run("hint", f"{record}:{actions + 1}"), f"has {actions} actions")
    assert_refused(run("hint", f"{record}:{actions}"), "the game is over")


def test_hint_refuses_bots_that_are_not_there_or_cannot_explain(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    names()
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))
    register("chancy", lambda argument, seed: Chancy(1))
    assert_refused(run("hint", POSITION, "--bot", "planer"), "did you mean 'planner'")
    assert_refused(run("hint", POSITION, "--bot", "chancy"), "cannot explain")
