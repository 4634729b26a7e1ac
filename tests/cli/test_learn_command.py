"""`perron learn`: a run on a small board, and what is said when it cannot be done."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from perron.editions import load
from perron.learned.network import Network, read_network
from tests.cli.command import COMMAND, ENVIRONMENT, Run, assert_refused, in_a_process
from tests.env.hardware import has_gpu

pytestmark = pytest.mark.xdist_group("learning")
LITTLE = ("--games", "64", "--width", "16", "--device", "cpu")
ALONE = {**ENVIRONMENT, "OMP_NUM_THREADS": "1"}
FILES = ["checkpoint.pt", "curve.html", "curve.jsonl", "network.zip"]


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of one round, made by the real command."""
    folder = tmp_path_factory.mktemp("kept") / "[a] folder of runs whose name is longer than a line can be" / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        answer = in_a_process("learn", "--edition", "tiny", "--rounds", "1", *LITTLE, "--out", str(folder))
    assert answer.code == 0, answer.err
    said = answer.out.splitlines()
    assert said[:2] == ["Tiny", f"1 round, 2,048 decisions, {said[1].split()[4]} minutes of learning"]
    assert [line.partition(":")[0] for line in said[2:]] == ["2 seats", "3 seats", "How it went", "The network"]
    assert said[-2] == f"How it went: {folder / 'curve.html'}"
    assert said[-1].startswith(f"The network: {folder / 'network.zip'}; copy it beside edition.toml")
    assert "2,048 decisions" in answer.err
    assert "per second" in answer.err
    return folder


def test_a_run_leaves_a_network_a_curve_and_a_checkpoint(kept: Path) -> None:
    assert sorted(path.name for path in kept.iterdir()) == FILES
    network = read_network((kept / "network.zip").read_bytes(), load("tiny"), "it")
    assert network.width == 16
    assert network.card["command"].startswith(
        "perron learn --edition tiny --rounds 1 --games 64 --width 16 --device cpu"
    )
    assert network.card["judged"][0]["games"] == 2048


