"""A run of learning: it gets better, does the same again, goes on after a stop, and says what is wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import perron
from perron import Game, __version__
from perron.bots import Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.editions import load
from perron.engine.tables import tables_of
from perron.env.env_game import EnvGame
from perron.errors import PerronError
from perron.keys import simulation_key
from perron.learn import card
from perron.learn.evaluation import SEED, judge
from perron.learn.memory import lacks_memory
from perron.learn.model import Critic, Model
from perron.learn.ppo import Learner, Progress
from perron.learn.self_play import Games, Table
from perron.learn.training import CHECKPOINT, CURVE, NETWORK, PAGE, Plan, Point, Training
from perron.learned.inputs import inputs_of
from perron.learned.network import Network, read_network
from tests.mixed_editions import changed

pytestmark = pytest.mark.xdist_group("learning")  # torch is loaded once, and the run that takes long is made once
ENOUGH = Plan("", rounds=90, games=128, steps=16, width=64, device="cpu", parts=2)
LITTLE = Plan("tiny", rounds=2, games=64, steps=8, width=16, device="cpu", deals=64)


def run(plan: Plan, folder: Path, resume: bool = False) -> tuple[Training, list[Point]]:
    training = Training(plan, folder, resume)
    return training, list(training.run())


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Training, list[Point]]:
    """A player that has learned a board of one's own, which is that of Tiny; its network lies beside edition.toml."""
    folder = tmp_path_factory.mktemp("boards") / "utrecht"
    shutil.copytree(Path(perron.__file__).parent / "editions" / "tiny", folder)
    text = (folder / "edition.toml").read_text("utf-8")
    (folder / "edition.toml").write_text(changed(text, ('id = "tiny"', 'id = "utrecht"')), "utf-8")
    found = run(replace(ENOUGH, edition=str(folder)), folder.parent / "run")
    (folder / NETWORK).write_bytes((folder.parent / "run" / NETWORK).read_bytes())
    return found


@pytest.fixture(scope="module")
def little(tmp_path_factory: pytest.TempPathFactory) -> Training:
    """A run that is over at once; look, and do not touch."""
    return run(LITTLE, tmp_path_factory.mktemp("little"))[0]


# it learns


def test_it_learns_to_beat_the_planner(learned: tuple[Training, list[Point]]) -> None:
    two, three = learned[1][-1].judged
    assert (two.seats, two.games, three.seats, three.games) == (2, 2048, 3, 2046)
    assert two.wins > 1 / 2 + 2 * two.error
    assert three.wins > 1 / 3 + 2 * three.error


def test_what_it_has_learned_is_not_the_planners_advice(learned: tuple[Training, list[Point]]) -> None:
    model, own, choices = learned[0].model, 0, 0
    games = Games(learned[0].edition, 2, 64, 5, "cpu")
    with torch.no_grad():
        for _ in range(32):
            best, advised = model(games.rows, games.masks, 2)[0].argmax(1), games.advised(games.rows)
            is_choice = games.masks.sum(1) > 1
            choices += int(is_choice.sum())
            own += int((is_choice & (best != advised)).sum())
            games.step(best)
    assert own / choices > 0.05, "it has ideas of its own; before it learns it has none"


def test_the_bot_that_plays_with_it_beats_greedy_on_the_same_deals(learned: tuple[Training, list[Point]]) -> None:
    edition = load(learned[0].plan.edition)
    bot, greedy = make_bot("learned"), make_bot("greedy")
    assert isinstance(bot, CompiledBot)
    assert isinstance(greedy, CompiledBot)
    won = 0.0
    for deal in range(200):
        for own in range(2):
            game = Game(edition, 2, seed=deal)
            while game.to_move is not None:
                seat = game.to_move
                mover = bot if seat == own else greedy
                game.play(mover.choose_int(tables_of(edition), game.knowledge(seat), Clock()))
            assert game.outcome is not None
            won += (own in game.outcome.winners) / len(game.outcome.winners)
    assert bot.manner == "", "there is a network"
    assert won / 400 > 0.8


