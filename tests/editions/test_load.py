"""Editions are found by name or by path, are frozen, and say clearly what is wrong."""

from __future__ import annotations

import copy
import json
import pickle
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

import perron.editions
from perron.editions import covers, every_version, known_edition, load, names, parse, versions
from perron.errors import EditionError, IllegalAction, NotationError, PerronError, RecordError

TINY = Path(perron.editions.__file__).parent / "tiny" / "edition.toml"


def test_the_built_in_editions_are_listed_by_name() -> None:
    assert names() == ("amsterdam", "berlin", "europe", "first_journey", "micro", "tiny", "tiny_race")


def test_an_id_alone_means_the_newest_version_of_the_rules() -> None:
    assert versions("amsterdam") == versions("first_journey") == (1, 2)
    assert versions("europe") == versions("berlin") == (1,)
    assert load("amsterdam").version == 2
    assert load("amsterdam@2") is load("amsterdam")
    assert [cover.version for cover in covers() if cover.id == "amsterdam"] == [2]


def test_an_earlier_version_is_named_after_an_at_sign_and_read_once() -> None:
    assert (load("amsterdam@1").id, load("amsterdam@1").version) == ("amsterdam", 1)
    assert load("amsterdam@1") is load("amsterdam@1") is known_edition("amsterdam", version=1)
    assert load("amsterdam@1") != load("amsterdam")


def test_every_version_of_every_edition_is_listed_with_the_newest_last() -> None:
    found = [(edition.id, edition.version) for edition in every_version()]
    assert found == [(name, version) for name in names() for version in versions(name)]
    assert len(found) == 9


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("amsterdam@3", "Perron has no version 3 of the rules of amsterdam, only 1 and 2"),
        ("amsterdam@0", "Perron has no version 0"),
        ("europe@2", "Perron has no version 2 of the rules of europe, only 1"),
        ("amsterdam@", "after amsterdam@ comes a version of its rules, a number"),
        ("amsterdam@one", "after amsterdam@ comes a version"),
        ("amsterdam@1@1", "after amsterdam@ comes a version"),
        ("amsterdam@²", "after amsterdam@ comes a version"),
        ("amsterdam@" + "9" * 5000, "after amsterdam@ comes a version"),
        ("amstrdam@1", "no edition is called 'amstrdam'; did you mean 'amsterdam'"),
    ],
)
def test_a_version_that_is_not_there_is_refused_in_words(name: str, said: str) -> None:
    with pytest.raises(EditionError, match=re.escape(said)):
        load(name)


def test_an_edition_of_ones_own_never_stands_in_for_another_version() -> None:
    mine = replace(load("amsterdam"), version=7)
    assert known_edition("amsterdam", mine) is known_edition("amsterdam", mine, 7) is mine
    with pytest.raises(EditionError, match="version 1 of the rules of amsterdam is needed"):
        known_edition("amsterdam", mine, 1)


def test_a_built_in_edition_at_hand_leads_to_its_other_versions() -> None:
    assert known_edition("amsterdam", load("amsterdam"), 1) is load("amsterdam@1")
    assert known_edition("amsterdam", load("amsterdam@1"), 2) is load("amsterdam")


def test_a_built_in_edition_is_read_once() -> None:
    assert load("europe") is load("europe")


def test_covers_say_what_the_editions_say() -> None:
    assert sorted(cover.id for cover in covers()) == list(names())
    for cover in covers():
        edition = load(cover.id)
        for fact in ("version", "title", "summary", "provenance", "provenance_note", "players"):
            assert getattr(cover, fact) == getattr(edition, fact)


def test_an_edition_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TINY.read_text("utf-8").replace('id = "tiny"', 'id = "mine"'), "utf-8")
    assert load(path).id == "mine"
    assert load(str(path)) == load(path)


def test_a_file_saved_by_another_system_is_read_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TINY.read_bytes().replace(b"\n", b"\r\n"))
    assert load(path) == load("tiny")


def test_an_unknown_name_is_answered_with_the_likely_one() -> None:
    with pytest.raises(EditionError, match="no edition is called 'europa'; did you mean 'europe'"):
        load("europa")
    with pytest.raises(EditionError, match="there are amsterdam, berlin, europe"):
        load("atlantis")


@pytest.mark.parametrize("name", ["", "missing.toml", "some/where", "nul\0.toml", "x" * 5000, "/", "."])
def test_what_is_no_edition_raises_an_edition_error_and_nothing_else(name: str) -> None:
    with pytest.raises(EditionError):
        load(name)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("title = 'Köpenhamn'".encode("latin-1"))
    with pytest.raises(EditionError, match="not a text in UTF-8"):
        load(path)


def test_the_error_is_a_paragraph_that_names_every_fault_and_carries_them() -> None:
    text = TINY.read_text("utf-8").replace("reset_at = 3", "reset_at = 4.5")
    text = text.replace('line = "stations", points = 2', 'line = "stations", points = -2')
    with pytest.raises(EditionError) as raised:
        parse(text, "mine.toml")
    first, *faults = str(raised.value).splitlines()
    assert first == "mine.toml has 2 errors:"
    assert faults == [f"  {fault}" for fault in raised.value.faults]
    assert faults[1].endswith("error: 'reset_at' must be a whole number, not 4.5 [value/type]")


def test_an_edition_cannot_be_changed() -> None:
    edition = load("tiny")
    with pytest.raises(FrozenInstanceError):
        edition.version = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        edition.cards["wild"] = 0  # type: ignore[index]
    with pytest.raises(TypeError):
        edition.cards.update(wild=0)  # type: ignore[attr-defined]


def test_an_edition_travels_between_processes_and_can_be_a_key() -> None:
    edition = load("tiny")
    for twin in (pickle.loads(pickle.dumps(edition)), copy.deepcopy(edition), replace(edition)):
        assert twin == edition
        assert hash(twin) == hash(edition)
        assert twin.route_index == edition.route_index
    assert json.loads(json.dumps(edition.cards)) == edition.cards


def test_a_notebook_shows_an_edition_as_a_table() -> None:
    html, markdown = load("europe")._repr_html_(), load("europe")._repr_markdown_()
    for fact in ("Europe", "exact", "110: 12 purple", "46, 6 of them long", "2 to 5"):
        assert fact in html
        assert fact in markdown
    assert "neighbour&#x27;s" in html


def test_errors_are_value_errors_and_keep_what_they_carry() -> None:
    illegal = IllegalAction("route/double_closed", "the other track is taken", rule="EU-X3")
    assert str(illegal) == "the other track is taken [route/double_closed, EU-X3]"
    for error in (illegal, RecordError("it does not replay", line=7), EditionError("bad", ()), NotationError("what?")):
        assert isinstance(error, PerronError)
        assert isinstance(error, ValueError)
        copied = pickle.loads(pickle.dumps(error))
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))
