"""`perron tune`: weights for a board of one's own, written into its folder with the evidence."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import tomllib
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from perron import __version__, editions
from perron.bots import tuning
from perron.bots.edition_weights import in_order, weights_for
from perron.bots.tuned_file import changes_of
from perron.bots.tuning import Trial
from perron.bots.weights import SEAT_GROUPS, WEIGHT_NAMES
from perron.editions import load, parse
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused
from tests.editions.own import known
from tests.mixed_editions import changed

EDITIONS = Path(editions.__file__).parent
QUICK = ("--trials", "12", "--deals", "40", "--jobs", "2")


GREEDY = {"tickets_gain": -200, "early": 0, "enough": 9, "sure": 9999}
"""Draws tickets as long as there are any, which is soon found to be bad."""
BAD = "\n".join(
    f"[{group}]\n" + "".join(f"{name} = {GREEDY.get(name, 20)}\n" for name in WEIGHT_NAMES) for group in SEAT_GROUPS
)


def own_text(ident: str = "utrecht") -> str:
    """A small board of one's own."""
    tiny = resources.files("perron.editions").joinpath("tiny/edition.toml").read_text("utf-8")
    return changed(tiny, ('id = "tiny"', f'id = "{ident}"'))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An edition's folder, with weights so bad that better ones are soon found."""
    made = tmp_path / "[boards] of my own, in a folder whose name is longer than a line" / "utrecht"
    made.mkdir(parents=True)
    made.joinpath("edition.toml").write_text(own_text(), "utf-8")
    made.joinpath("bots.toml").write_text(BAD, "utf-8")
    return made


def test_weights_and_evidence_are_written_into_the_folder(run: Run, folder: Path) -> None:
    answer = run("tune", str(folder), *QUICK)
    assert answer.code == 0, answer.err
    assert f"Written to {folder / 'bots.toml'}" in answer.out.splitlines()
    text = (folder / "bots.toml").read_text("utf-8")
    table = tomllib.loads(text)
    assert table["found"]["edition"] == "utrecht"
    assert table["found"]["perron"] == __version__
    shown = table["found"]["two"]
    assert (shown["seats"], shown["seed"], shown["trials"], shown["deals"], shown["games"]) == (2, "0", 12, 40, 80)
    assert shown["interval"][0] <= shown["wins"] <= shown["interval"][1]
    assert shown["wins"] >= shown["even"] == 0.5
    assert shown["kept"] == text.partition("[found.two]")[2].partition("\n[")[0].count("\n# ")
    # what was found on the way is what is written
    found = in_order(table)
    tuner = tuning.Tuner(parse(own_text()), 2, start=in_order(tomllib.loads(BAD)))
    assert (
        tuning.tune(tuner, trials=12, deals=40).weights[: len(WEIGHT_NAMES)].tolist()
        == found[: len(WEIGHT_NAMES)].tolist()
    )


def test_the_same_run_writes_the_same_file(run: Run, folder: Path, tmp_path: Path) -> None:
    before = (folder / "bots.toml").read_text("utf-8")
    texts = []
    for jobs in ("1", "2"):
        (folder / "bots.toml").write_text(before, "utf-8")
        assert (
            run("tune", "--edition", str(folder / "edition.toml"), "--seats", "2", *QUICK[:4], "--jobs", jobs).code == 0
        )
        texts.append((folder / "bots.toml").read_text("utf-8"))
    assert texts[0] == texts[1] != before
    assert not [path for path in folder.iterdir() if path.name not in ("edition.toml", "bots.toml")]


def test_json_tells_all_of_it(run: Run, folder: Path) -> None:
    answer = run("tune", str(folder), "--seats", "3", *QUICK, "--json")
    said = json.loads(answer.out)
    assert (said["edition"], said["perron"], said["file"]) == ("utrecht", __version__, str(folder / "bots.toml"))
    (found,) = said["found"]
    assert (found["group"], found["seats"], found["trials"], found["stopped"]) == ("more", 3, 12, False)
    assert all(set(kept["changes"]) <= set(WEIGHT_NAMES) for kept in found["kept"])
    assert said["weights"]["two"] == tomllib.loads(BAD)["two"]
    assert said["weights"]["more"] == tomllib.loads((folder / "bots.toml").read_text("utf-8"))["more"]


def test_a_single_file_has_no_place_for_weights_but_where_it_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_text(), "utf-8")
    refused = run("tune", str(file), *QUICK)
    assert_refused(refused, "mine.toml has no folder", "utrecht/edition.toml", "--out FILE")
    target = tmp_path / "weights.toml"
    target.write_text(BAD, "utf-8")
    assert run("tune", str(file), "--seats", "2", *QUICK, "--out", str(target)).code == 0
    assert "[found.two]" in target.read_text("utf-8")


def test_the_bots_play_with_what_was_found(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch, folder.parent)
    assert np.array_equal(weights_for(load("utrecht")), in_order(tomllib.loads(BAD)))
    assert run("tune", "utrecht", *QUICK).code == 0
    monkeypatch.setenv("PERRON_EDITIONS", str(folder))  # read once in a process: another place is read again
    assert weights_for(load("utrecht")).tolist() == weights_for(load(folder)).tolist()
    assert not np.array_equal(weights_for(load(folder)), in_order(tomllib.loads(BAD)))


