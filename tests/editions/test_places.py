"""Editions of people's own are found wherever they may be, and one that is faulty harms no other."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from perron import Game
from perron.bots.edition_weights import default_weights, facts_of, in_order, weights_for
from perron.editions import (
    built_in_names,
    covers,
    featured,
    is_built_in,
    is_known,
    left_out,
    load,
    look_in,
    named_edition,
    names,
    versions,
)
from perron.editions.page import page_of
from perron.editions.places import VARIABLE, data_folder
from perron.errors import EditionError
from perron.rules import rules_of
from tests.editions.own import begun_edition, change, known


def test_without_a_place_there_are_the_built_in_ones() -> None:
    assert names() == built_in_names()
    assert left_out() == ()
    assert all(is_built_in(load(name)) for name in names())


def test_a_folder_is_an_edition_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = begun_edition(tmp_path)
    known(monkeypatch, tmp_path)
    assert names() == tuple(sorted([*built_in_names(), "utrecht"]))
    assert left_out() == ()
    edition = load("utrecht")
    assert edition == load("utrecht@1") == load(str(home)) == load(home / "edition.toml") == named_edition("utrecht")
    assert (versions("utrecht"), is_known(edition), is_built_in(edition)) == ((1,), True, False)
    assert [cover.title["nl"] for cover in covers() if cover.id == "utrecht"] == ["Utrecht"]
    ids = [cover.id for cover in covers()]
    assert ids[: len(featured()) + 1] == [*featured(), "utrecht"], "before the small ones, after the printed ones"
    assert rules_of(edition).clauses == ("MY-G1", "MY-G2")
    assert Game("utrecht", 2, seed=1).edition is edition


def test_the_place_may_be_the_folder_itself_and_places_are_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    look_in(begun_edition(tmp_path / "one"))
    look_in(begun_edition(tmp_path / "other", "zwolle").parent)
    look_in(tmp_path / "other")  # again
    assert set(names()) - set(built_in_names()) == {"utrecht", "zwolle"}
    assert left_out() == ()
    with pytest.raises(EditionError, match="is not a folder with editions"):
        look_in(tmp_path / "nowhere")


def test_a_single_file_has_defaults_for_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (begun_edition(tmp_path / "elsewhere") / "edition.toml").read_text("utf-8")
    (tmp_path / "any_name.toml").write_text(text, "utf-8")
    known(monkeypatch, tmp_path)
    edition = load("utrecht")
    assert rules_of(edition).clauses == ()
    assert page_of(edition.folder) == page_of(None)
    assert np.array_equal(weights_for(edition), in_order(default_weights(facts_of(edition))))


def test_the_data_folder_is_looked_in_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    begun_edition(data_folder() / "editions")
    assert "utrecht" in names()


def test_an_installed_package_brings_editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_edition(tmp_path / "dutch_boards")
    begun_edition(tmp_path / "dutch_boards", "zwolle")
    (tmp_path / "dutch_boards" / "__init__.py").write_text("")
    told = tmp_path / "dutch_boards-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: dutch-boards\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(
        "[perron.editions]\ndutch = dutch_boards\nbroken = boards_that_are_not_there\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    known(monkeypatch, tmp_path / "no place")  # so that it is looked again
    try:
        assert set(names()) - set(built_in_names()) == {"utrecht", "zwolle"}
        assert [(one.id, one.place) for one in left_out()] == [("broken", "the package boards_that_are_not_there")]
    finally:
        sys.modules.pop("dutch_boards", None)


FAULTS: dict[str, tuple[str, str, list[str]]] = {
    "a number": ("edition.toml", "last_round_at = 2 ", ["edition.toml", "line 15"]),
    "a word of the page": ("page.toml", 'wild = "donkey"', ["page.toml", "line 1", "donkey"]),
    "a weight": ("bots.toml", "[two]\ncard = 16\n[more]\n", ["bots.toml", "line 1", "'held' is missing"]),
    "a size": ("board.toml", "unit = 90.0\ntype_size = 17.0\nmargin = 48.0\n", ["board.toml", "line 1", "unit"]),
    "a clause": ("rules.toml", '[[section]]\nid = "x"\n', ["rules.toml", "line 1", "title"]),
    "a script": ("poster.svg", '<svg xmlns="http://www.w3.org/2000/svg">\n<script>alert(1)</script></svg>', ["line 2"]),
    "a placing": ("placed.json", '{"fingerprint": "x", "cost": 1, "courses": [["a"]]}', ["placed.json"]),
    "a bar of the ladder": ("ladder.toml", "share = -1\n", ["ladder.toml", "line 1"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_one_is_left_out_with_file_and_line_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    name, content, words = FAULTS[fault]
    home = begun_edition(tmp_path)
    begun_edition(tmp_path, "zwolle")
    if name == "edition.toml":
        change(home / name, content, "last_round_at = -2 ")
    else:
        (home / name).write_text(content, "utf-8")
    known(monkeypatch, tmp_path)
    assert set(names()) - set(built_in_names()) == {"zwolle"}
    (one,) = left_out()
    assert (one.id, one.place) == ("utrecht", str(home))
    for word in words:
        assert word in one.reason
    with pytest.raises(EditionError, match="was left out"):
        load("utrecht")


def test_two_of_one_id_are_both_refused_and_both_places_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [begun_edition(tmp_path / "one"), begun_edition(tmp_path / "other")]
    known(monkeypatch, tmp_path / "one", tmp_path / "other")
    assert "utrecht" not in names()
    with pytest.raises(EditionError) as refused:
        load("utrecht")
    assert all(str(place) in str(refused.value) for place in places)
    assert [one.place for one in left_out()] == list(map(str, places))


def test_one_with_the_id_of_a_built_in_one_is_refused_and_that_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = begun_edition(tmp_path, "berlin")
    known(monkeypatch, tmp_path)
    assert is_built_in(load("berlin"))
    (one,) = left_out()
    assert str(home) in one.reason
    assert "the built-in edition berlin" in one.reason


def test_a_folder_with_another_name_than_its_edition_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_edition(tmp_path).rename(tmp_path / "arnhem")
    known(monkeypatch, tmp_path)
    (one,) = left_out()
    assert "called 'arnhem'" in one.reason
    assert "'utrecht'" in one.reason


def test_a_link_out_of_the_folder_is_refused_and_one_within_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = begun_edition(tmp_path / "place")
    (tmp_path / "secret").write_text("order = 1\n")
    (home / "page.toml").symlink_to(tmp_path / "secret")
    known(monkeypatch, tmp_path / "place")
    (one,) = left_out()
    assert "page.toml is a link out of the folder" in one.reason
    (home / "page.toml").unlink()
    (home / "page").write_text("order = 9\n")
    (home / "page.toml").symlink_to(home / "page")
    assert page_of(load(str(home)).folder).order == 9


def test_an_earlier_version_is_played_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = begun_edition(tmp_path)
    (home / "earlier").mkdir()
    (home / "earlier" / "1.toml").write_text((home / "edition.toml").read_text("utf-8"), "utf-8")
    change(home / "edition.toml", "version = 1 ", "version = 2 ")
    change(home / "edition.toml", "count = 20 ", "count = 18 ")
    known(monkeypatch, tmp_path)
    assert versions("utrecht") == (1, 2)
    assert [load(f"utrecht@{n}").pieces[0].count for n in (1, 2)] == [20, 18]
    change(home / "earlier" / "1.toml", "version = 1 ", "version = 7 ")
    with pytest.raises(EditionError, match=r"earlier/1\.toml must be version 1 of utrecht"):
        load(str(home))


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"", b"[" * 100_000, b"x = " + b"9" * 100_000, b'title = "' + b"x" * 1_000_000],
    ids=["no text", "nothing", "nested", "a huge number", "too long"],
)
def test_whatever_lies_in_a_place_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    begun_edition(tmp_path)
    (tmp_path / "hostile.toml").write_bytes(content)
    (tmp_path / "notes.txt").write_text("not an edition")
    (tmp_path / "empty").mkdir()
    known(monkeypatch, tmp_path)
    assert "utrecht" in names()
    assert [one.id for one in left_out()] == ["hostile"]
