"""The files beside an edition's data are checked like the data: every fault with its line, whatever the text."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perron.editions import built_in_names, folders
from perron.editions.check_folder import check_file
from perron.editions.folder import BESIDE
from perron.editions.reading import faults_in
from tests.editions.own import begun_edition, change

WEIGHTS = resources.files("perron.bots").joinpath("default.toml").read_text("utf-8")
PLACED = json.loads(resources.files("perron.editions").joinpath("tiny", "placed.json").read_text("utf-8"))
FAULTS = {
    "page: order": ("page.toml", "order = 0", "value/range", 1),
    "page: a language": ("page.toml", "order = 1\nwhom = { en = 7 }", "value/type", 2),
    "page: unknown": ("page.toml", "order = 1\nposter = true", "key/unknown", 2),
    "page: middle": ("page.toml", "poster_middle = 101", "value/range", 1),
    "board: half": ("board.toml", "unit = 1.0", "key/missing", 1),
    "board: no number": ("board.toml", "unit = nan\ntype_size = 17.0\nmargin = 48.0", "value/range", 1),
    "board: no flag": ("board.toml", 'translated = "yes"', "value/type", 1),
    "bots: unknown": ("bots.toml", WEIGHTS + "luck = 7\n", "key/unknown", WEIGHTS.count("\n") + 1),
    "bots: half": ("bots.toml", WEIGHTS.partition("[more]")[0], "key/missing", 1),
    "bots: too much": ("bots.toml", WEIGHTS.replace("card = 16", "card = 99999999", 1), "value/range", 4),
    "ladder: unknown": ("ladder.toml", "shares = 2.0", "key/unknown", 1),
    "rules: no title": ("rules.toml", '[[section]]\nid = "turn"', "key/missing", 1),
    "rules: syntax": ("rules.toml", "= 7", "toml/syntax", None),
    "placed: no JSON": ("placed.json", '{\n"fingerprint": ', "json/syntax", 2),
    "placed: other numbers": ("placed.json", json.dumps({**PLACED, "names": [[1, 2]]}), "json/syntax", None),
    "placed: no numbers": ("placed.json", json.dumps({**PLACED, "cost": "much"}), "json/syntax", None),
    "placed: far away": ("placed.json", json.dumps({**PLACED, "courses": [[1e9, 0, 0]]}), "json/syntax", None),
    "placed: too large": ("placed.json", " " * 500_000, "json/too_large", None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_code_and_line(fault: str) -> None:
    name, text, code, line = FAULTS[fault]
    assert (code, line) in [(one.code, one.line) for one in check_file(name, text)]


def test_the_files_of_the_built_in_editions_have_none() -> None:
    seen = set()
    for name in built_in_names():
        for file in BESIDE:
            text = folders()[name].text(file)
            if text:
                seen.add(file)
                assert check_file(file, text) == [], (name, file)
    assert seen == set(BESIDE)


@pytest.mark.parametrize("name", BESIDE)
@given(text=st.text() | st.text("[]{}=\"'<>/ \n0123456789abc."))
def test_no_text_breaks_a_check(name: str, text: str) -> None:
    for fault in check_file(name, text):
        assert fault.line is None or fault.line >= 1


def test_a_folder_is_checked_whole(tmp_path: Path) -> None:
    home = begun_edition(tmp_path)
    assert {fault.code for _, fault in faults_in(home)} == {"translation/missing"}
    change(home / "edition.toml", "count = 20 ", "count = 0 ")
    (home / "page.toml").write_text("order = 0\n")
    found = [(file.name, fault.code) for file, fault in faults_in(home) if fault.severity == "error"]
    assert {("edition.toml", "value/range"), ("page.toml", "value/range")} <= set(found)
    other = begun_edition(tmp_path, "zwolle").rename(tmp_path / "arnhem")
    assert [fault.code for _, fault in faults_in(other) if fault.severity == "error"] == ["folder/id"]
