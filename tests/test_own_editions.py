"""An edition made in an empty folder goes everywhere, and no other file is touched: a small one with a mix of mechanics
that no printed edition has, and a large one."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import pyspiel
import pytest
from pettingzoo.test import api_test

from perron.bots import make_bot
from perron.bots.levels import LEVELS
from perron.editions import built_in_names, left_out, load
from perron.editions.places import VARIABLE
from perron.env import aec, openspiel
from perron.env.registration import register
from perron.testing import check_bot
from tests.board.made_boards import made_board, text_of
from tests.cli.command import CLAIM_OR_DRAW, Run, in_a_process, runner
from tests.editions.own import begun_edition

SMALL, LARGE = "utrecht", "made_7"
BOTH = (SMALL, LARGE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with both editions, known to this process and to those that it starts."""
    folder = tmp_path_factory.mktemp("place")
    begun_edition(folder, SMALL)
    (folder / f"{LARGE}.toml").write_text(text_of(made_board(7, 36, 100, 1.5)), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        yield folder


def test_they_are_what_no_built_in_edition_is(place: Path) -> None:
    assert left_out() == ()
    mixed = {"ferries", "trade_bonus"}
    assert not any(mixed <= set(load(name).mechanics) for name in built_in_names() if not name.startswith("tiny"))
    assert mixed <= set(load(SMALL).mechanics)
    assert (len(load(SMALL).cities), load(SMALL).players) == (10, (2, 4))
    assert (len(load(LARGE).cities), len(load(LARGE).routes)) == (36, 100)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.mark.parametrize("name", BOTH)
def test_the_terminal_knows_it(
    place: Path, name: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place / (name if name == SMALL else f"{name}.toml")
    monkeypatch.chdir(tmp_path)
    assert run("editions", "check", str(path)).code == 0
    listed = json.loads(in_a_process("editions", "--json").out)  # a process that finds them by the variable alone
    assert next(one for one in listed if one["id"] == name)["place"] == str(path)
    told = run("simulate", "--edition", name, "--games", "20", "--json")
    assert json.loads(told.out)["games"] == 20
    game = ("--edition", name, "--seed", "3", "--seats", "2", "--record", "game.txt")
    played = run("play", *game, typed=CLAIM_OR_DRAW)
    assert (played.code, "the game is over" in played.out) == (0, True)
    assert run("verify", "game.txt").code == 0
    arena = ("arena", "--edition", name, "--bots", "greedy,random", "--games", "8", "--json", "--jobs", "1")
    assert json.loads(run(*arena).out)["games"] == 8
    tested = ("playtest", "--edition", name, "--bot", "greedy", "--games", "3", "--jobs", "1", "--json")
    assert json.loads(run(*tested).out)["games"] == 3
    assert run("board", "--edition", name, "--out", "board.svg").code == 0
    assert load(name).cities[0].name in (tmp_path / "board.svg").read_text("utf-8")


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play_it(place: Path, level: str) -> None:
    spec = "search:8it" if level == LEVELS[-1] else level  # the strongest level without its clock
    assert check_bot(lambda seed: make_bot(spec, str(seed)), editions=[SMALL], seats=[2, 3]) > 20


@pytest.mark.parametrize("name", BOTH)
def test_environments_take_its_id(place: Path, name: str) -> None:
    register()
    title = "".join(word.capitalize() for word in name.split("_"))
    env = gymnasium.make(f"perron/{title}-2p-v1", opponents="random", disable_env_checker=True)
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = env.step(seen["action_mask"].argmax())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it does not know observations with a mask beside them
        api_test(aec(name, 2), num_cycles=200)


@pytest.mark.parametrize("name", BOTH)
def test_openspiel_plays_it(place: Path, name: str) -> None:
    openspiel.register()
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.name_of(name)), num_sims=1, serialize=False, verbose=False)
