"""The bots that play with a network: named by specs, legal, the same again, and honest about boards nobody learned."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perron
from perron import Game
from perron.bots import Clock, Explains, make_bot, names
from perron.bots.built_in import CompiledBot, Searcher
from perron.bots.follow import NO_PLAN, follow
from perron.bots.planner_memory import new_memories
from perron.editions import Edition, folders, load
from perron.editions import names as names_of_editions
from perron.engine import chance
from perron.engine.compiled import Array, Int, kernel
from perron.engine.knowledge import new_knowledge
from perron.engine.sizes import SEATS
from perron.engine.state import SCRATCH, SHEET, STATE
from perron.engine.tables import tables_of
from perron.errors import BotError
from perron.learned import guided
from perron.learned.bots import GuidedBot, GuidedSearcher, HardBot, LearnedBot, NetworkBot
from perron.learned.guided import PROPOSED
from perron.learned.levels import levels_in, levels_of
from perron.learned.network import Network, NetworkError
from perron.learned.networks import network_of
from perron.learned.opinion import Brain
from tests.bots.players import wins
from tests.env.games import TABLES
from tests.learned.test_network import random_network
from tests.mixed_editions import changed

PRINTED = ["amsterdam", "berlin", "europe", "first_journey"]
EDITIONS = Path(perron.__file__).parent / "editions"


def own_board(folder: Path, ident: str, network: Network | None = None) -> Edition:
    """A board of one's own, with a network beside it; and that network's edition is the board."""
    place = folder / ident
    shutil.copytree(EDITIONS / "tiny", place)
    text = (place / "edition.toml").read_text("utf-8")
    (place / "edition.toml").write_text(changed(text, ('id = "tiny"', f'id = "{ident}"')), "utf-8")
    random_network(load(place)).write(place / "network.zip")
    return load(place)


def choose(bot: object, game: Game, clock: Clock | None = None) -> int:
    assert isinstance(bot, CompiledBot)
    assert game.to_move is not None
    return bot.choose_int(tables_of(game.edition), game.knowledge(game.to_move), clock or Clock())


def learned_brain(edition: str) -> Brain:
    network = network_of(load(edition))
    assert network is not None
    return Brain(network)


def look_ahead(game: Game, seat: int, brain: Brain, skipped: int, turns: int, others_plan: bool) -> float:
    """What the compiled look-ahead says of a real position."""
    states = np.frombuffer(game.state.tobytes(), STATE).copy()
    room = (new_memories(SEATS + 1), np.array([brain.weights] * SEATS), np.zeros(1, SCRATCH), np.zeros(1, SHEET))
    numbering, known = brain.numbering.record, new_knowledge(1)
    return guided.look_ahead(
        *(tables_of(game.edition), numbering, states, seat, known, brain.arrays, *room),
        *(chance.new_tape(chance.OFF), skipped, turns, np.zeros(SEATS), others_plan),
    )


@kernel
def follow_plan(t: Array, s: Array, memories: Array, w: Array, work: Array, sheets: Array) -> Int:
    return follow(t[0], s[0], memories[s[0].to_move], w[s[0].to_move], work[0], sheets[0].borrowed[0])


class Followers:
    """Seats that make plans from what they hold, and follow them."""

    def __init__(self, weights: np.ndarray) -> None:
        self.room = (new_memories(SEATS), weights, np.zeros(1, SCRATCH), np.zeros(1, SHEET))
        self.room[0]["claims"] = NO_PLAN

    def choose(self, game: Game) -> int:
        """The action of the seat to move."""
        states = np.frombuffer(game.state.tobytes(), STATE).copy()
        return int(follow_plan(tables_of(game.edition), states, *self.room))


def network_file(edition: str) -> bytes:
    return Network.blank(load(edition)).as_bytes()


def choices(spec: str, edition: str | Edition, seats: int, seed: int = 0, most: int = 10_000) -> list[int]:
    """What a bot chooses in every seat of a game; each choice is checked by playing it."""
    game, bot = Game(edition, seats, seed=4), make_bot(spec, seed)
    found: list[int] = []
    while not game.over and len(found) < most:
        found.append(choose(bot, game))
        game.play(found[-1])
    return found


def test_specs_name_them() -> None:
    assert {"learned", "guided"} <= set(names())
    for spec in ("learned", "guided:20it", "guided:50ms", "guided:2s"):
        assert make_bot(spec).name == spec
    assert make_bot("guided").name == "guided:500ms"
    with pytest.raises(BotError, match="learned takes no argument, not '800ms'"):
        make_bot("learned:800ms")
    for wrong in ("guided:0it", "guided:fast"):
        with pytest.raises(BotError, match="guided takes a budget such as 800ms, 2s or 2000it, not"):
            make_bot(wrong)


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("spec", ["learned", "guided:8it"])
def test_whole_games_are_legal(spec: str, name: str, seats: int) -> None:
    assert len(choices(spec, name, seats, most=10_000 if spec == "learned" else 60)) >= 5


@pytest.mark.parametrize("name", ["berlin", "first_journey"])
def test_a_guided_game_is_legal_to_its_end(name: str) -> None:
    assert len(choices("guided:4it", name, 2)) > 20


def test_the_printed_boards_have_networks() -> None:
    assert [name for name in names_of_editions() if network_of(load(name))] == PRINTED


@pytest.mark.parametrize("name", ["europe", "amsterdam", "berlin"])
def test_a_board_with_a_network_is_played_with_it(name: str) -> None:
    assert choices("learned", name, 2) != choices("planner", name, 2)


def test_a_number_of_play_outs_chooses_the_same_again() -> None:
    again = [choices("guided:20it", "amsterdam", 3, seed=1, most=40) for _ in range(2)]
    assert again[0] == again[1]


def test_a_learned_player_needs_no_chance_and_no_memory() -> None:
    game, bot = Game("europe", 2, seed=9), make_bot("learned", 0)
    while not game.over:
        here = choose(bot, game)
        assert here == choose(make_bot("learned", 77), game)
        game.play(here)


def test_two_cores_search_together() -> None:
    game = Game("berlin", 2, seed=3)
    for _ in range(10):
        game.play(choose(make_bot("guided:64it", 2), game, Clock(cores=2)))
    again = Game("berlin", 2, seed=3)
    bot = make_bot("guided:64it", 2)
    for _ in range(10):
        again.play(choose(bot, again, Clock(cores=2)))
    assert again.state_hash() == game.state_hash()


@pytest.mark.parametrize(("spec", "like"), [("learned", "planner"), ("guided:24it", "search:24it")])
def test_a_board_that_nobody_learned_is_played_as_others_play_it_and_that_is_said(spec: str, like: str) -> None:
    assert network_of(load("tiny")) is None
    if spec == "learned":  # the names of searches are part of their chance
        assert choices(spec, "tiny", 3) == choices(like, "tiny", 3)
    game, bot = Game("tiny", 2, seed=1), make_bot(spec)
    game.play(choose(bot, game))
    game.play(choose(bot, game))
    assert isinstance(bot, Explains)
    assert game.to_move is not None
    told = bot.explain(game.view(game.to_move))
    assert f"Nobody has learned this board yet: I play as {like.partition(':')[0]} does." in told.words


def test_a_board_of_ones_own_is_played_with_the_network_beside_it(tmp_path: Path) -> None:
    edition = own_board(tmp_path, "utrecht")
    bot = make_bot("learned")
    assert isinstance(bot, CompiledBot)
    game = Game(edition, 2, seed=2)
    different = 0
    while not game.over:
        choice = choose(bot, game)
        different += choice != choose(make_bot("planner"), game)
        assert bot.manner == ""
        game.play(choice)
    assert different > 3, "nobody has taught it what to do"
    assert len(choices("guided:8it", edition, 3)) > 5


def test_the_same_board_in_another_place_may_have_no_network(tmp_path: Path) -> None:
    own_board(tmp_path, "leiden")
    without = tmp_path / "elsewhere" / "leiden"
    shutil.copytree(tmp_path / "leiden", without, ignore=shutil.ignore_patterns("network.zip"))
    assert network_of(load(without)) is None
    assert network_of(load(tmp_path / "leiden")) is not None


def test_a_level_goes_on_without_a_network_that_cannot_be_used_and_says_so(tmp_path: Path) -> None:
    edition = own_board(tmp_path, "gouda")
    place = tmp_path / "gouda" / "network.zip"
    place.write_bytes(place.read_bytes()[:-100])
    assert choices("hard", edition, 2) == choices("planner", edition, 2)
    game = Game(edition, 2, seed=1)
    for level, like in (("hard", "planner"), ("expert", "search")):
        bot = make_bot(level)
        assert isinstance(bot, GuidedBot | LearnedBot)
        if isinstance(bot, GuidedBot):
            bot.limit(24)
        told = bot.explain(game.view(game.to_move))
        assert told.words.startswith(f"What was learned of this board cannot be used: I play as {like} does.")
        assert told.chances == ()


def test_levels_play_with_a_network_that_is_good_enough_for_them() -> None:
    assert levels_of(Network.blank(load("tiny")).card) == (), "nobody has judged it"
    for shares, wanted in (((0.49,), ()), ((0.6,), ("hard",)), ((0.65,), ("hard", "expert")), ((0.6, 0.9), ("hard",))):
        judged = [{"seats": 2 * n, "wins": wins, "games": 400} for n, wins in enumerate(shares, 1)]
        assert levels_of({"judged": judged}) == wanted
    torn: Any
    for torn in ({}, {"judged": 3}, {"judged": [{}]}, {"judged": [{"seats": "two", "wins": 1}]}):
        assert levels_of(torn) == ()


def test_expert_plays_with_no_network_that_is_known_to_lose_to_a_search() -> None:
    judged = [{"seats": 2, "wins": 0.8, "games": 400}]
    for told, levels in (
        ({"seats": 2, "games": 40, "wins": 0.35}, ("hard",)),
        ({"seats": 2, "games": 40, "wins": 0.4}, ("hard", "expert")),
        ({"seats": 4, "games": 40, "wins": 0.2}, ("hard", "expert")),
        ({"seats": 2, "wins": float("nan")}, ("hard",)),
        ({}, ("hard",)),
        (3, ("hard",)),
    ):
        assert levels_of({"judged": judged, "against_search": told}) == levels


@pytest.mark.parametrize("name", names_of_editions())
def test_the_levels_of_an_edition_are_those_that_its_bots_play_at(name: str) -> None:
    edition = load(name)
    levels = levels_in(folders()[name], name, edition.version)
    # In Europe one pass of the network loses to a search.
    assert levels == (("hard",) if name == "europe" else ("hard", "expert") if name in PRINTED else ())
    for level in ("hard", "expert"):
        bot = make_bot(level)
        assert isinstance(bot, NetworkBot)
        assert (bot.brain(tables_of(edition)) is not None) == (level in levels)


def test_a_level_says_that_a_network_is_too_weak_for_it(tmp_path: Path) -> None:
    edition = own_board(tmp_path, "haarlem")
    assert levels_in(edition.folder, "haarlem", edition.version) == ()
    game = Game(edition, 2, seed=1)
    bot = make_bot("hard")
    assert isinstance(bot, HardBot)
    told = bot.explain(game.view(game.to_move))
    assert told.words.startswith("I play as planner does: what was learned of this board is not strong enough")
    assert told.choice == str(make_bot("planner").choose(game.view(game.to_move), Clock()))


def test_a_torn_network_is_for_no_level(tmp_path: Path) -> None:
    edition = own_board(tmp_path, "leiden")
    place = tmp_path / "leiden" / "network.zip"
    for data in (b"", b"PK", place.read_bytes()[:-100], network_file("tiny")):
        place.write_bytes(data)
        assert levels_in(load(tmp_path / "leiden").folder, "leiden", edition.version) == ()


@pytest.mark.parametrize("spec", ["learned", "guided:16it", "hard"])
@pytest.mark.parametrize(("edition", "seats"), [("europe", 4), ("berlin", 2)])
def test_an_explanation_tells_every_seats_chance_to_win_as_the_network_sees_it(
    spec: str, edition: str, seats: int
) -> None:
    game = Game(edition, seats, seed=5)
    network = network_of(game.edition)
    assert network is not None
    for _ in range(3 * seats):
        assert game.to_move is not None
        bot = make_bot(spec)
        assert isinstance(bot, Explains)
        told = bot.explain(game.view(game.to_move))
        assert told.chances == Brain(network).consider(game.knowledge(game.to_move)).chances
        assert len(told.chances) == seats
        assert sum(told.chances) == pytest.approx(1)
        assert f"I win from here with a chance of {told.chances[game.to_move]:.0%}." in told.words
        game.play(told.choice)


@pytest.mark.parametrize("others_plan", [False, True])
def test_a_look_ahead_is_the_mean_of_what_the_network_says_at_ones_own_turns(others_plan: bool) -> None:
    game, brain = Game("berlin", 3, seed=6), learned_brain("berlin")
    looked = ended = 0
    while not game.over:
        me = game.to_move
        assert me is not None
        for skipped, turns in ((0, 1), (1, 4)):
            other, said, followers = game.copy(), list[float](), Followers(np.array([brain.weights] * SEATS))
            while not other.over and len(said) < skipped + turns:
                if others_plan and other.to_move != me:
                    other.play(followers.choose(other))
                    continue
                opinion = brain.consider(other.knowledge(other.to_move))
                if other.to_move == me and other.view().phase == "turn":
                    said.append(opinion.chances[me])
                other.play(opinion.choice)
            if len(said) < skipped + turns:
                assert other.outcome is not None
                share = 1 / len(other.outcome.winners) if me in other.outcome.winners else 0.0
                said += [share] * (skipped + turns - len(said))
                ended += 1
            found = look_ahead(game, me, brain, skipped, turns, others_plan)
            assert found == pytest.approx(sum(said[skipped:]) / turns, abs=1e-12)
            looked += 1
        game.play(brain.choose(game.knowledge(me)))
    assert looked > 100
    assert 10 < ended < looked / 2


def test_a_search_with_a_network_compares_what_it_proposes_and_what_a_search_without_one_compares() -> None:
    game, brain = Game("amsterdam", 2, seed=8), learned_brain("amsterdam")
    planned = 0
    while not game.over:
        assert game.to_move is not None
        knowledge = game.knowledge(game.to_move)
        opinion = brain.consider(knowledge.copy())
        rng = np.ones(1, np.uint64)
        searcher = GuidedSearcher(tables_of(game.edition), knowledge.copy(), rng, learned_brain("amsterdam"))
        moves = searcher.trees[0]["arms"][: searcher.moves].tolist()
        assert moves[0] == opinion.choice
        assert len(moves) == len(set(moves))
        assert len(moves) >= min(len(opinion.policy), PROPOSED + 1)
        plain = Searcher(tables_of(game.edition), knowledge.copy(), np.ones(1, np.uint64))
        assert set(moves) >= set(plain.trees[0]["arms"][: plain.moves].tolist())
        planner = choose(make_bot("planner"), game)
        assert planner in moves
        planned += planner != opinion.choice
        gaps = searcher.trees[0]["prior_gap"][: searcher.moves]
        assert gaps[0] == 0
        assert (np.diff(gaps[: PROPOSED + 1]) >= 0).all(), "the less speaks for it, the further behind"
        game.play(opinion.choice)
    assert planned > 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("edition", ["amsterdam", "berlin"])
def test_looking_ahead_beats_one_pass(edition: str) -> None:
    assert wins("guided:400it", "learned", edition, range(20)) >= 24


def test_a_torn_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    edition = own_board(tmp_path, "leiden")
    place = tmp_path / "leiden" / "network.zip"
    place.write_bytes(place.read_bytes()[:-100])
    for spec in ("learned", "guided:4it"):
        with pytest.raises(NetworkError, match=r"^network.zip of .*leiden.* is no network of Perron's, or it is torn$"):
            choices(spec, edition, 2)
