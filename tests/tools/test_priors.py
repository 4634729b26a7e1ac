"""The priors of the search are measured, and measured alike for a seed."""

from __future__ import annotations

import pytest

from perron.bots.edition_weights import weights_for
from perron.bots.weights import WEIGHT_NAMES, WITH_PLAN
from perron.editions import load
from tools.priors import main, measure

pytestmark = pytest.mark.xdist_group("priors")  # what it compiles is compiled once then


def test_the_constants_of_the_search_are_measured() -> None:
    found = measure(load("tiny"), 2, 0.0, "1")
    assert tuple(found) == WEIGHT_NAMES[WITH_PLAN:]
    assert all(0 <= value <= 10_000 for value in found.values())
    assert found == measure(load("tiny"), 2, 0.0, "1")


def test_they_are_printed_as_they_stand_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tiny", "--seconds", "0"])
    lines = [line.split(" = ") for line in capsys.readouterr().out.splitlines()]
    assert tuple(name for name, _ in lines) == WEIGHT_NAMES[WITH_PLAN:]


@pytest.mark.parametrize("edition", ["europe", "amsterdam", "berlin", "first_journey"])
def test_moves_beside_the_plan_are_believed_to_be_worse_than_those_of_it(edition: str) -> None:
    for table in weights_for(load(edition)).reshape(2, len(WEIGHT_NAMES)).tolist():
        value = dict(zip(WEIGHT_NAMES, table, strict=True))
        assert value["with_plan"] < value["beside_plan"]
        assert value["with_plan"] < value["of_tickets"]
        assert all(value[name] > 0 for name in WEIGHT_NAMES if name.endswith("_spread"))