def test_weights_of_another_edition_are_not_written_over(run: Run, folder: Path) -> None:
    other = f'[found]\nedition = "leiden"\n{BAD}'
    (folder / "bots.toml").write_text(other, "utf-8")
    assert_refused(run("tune", str(folder), *QUICK), "bots.toml has weights for leiden", "--out FILE")
    assert (folder / "bots.toml").read_text("utf-8") == other


def test_a_built_in_edition_is_tuned_only_into_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    assert_refused(run("tune", "tiny", *QUICK), "tiny comes with Perron", "--out FILE")
    assert_refused(run("tune", "tiny@1", *QUICK), "tiny comes with Perron", "--out FILE")
    for shipped in (
        EDITIONS / "tiny",
        EDITIONS / "tiny" / "edition.toml",
        EDITIONS / "amsterdam" / "earlier" / "1.toml",
    ):
        assert_refused(run("tune", str(EDITIONS / shipped), *QUICK), "comes with Perron", "--out FILE")
    assert run("tune", "tiny", *QUICK, "--out", str(tmp_path / "bots.toml")).code == 0


def test_nothing_is_written_when_nothing_is_better(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning.Tuner, "compare", lambda *_: (-0.1, -1.0))
    target = tmp_path / "bots.toml"
    answer = run("tune", "tiny", *QUICK, "--out", str(target))
    assert answer.code == 0
    assert "12 changes tried, 0 kept" in answer.out
    assert "Nothing better was found" in answer.out
    assert not target.exists()
    assert json.loads(run("tune", "tiny", *QUICK, "--out", str(target), "--json").out)["file"] is None


def test_weights_are_for_the_numbers_of_players_that_the_edition_has(run: Run, folder: Path) -> None:
    file = folder / "edition.toml"
    for players, seats in (("[2, 2]", [2]), ("[3, 3]", [3]), ("[2, 3]", [2, 3])):
        text = changed(own_text(), ("players = [2, 3]", f"players = {players}"))
        row = {"[2, 2]": "{ 2 = [4, 2] }", "[3, 3]": "{ 3 = [4, 3, 1] }"}.get(players)
        file.write_text(changed(text, ("{ 2 = [4, 2], 3 = [4, 3, 1] }", row)) if row else text, "utf-8")
        said = json.loads(run("tune", str(file), "--trials", "1", "--json").out)
        assert [found["seats"] for found in said["found"]] == seats


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("say which edition",)),
        (("tiny", "--edition", "tiny"), ("say which edition, once",)),
        (("tinny",), ("no edition is called 'tinny'", "did you mean 'tiny'")),
        (("tiny", "--out", "nowhere/bots.toml"), ("there is no folder nowhere",)),
        (("tiny", "--out", "w.toml", "--seats", "9"), ("tiny is for 2 to 3 players, not 9",)),
        (("tiny", "--out", "w.toml", "--minutes", "0"), ("0 is not between", "--minutes")),
        (("tiny", "--out", "w.toml", "--minutes", "nan"), ("is not between", "--minutes")),
        (("tiny", "--out", "w.toml", "--trials", "0"), ("--trials",)),
        (("tiny", "--out", "w.toml", "--deals", "1"), ("--deals",)),
        (("tiny", "--out", "w.toml", "--jobs", "0"), ("--jobs",)),
        (("no/such.toml",), ("no/such.toml",)),
    ],
)
def test_wrong_questions_are_refused(run: Run, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_refused(run("tune", *arguments), *words)


def test_a_faulty_file_of_weights_is_named_with_its_line(run: Run, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "weights.toml"
    target.write_text(BAD.replace("claim = 20", "clam = 20"), "utf-8")
    assert_refused(run("tune", str(folder), "--out", str(target)), "weights.toml has faults", "line 4", "'clam'")
    target.write_bytes(b"\xff\xfe")
    assert_refused(run("tune", str(folder), "--out", str(target)), "weights.toml cannot be read")


def test_it_ends_in_time(run: Run, tmp_path: Path) -> None:
    start = time.monotonic()
    answer = run("tune", "tiny", "--minutes", "0.01", "--out", str(tmp_path / "bots.toml"))
    assert answer.code == 0
    assert time.monotonic() - start < 20  # less than a second, on a busy machine


def test_an_interrupt_writes_what_was_found_so_far(folder: Path) -> None:
    asked = [*COMMAND, "tune", str(folder), "--seats", "2", "--minutes", "60"]
    with subprocess.Popen(asked, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:  # with no terminal, a line for what is kept
            if line.startswith("2 seats: "):
                break
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Written to" in out
    table = tomllib.loads((folder / "bots.toml").read_text("utf-8"))
    assert table["found"]["two"]["kept"] >= 1
    assert table["two"] != tomllib.loads(BAD)["two"]


def test_the_words_for_a_change_name_the_weights() -> None:
    trial = Trial({"claim": (24, 25), "tail": (0, 9)}, 0.0123, 2.5, True)
    assert changes_of(trial) == "claim 24 to 25, tail 0 to 9 (+0.012 a game, z 2.5)"
