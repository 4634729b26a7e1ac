"""What a search believes of moves beforehand is measured, and measured alike for a seed."""

from __future__ import annotations

import pytest

from perron.bots.mind import CONSTANTS, WITH_PLAN, constants
from perron.editions import load
from tools.priors import main, measure

pytestmark = pytest.mark.xdist_group("priors")  # what it compiles is compiled once then


def test_the_constants_of_the_search_are_measured() -> None:
    found = measure(load("tiny"), 2, 0.0, "1")
    assert tuple(found) == CONSTANTS[WITH_PLAN:]
    assert all(0 <= value <= 10_000 for value in found.values())
    assert found == measure(load("tiny"), 2, 0.0, "1")


def test_they_are_printed_as_they_stand_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tiny", "--seconds", "0"])
    lines = [line.split(" = ") for line in capsys.readouterr().out.splitlines()]
    assert tuple(name for name, _ in lines) == CONSTANTS[WITH_PLAN:]


@pytest.mark.parametrize("edition", ["europe", "amsterdam", "berlin", "first_journey"])
def test_moves_beside_the_plan_are_believed_to_be_worse_than_those_of_it(edition: str) -> None:
    for table in constants(edition).reshape(2, len(CONSTANTS)).tolist():
        value = dict(zip(CONSTANTS, table, strict=True))
        assert value["with_plan"] < value["beside_plan"]
        assert value["with_plan"] < value["of_tickets"]
        assert all(value[name] > 0 for name in CONSTANTS if name.endswith("_spread"))
