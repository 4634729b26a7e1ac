"""docs/environments.md: its examples run, and its tables are those of the code."""

from __future__ import annotations

import re

import pytest

from perron.env.observation import KINDS
from perron.env.registration import ids
from perron.env.rewards import REWARDS
from tests.env.hardware import has_gpu
from tests.env.make_tables import PAGE, page, tables

TEXT = PAGE.read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
NAMES = ["gymnasium", "pettingzoo", "vector", "gpu_vector", "gpu_games", "openspiel", "resample"]
ON_A_GPU = "# needs a GPU"


@pytest.mark.parametrize(("name", "example"), list(zip(NAMES, EXAMPLES, strict=True)))
def test_an_example_runs(name: str, example: str) -> None:
    assert name.startswith("gpu") == example.startswith(ON_A_GPU)
    if example.startswith(ON_A_GPU) and not has_gpu():
        pytest.skip("there is no GPU here")
    exec(compile(example, "docs/environments.md", "exec"), {})


def test_the_tables_are_those_of_the_code() -> None:
    assert page(TEXT) == TEXT
    assert all(table in TEXT for table in tables().values())


def test_every_id_reward_and_kind_of_observation_that_the_page_names_exists() -> None:
    assert set(re.findall(r"perron/\w+-\dp-v\d", TEXT)) <= set(ids())
    assert {f'`"{name}"`' for name in (*REWARDS, *KINDS)} <= set(re.findall(r'`"\w+"`', TEXT))
