"""Weights of an edition: its own, or defaults by facts of its board."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from importlib import resources

import numpy as np
import pytest

from perron.bots import built_in
from perron.bots.edition_weights import (
    FILE,
    Facts,
    default_weights,
    facts_of,
    in_order,
    weights_for,
    weights_text,
)
from perron.bots.weights import LEAST, MOST, SEAT_GROUPS, WEIGHT_NAMES
from perron.editions import Edition, every_version, load
from perron.editions.check_folder import check_file
from perron.editions.folder import table_of
from perron.engine.tables import tables_of
from tests.mixed_editions import OWN, any_edition


@pytest.mark.parametrize("edition", every_version(), ids=lambda one: f"{one.id}@{one.version}")
def test_a_built_in_edition_depends_on_no_default(edition: Edition) -> None:
    table = table_of(edition, FILE)
    assert set(table) == set(SEAT_GROUPS)
    expected = [table[group][name] for group in SEAT_GROUPS for name in WEIGHT_NAMES]
    assert weights_for(edition).tolist() == expected


@pytest.mark.parametrize("name", OWN)
def test_an_edition_without_weights_gets_the_defaults_for_its_facts_of(name: str) -> None:
    edition = any_edition(name)
    defaults = default_weights(facts_of(edition))
    assert weights_for(edition).tolist() == [defaults[group][key] for group in SEAT_GROUPS for key in WEIGHT_NAMES]


def test_facts_are_counted_on_the_board() -> None:
    tiny = facts_of(load("tiny"))
    # the shortest ways of the tickets in pieces: west-east 3, north-south 2, east-south 1 by metro, …
    ways = (3, 2, 1, 2, 1, 1, 2, 2, 1, 1)
    switches = {"swap_tickets": False, "open_tickets": False, "ferries": True, "trade_bonus": True}
    assert tiny == Facts(pieces=8, ticket_share=sum(ways) / 10 / 8, links=8 / 5, longest_path=True, **switches)
    assert facts_of(load("tiny_race")).swap_tickets
    assert not facts_of(load("berlin")).longest_path


def test_more_pieces_make_tickets_a_smaller_share() -> None:
    europe = load("europe")
    (train,) = europe.pieces
    rich = replace(europe, pieces=(replace(train, count=90),))
    assert facts_of(rich).ticket_share == pytest.approx(facts_of(europe).ticket_share / 2)


def test_every_rule_of_the_defaults_names_facts_and_weights_that_there_are() -> None:
    table = tomllib.loads(resources.files("perron.bots").joinpath("default_by_facts.toml").read_text("utf-8"))
    known = {field.name for field in fields(Facts)}
    for rule in table["where"]:
        assert {"facts"} < set(rule) <= {"facts", *SEAT_GROUPS}
        assert set(rule["facts"]) <= known
        assert all(low <= high for low, high in rule["facts"].values())
        assert {name for group in SEAT_GROUPS for name in rule.get(group, {})} <= set(WEIGHT_NAMES)
    for edition in every_version():
        for group in default_weights(facts_of(edition)).values():
            assert tuple(group) == WEIGHT_NAMES
            assert all(LEAST.get(name, 0) <= value <= MOST for name, value in group.items())


def test_two_boards_of_one_id_are_told_apart() -> None:
    # A bot is given tables alone; the weights of the board that it met first must not be those of the other.
    europe = replace(load("europe"), id="own_board")
    (train,) = europe.pieces
    small = replace(europe, pieces=(replace(train, count=12),), swap_tickets=True)
    assert not np.array_equal(weights_for(europe), weights_for(small))
    for edition in (europe, small, europe):
        assert np.array_equal(built_in.weights_of(tables_of(edition))[0], weights_for(edition))


def test_the_text_of_weights_reads_back() -> None:
    for edition in every_version():
        weights = weights_for(edition)
        text = weights_text(weights)
        assert np.array_equal(in_order(tomllib.loads(text)), weights)
        assert check_file(FILE, text) == []


def test_a_folder_may_say_how_its_weights_were_found() -> None:
    text = weights_text(weights_for(load("tiny")))
    assert check_file(FILE, f'[found]\nperron = "9"\n[found.two]\nwins = 0.5\n{text}') == []
    assert [fault.code for fault in check_file(FILE, f"[lost]\n{text}")] == ["key/unknown"]