def test_the_curve_has_its_points_and_the_page_its_plots(learned: tuple[Training, list[Point]]) -> None:
    training, points = learned
    assert len(points) == 20
    assert (points[-1].round, points[-1].share) == (90, 1.0)
    assert all(one.seconds < two.seconds and one.decisions < two.decisions for one, two in pairwise(points))
    assert points[-1].decisions == 90 * 128 * 16
    assert [bool(point.judged) for point in points] == [k in (9, 19) for k in range(20)]
    assert sum(one.games for point in points for one in point.explored) > 500
    lines = [json.loads(line) for line in (training.folder / CURVE).read_text("utf-8").splitlines()]
    assert [line["round"] for line in lines] == [point.round for point in points]
    assert lines[-1]["judged"][0]["wins"] == points[-1].judged[0].wins
    page = (training.folder / PAGE).read_text("utf-8")
    assert page.count('role="img"') == 5
    for title in ("2 seats", "3 seats", "Entropy", "planner&#x27;s advice", "Loss"):
        assert title in page
    assert "http" not in page


def test_the_network_says_where_it_comes_from(learned: tuple[Training, list[Point]]) -> None:
    training, points = learned
    network = read_network((training.folder / NETWORK).read_bytes(), training.edition, "it")
    told = network.card
    assert (told["edition"], told["version"], told["perron"]) == ("utrecht", 1, __version__)
    assert told["command"] == "perron learn --edition utrecht --rounds 90 --games 128 --width 64 --device cpu --out DIR"
    assert (told["rounds"], told["decisions"], told["seed"], told["device"]) == (90, points[-1].decisions, 0, "CPU")
    assert told["resumed"] == 0
    assert len(told["curve"]) == len(points)
    last = points[-1].explored[0]
    assert told["curve"][-1]["wins"]["2"] == [round(last.wins, 4), last.games]
    assert told["judged"][0]["wins"] == points[-1].judged[0].wins
    weights = training.model.state_dict()
    again = Network.of_weights(training.edition, {name: one.numpy() for name, one in weights.items()}, {})
    assert all(np.array_equal(again.arrays[name], network.arrays[name]) for name in again.arrays)


def test_a_player_that_follows_the_planner_is_judged_as_the_planner() -> None:
    torch.manual_seed(0)
    found = judge(Model(inputs_of(load("tiny")), 8), load("tiny"), 3, 24, "cpu")
    planner = make_bot("planner")
    assert isinstance(planner, CompiledBot)
    won = 0.0
    for number in range(24):
        game = EnvGame("tiny", 3)
        game.deal(0, simulation_key(SEED, number))
        while not game.over:
            game.play_int(planner.choose_int(game.tables, game.knowledge(game.to_move), Clock()))
        reward = game.rewards()[number % 3]  # 1 for a win, less where it is shared
        won += (2 * reward + 1) / 3
    assert found.wins == pytest.approx(won / 24, abs=1e-6)


# the same again, and on


def test_the_same_rounds_write_the_same_network(little: Training, tmp_path: Path) -> None:
    again, _ = run(LITTLE, tmp_path / "again")
    assert (again.folder / NETWORK).read_bytes() == (little.folder / NETWORK).read_bytes()
    other, _ = run(replace(LITTLE, seed=1), tmp_path / "other")
    assert (other.folder / NETWORK).read_bytes() != (little.folder / NETWORK).read_bytes()


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = replace(LITTLE, rounds=10)
    stopped = Training(plan, tmp_path / "run")
    for point in stopped.run():
        if point.round == 6:
            break
    goes_on = Training(plan, tmp_path / "run", resume=True)
    assert (goes_on.round, goes_on.decisions, goes_on.seconds) == (6, 6 * 64 * 8, stopped.seconds)
    assert len(goes_on.past) == len(stopped.past) == 1
    for name, one in goes_on.model.state_dict().items():
        assert torch.equal(one, stopped.model.state_dict()[name])
    kept = goes_on.learner.optimizers[0].state_dict()["state"]
    assert all(
        torch.equal(one["exp_avg"], kept[k]["exp_avg"])
        for k, one in stopped.learner.optimizers[0].state_dict()["state"].items()
    )
    points = list(goes_on.run())
    assert [point.round for point in points] == [7, 8, 9, 10]
    lines = (tmp_path / "run" / CURVE).read_text("utf-8").splitlines()
    assert [json.loads(line)["round"] for line in lines] == list(range(1, 11))
    told = read_network((tmp_path / "run" / NETWORK).read_bytes(), load("tiny"), "it").card
    assert (told["rounds"], told["decisions"], told["resumed"]) == (10, 10 * 64 * 8, 1)


