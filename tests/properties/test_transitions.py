"""Every action does what the slow reference says, to every field of the state."""

from __future__ import annotations

import pytest

from tests.properties.tables import at_every_table
from tests.properties.walks import walks
from tests.reference.chance import Answers
from tests.reference.snapshot import read
from tests.reference.transition import after, first_position

pytestmark = pytest.mark.sampled


@pytest.mark.rule("EU-S3", "EU-S4", "EU-S5", "AM-S2", "BE-S2", "RU-14", "RU-41")
@at_every_table
def test_the_game_is_dealt_in_the_order_of_the_rules(name: str, seats: int) -> None:
    for game in walks(name, seats):
        if game.dealt:
            dealt = first_position(game.edition, seats, Answers(game.edition, game.dealt))
            assert dealt.differences(read(game.edition, game.states[0])) == []


# fmt: off
action_clauses = pytest.mark.rule(
    "EU-S6", "EU-D1", "EU-D2", "EU-D4", "EU-D5", "EU-D7", "EU-R3", "EU-U1", "EU-U2", "EU-U3", "EU-U4", "EU-U5", "EU-U6",
    "EU-K1", "EU-K3", "EU-B3", "EU-E1",
    "AM-S3", "AM-D1", "AM-D2", "AM-D3", "AM-D4", "AM-D5", "AM-R4", "AM-R5", "AM-R6", "AM-K1", "AM-E1",
    "BE-S3", "BE-D1", "BE-D2", "BE-D3", "BE-D4", "BE-D5", "BE-R2", "BE-R3", "BE-R6", "BE-R7", "BE-K1", "BE-E1",
    "FJ-T1", "FJ-R1", "FJ-R3", "FJ-K1", "FJ-K2", "FJ-E1", "FJ-E2",
    "RU-1", "RU-2", "RU-3", "RU-4", "RU-5", "RU-6", "RU-8", "RU-9", "RU-10", "RU-11", "RU-15", "RU-18", "RU-21",
    "RU-22", "RU-23", "RU-25", "RU-28", "RU-30", "RU-31", "RU-32", "RU-33", "RU-39", "RU-40",
)
# fmt: on


@action_clauses
@at_every_table
def test_every_action_leads_to_the_position_that_the_rules_lead_to(name: str, seats: int) -> None:
    for game in walks(name, seats):
        before = read(game.edition, game.states[0])
        for number, (_, action, answers, state) in enumerate(game.steps()):
            expected = after(game.edition, before, action, answers)
            before = read(game.edition, state)
            assert expected.differences(before) == [], f"step {number}: {action}"
