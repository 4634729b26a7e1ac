"""The examples with PPO learn, which means that they beat random play; a network is asked; and the notebook runs."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.sampling import everything, share

pytestmark = pytest.mark.xdist_group("libraries")  # torch takes seconds to load
EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_on_gymnasium_learns() -> None:
    rewards = example("ppo_gymnasium").main(updates=max(20, share(40)), games=64 if everything() else 32)
    assert sum(rewards[:3]) / 3 < 0.5
    assert sum(rewards[-5:]) / 5 > 0.7


def test_ppo_by_self_play_learns() -> None:
    module = example("ppo_self_play")
    assert module.measure(module.learn(0)) < 0.5
    assert module.measure(module.learn(max(12, share(module.UPDATES)))) > 0.7


def test_a_network_tells_its_opinion(capsys: pytest.CaptureFixture[str]) -> None:
    for position in (None, "berlin seats=2 hand=P0:red*3,wild turn=P0"):
        ranked = example("learned_opinion").main(position)
        assert sum(likely for likely, _ in ranked) == pytest.approx(1)
        said = capsys.readouterr().out.splitlines()
        assert said[1].endswith(ranked[0][1])
        assert len([line for line in said if "wins with a chance of" in line]) == (3 if position is None else 2)
    with pytest.raises(SystemExit, match="nobody has learned tiny yet"):
        example("learned_opinion").main("tiny seats=2 turn=P0")


def test_the_cells_of_the_notebook_run_in_order() -> None:
    notebook: dict[str, Any] = json.loads((EXAMPLES / "environments.ipynb").read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            exec(compile("".join(cell["source"]), f"cell {cell['id']}", "exec"), names)
    assert names["ended"] > 512, "every game of the vector ended at least once"
    assert all(game.view(0) == names["view"] for game in names["dealt"])
    assert len({str(game.view(1).hand) for game in names["dealt"]}) > 1
