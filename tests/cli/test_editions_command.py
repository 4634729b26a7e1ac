"""`perron editions`: the list, and the check of a file."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from perron.editions import load, names, versions
from tests.cli.command import Run, assert_refused

TINY = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")


def test_the_list_tells_what_each_edition_is(run: Run) -> None:
    answer = run("editions")
    assert (answer.code, answer.err) == (0, "")
    told = " ".join(answer.out.split())
    for name in names():
        edition = load(name)
        fewest, most = edition.players
        whose = {"exact": "original", "part": "partly our own", "house": "our own board"}[edition.provenance]
        assert f"{name} {edition.title['en']}, {fewest} to {most} players, {whose} {edition.summary['en']}" in told
        assert edition.provenance_note["en"]
        assert edition.provenance_note["en"] in told
        assert f"With {', '.join(edition.mechanics).replace('_', ' ')}." in told


def test_the_list_for_programs(run: Run) -> None:
    found = json.loads(run("editions", "--json").out)
    assert [one["id"] for one in found] == list(names())
    for one in found:
        edition = load(one["id"])
        assert one["players"] == list(edition.players)
        assert one["provenance"] == edition.provenance
        assert one["version"] == edition.version == max(one["versions"])
        assert one["versions"] == list(versions(one["id"]))
        assert one["mechanics"] == list(edition.mechanics)
        assert set(one["title"]) == {"en", "nl", "sv"}


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_without_faults_is_right(run: Run, tmp_path: Path) -> None:
    answer = run("editions", "check", str(written(tmp_path, TINY)))
    assert (answer.code, answer.err) == (0, "")
    assert "no fault" in answer.out


def test_every_fault_is_named_with_its_line_and_errors_exit_with_2(run: Run, tmp_path: Path) -> None:
    text = TINY.replace('{ a = "north", b = "middle", length = 1', '{ a = "north", b = "muddle", length = 7')
    text = text.replace('title = { en = "Tiny", nl = "Piepklein", sv = "Pytteliten" }', 'title = { en = "Tiny" }')
    path = written(tmp_path, text)
    answer = run("editions", "check", str(path))
    lines = text.splitlines()
    route = 1 + next(i for i, line in enumerate(lines) if "muddle" in line)
    title = 1 + next(i for i, line in enumerate(lines) if line.startswith("title"))
    assert answer.code == 2
    assert f"{path}: line {route}: error: " in answer.out
    assert "did you mean 'middle'?" in answer.out
    assert f"{path}: line {title}: warning: " in answer.out
    assert answer.err.startswith(f"perron: {path} has ")
    assert answer.err.count("\n") == 1
    found = json.loads(run("editions", "check", str(path), "--json").out)
    assert found["ok"] is False
    assert {fault["line"] for fault in found["faults"]} >= {route, title}


def test_warnings_alone_exit_with_0(run: Run, tmp_path: Path) -> None:
    text = TINY.replace('title = { en = "Tiny", nl = "Piepklein", sv = "Pytteliten" }', 'title = { en = "Tiny" }')
    answer = run("editions", "check", str(written(tmp_path, text)))
    assert (answer.code, answer.err) == (0, "")
    assert "warning: " in answer.out


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"\xff\xfe", "UTF-8"), (None, "No such file"), ("folder", "without a file edition.toml")],
)
def test_a_file_that_cannot_be_read_is_refused(
    run: Run, tmp_path: Path, content: bytes | str | None, word: str
) -> None:
    path = tmp_path / "mine.toml"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "folder":
        path.mkdir()
    assert_refused(run("editions", "check", str(path)), str(path), word)


def test_what_is_not_toml_is_a_fault_with_a_line(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, "format = 1\nid = = 3\n")
    answer = run("editions", "check", str(path))
    assert answer.code == 2
    assert f"{path}: line 2: error: " in answer.out