def test_minutes_are_counted_over_all_parts_of_a_run(tmp_path: Path) -> None:
    plan = replace(LITTLE, rounds=None, minutes=0.001, noted_every=0.0)
    run(plan, tmp_path / "run")
    with pytest.raises(PerronError, match="holds all that was asked for already"):
        Training(plan, tmp_path / "run", resume=True)
    before = json.loads((tmp_path / "run" / CURVE).read_text("utf-8").splitlines()[-1])["seconds"]
    training, points = run(replace(plan, minutes=before / 60 + 0.01), tmp_path / "run", resume=True)
    assert training.seconds > before  # points tell tenths of a second
    assert points[0].seconds >= before
    told = training.network().card
    assert told["minutes"] == round(training.seconds / 60, 2)
    assert told["command"].startswith(f"perron learn --edition tiny --minutes {training.plan.minutes:g} ")
    assert all("seconds" in point for point in told["curve"])


def test_a_network_can_be_learned_on_from(little: Training, tmp_path: Path) -> None:
    start = little.folder / NETWORK
    begun = read_network(start.read_bytes(), load("tiny"), "it")
    plan = replace(LITTLE, width=None, seed=3, start=start)
    training = Training(plan, tmp_path / "run")
    assert training.model.width == 16
    now = training.network().arrays
    assert all(np.array_equal(now[name], one) for name, one in begun.arrays.items()), "it begins as it was"
    assert len(list(training.run())) == 2
    told = read_network((tmp_path / "run" / NETWORK).read_bytes(), load("tiny"), "it").card
    assert told["before"] == begun.card
    assert told["decisions"] == 2 * begun.card["decisions"]
    assert "--from network.zip" in told["command"]
    on = Training(replace(plan, start=None, rounds=3), tmp_path / "run", resume=True)
    assert on.network().card["before"] == begun.card, "and this is not forgotten"


def test_facts_that_weigh_nothing_can_still_be_learned(tmp_path: Path) -> None:
    start = tmp_path / "blank.zip"
    Network.blank(load("tiny"), 16).write(start)
    before = Training(replace(LITTLE, width=None, start=start), tmp_path / "run").model.state_dict()
    heads = [name for name in before if name.startswith(("routes.", "tickets.")) and name.endswith(".weight")]
    assert len(heads) == 4
    assert all(before[name].any() for name in heads)
    assert not before["policy.weight"].any(), "all else is as it was learned"


def test_what_others_chose_may_be_all_but_impossible_for_the_learner() -> None:
    torch.manual_seed(0)
    inputs, generator = inputs_of(load("tiny")), torch.Generator()
    stubborn = Model(inputs, 16)
    torch.nn.init.constant_(stubborn.trust.bias, -300)
    table = Table(load("tiny"), 2, 64, 8, 0, "cpu")
    found = table.play(stubborn, None)
    assert found.likelihoods[~found.learns].min() < -100, "what the planners in other seats chose"
    learner = Learner(Model(inputs, 16), Critic(inputs, 16))
    learner.learn([(table, found)], Progress(0.5), generator)
    assert all(one.isfinite().all() for one in learner.model.parameters())


def test_a_player_that_knows_how_to_play_comes_to_learn_bit_by_bit() -> None:
    assert [Progress(0.5, number, knows=True).ease for number in (0, 2, 6, 10, 99)] == [0, 0, 0.5, 1, 1]
    assert Progress(0.5, 0).ease == 1


def test_minutes_before_are_added() -> None:
    told = card.added_up({"minutes": 2.5, "decisions": 10, "seed": 1}, {"minutes": 7.69, "decisions": 5, "seed": 0})
    assert (told["minutes"], told["decisions"], told["seed"]) == (10.19, 15, 1)


# what can be wrong


def refused(words: str, plan: Plan, folder: Path, resume: bool = False) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(PerronError, match=words) as error:
        Training(plan, folder, resume)
    assert "\n" not in str(error.value)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_must_be_free_and_writable(little: Training, tmp_path: Path) -> None:
    refused("holds a run already: go on with it by --resume", LITTLE, little.folder)
    (tmp_path / "file").touch()
    refused("file is a file: name a folder", LITTLE, tmp_path / "file")
    refused("cannot be written", LITTLE, tmp_path / "file" / "below")
    refused("is not there: nothing to go on with", LITTLE, tmp_path / "empty", resume=True)