def test_json_prints_an_object_for_each_point_and_a_run_goes_on(run: Run, tmp_path: Path) -> None:
    asked = ("learn", "--edition", "tiny", *LITTLE, "--out", str(tmp_path / "run"), "--json", "--rounds")
    first = run(*asked, "2")
    assert first.code == 0, first.err
    points = [json.loads(line) for line in first.out.splitlines()]
    assert [point["round"] for point in points] == [1, 2]
    assert points[-1]["judged"][0]["seats"] == 2
    more = run(*asked, "3", "--resume")
    assert [json.loads(line)["round"] for line in more.out.splitlines()] == [3]
    lines = (tmp_path / "run" / "curve.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines[:2]] == points
    assert_refused(run(*asked, "3", "--resume"), "holds all that was asked for already")


def test_a_run_begins_with_a_network(run: Run, kept: Path, tmp_path: Path) -> None:
    start = ("--from", str(kept / "network.zip"))
    asked = ("learn", "--edition", "tiny", "--rounds", "1", "--games", "64", "--device", "cpu", *start)
    assert run(*asked, "--out", str(tmp_path / "run")).code == 0
    network = read_network((tmp_path / "run" / "network.zip").read_bytes(), load("tiny"), "it")
    assert (network.width, network.card["decisions"], network.card["before"]["decisions"]) == (16, 4096, 2048)


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    asked = [*COMMAND, "learn", "--edition", "tiny", *LITTLE, "--rounds", "100", "--out", str(tmp_path / "run")]
    with subprocess.Popen(asked, env=ALONE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:  # with no terminal, a line for each point
            if "per second" in line:
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "--resume goes on with it" in err
    assert "Traceback" not in err
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == FILES


def test_without_a_gpu_it_says_that_it_will_be_slow(run: Run, tmp_path: Path) -> None:
    if has_gpu():
        pytest.skip("there is a GPU here")
    asked = ("learn", "--edition", "tiny", "--rounds", "1", "--games", "64", "--width", "8", "--out", str(tmp_path))
    answer = run(*asked)
    assert answer.code == 0
    assert answer.err.startswith("No GPU was found: the CPU learns")
    refused = run(*asked[:-1], str(tmp_path / "gpu"), "--device", "cuda")
    assert_refused(refused, "there is no GPU here that torch and Numba can both use", "--device cpu")
    assert not (tmp_path / "gpu").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--edition", "tinny", "--out", "run"), ("no edition is called 'tinny'", "did you mean 'tiny'")),
        (("--edition", "no/such.toml", "--out", "run"), ("no/such.toml",)),
        (("--edition", "tiny"), ("--out",)),
        (("--out", "run"), ("--edition",)),
        (("--edition", "tiny", "--out", "run", "--minutes", "0"), ("0 is not between", "--minutes")),
        (("--edition", "tiny", "--out", "run", "--minutes", "nan"), ("is not between", "--minutes")),
        (("--edition", "tiny", "--out", "run", "--rounds", "0"), ("--rounds",)),
        (("--edition", "tiny", "--out", "run", "--rounds", "1", "--minutes", "1"), ("minutes or rounds, not both",)),
        (("--edition", "tiny", "--out", "run", "--seed", "-1"), ("--seed",)),
        (("--edition", "tiny", "--out", "run", "--width", "4"), ("4 is not between 8 and 2048", "--width")),
        (("--edition", "tiny", "--out", "run", "--games", "10"), ("10 is not between 64", "--games")),
        (("--edition", "tiny", "--out", "run", "--device", "tpu"), ("--device",)),
        (("--edition", "tiny", "--out", "file", *LITTLE), ("file is a file: name a folder",)),
        (("--edition", "tiny", "--out", "run", "--resume", *LITTLE), ("nothing to go on with",)),
        (("--edition", "tiny", "--out", "run", "--from", "none.zip", *LITTLE), ("none.zip cannot be read",)),
        (("--edition", "tiny", "--out", "run", "--from", "file", *LITTLE), ("file is no network of Perron's",)),
        (
            ("--edition", "micro", "--out", "run", "--from", "tiny.zip", *LITTLE),
            ("is for tiny version 1", "learn again"),
        ),
        (("--edition", "tiny", "--out", "torn", "--resume", *LITTLE), ("is no checkpoint of perron learn",)),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("no network")
    Path("torn").mkdir()
    Path("torn", "checkpoint.pt").write_bytes(b"PK")
    Network.blank(load("tiny"), 16).write(Path("tiny.zip"))
    before = sorted(path for path in tmp_path.rglob("*"))
    assert_refused(run("learn", *arguments), *words)
    assert sorted(path for path in tmp_path.rglob("*")) == before, "nothing is left half written"


def test_a_folder_that_holds_a_run_is_left_alone(run: Run, kept: Path) -> None:
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    asked = ("--rounds", "9", *LITTLE, "--out", str(kept))
    assert_refused(run("learn", "--edition", "tiny", *asked), "holds a run already", "--resume")
    assert_refused(run("learn", "--edition", "micro", *asked, "--resume"), "is of tiny version 1, not of micro")
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


def test_what_is_not_installed_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("learn", "--edition", "tiny", "--out", str(tmp_path / "run"), "--device", "cuda")
    for package, extra in (("torch", "learn"), ("numba-cuda", "gpu")):
        monkeypatch.setattr("perron.extras._installed", lambda name, missing=package: name != missing)
        assert_refused(run(*asked), f"the extra perron[{extra}], which is not installed here", package)
    assert not (tmp_path / "run").exists()


def test_too_many_games_for_the_memory_are_refused(tmp_path: Path) -> None:
    # The largest number that may be asked for does not fit into the memory that this process is left with.
    asked = " ".join(
        [*COMMAND, "learn", "--edition", "europe", "--rounds", "1", "--games", str(1 << 22), "--device cpu"]
    )
    limited = f"ulimit -v 16000000; exec {asked} --out {tmp_path / 'run'}"
    done = subprocess.run(["bash", "-c", limited], env=ALONE, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "perron: there is too little memory to play 4,194,304 games at once: ask for fewer with --games"
    )
    assert not (tmp_path / "run").exists()