@pytest.mark.parametrize("left", [0.0, 0.01, 0.3, 0.6, 0.95, 0.999])
def test_a_torn_checkpoint_is_refused(little: Training, tmp_path: Path, left: float) -> None:
    whole = (little.folder / CHECKPOINT).read_bytes()
    (tmp_path / CHECKPOINT).write_bytes(whole[: int(len(whole) * left)])
    refused("is no checkpoint of perron learn, or it is torn", replace(LITTLE, rounds=9), tmp_path, resume=True)


def changed_checkpoint(little: Training, folder: Path, **values: Any) -> None:
    kept = torch.load(little.folder / CHECKPOINT, weights_only=True)
    torch.save({**kept, **values}, folder / CHECKPOINT)


def test_a_checkpoint_of_something_else_is_refused(little: Training, tmp_path: Path) -> None:
    more = replace(LITTLE, rounds=9)
    refused_is = "is of tiny version 1, not of micro version 1"
    changed_checkpoint(little, tmp_path)
    refused(refused_is, replace(more, edition="micro"), tmp_path, resume=True)
    changed_checkpoint(little, tmp_path, version=2)
    refused("is of tiny version 2, not of tiny version 1", more, tmp_path, resume=True)
    changed_checkpoint(little, tmp_path, model={"layers.0.weight": torch.zeros(3)})
    refused("does not fit this Perron, or it is torn", more, tmp_path, resume=True)
    changed_checkpoint(little, tmp_path, optimizers=[])
    refused("does not fit this Perron, or it is torn", more, tmp_path, resume=True)
    torch.save([1, 2], tmp_path / CHECKPOINT)
    refused("is no checkpoint", more, tmp_path, resume=True)
    changed_checkpoint(little, tmp_path)
    (tmp_path / CURVE).write_text('{"round": 1', "utf-8")
    refused("does not fit this Perron, or it is torn", more, tmp_path, resume=True)


def test_a_run_keeps_its_width_and_its_start(little: Training) -> None:
    more = replace(LITTLE, rounds=9)
    refused("is 16 wide: leave --width out", replace(more, width=32), little.folder, resume=True)
    start = little.folder / NETWORK
    refused("leave --from out, or --resume", replace(more, start=start), little.folder, resume=True)


def test_a_network_of_another_edition_is_no_start(little: Training, tmp_path: Path) -> None:
    start = little.folder / NETWORK
    refused("is for tiny version 1, not for micro", replace(LITTLE, edition="micro", start=start), tmp_path)
    refused("is 16 wide", replace(LITTLE, width=32, start=start), tmp_path)
    torn = tmp_path / "torn.zip"
    torn.write_bytes(start.read_bytes()[:1000])
    refused("torn.zip is no network of Perron's, or it is torn", replace(LITTLE, start=torn), tmp_path)
    network = Network.blank(load("tiny"))
    guess = {**network.arrays, "guess": network.arrays["guess"] + 1}
    Network(network.edition, guess, network.card).write(tmp_path / "other.zip")
    other = replace(LITTLE, width=None, start=tmp_path / "other.zip")
    refused("begins with another first guess", other, tmp_path)
    refused("none.zip cannot be read: No such file", replace(LITTLE, start=tmp_path / "none.zip"), tmp_path)


def test_too_many_games_for_the_memory_are_told_in_a_sentence(tmp_path: Path) -> None:
    training = Training(replace(LITTLE, games=1 << 42), tmp_path / "run")
    with pytest.raises(PerronError, match=r"too little memory to play 4,398,046,511,104 games at once.*--games"):
        list(training.run())
    assert not (tmp_path / "run").exists()
    assert lacks_memory(torch.OutOfMemoryError("CUDA out of memory."))
    assert lacks_memory(RuntimeError("[CUresult.CUDA_ERROR_OUT_OF_MEMORY] Call to cuMemAlloc results in an error"))
    assert not lacks_memory(RuntimeError("illegal address"))
    with pytest.raises(RuntimeError) as error:  # what torch says on a CPU
        torch.empty(1 << 50)
    assert lacks_memory(error.value)


def test_the_commit_is_told_in_a_checkout_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(perron.__file__).resolve().parents[2]
    if (root / ".git").exists():
        asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=True)
        assert card.commit() == asked.stdout.strip()
    monkeypatch.setattr(perron, "__file__", str(tmp_path / "lib" / "site-packages" / "perron" / "__init__.py"))
    assert card.commit() is None
    (tmp_path / "lib" / ".git").mkdir(parents=True)  # no repository after all
    assert card.commit() is None
