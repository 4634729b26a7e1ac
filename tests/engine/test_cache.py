"""The cache of compiled rules: found again, never stale, and not needed."""

import json
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from perron.engine import compiled, marks
from tests.sampling import some
from tools.imports import PACKAGE, imports, modules

PROBE = """
import json, numba
before = numba.config.CACHE_DIR
import numpy as np
from pathlib import Path
from perron.engine import compiled, marks, stations, swapping, turns
from perron.engine.state import STATE
from perron.engine.tables import TABLES

tables, states = np.zeros(1, TABLES), np.zeros(1, STATE)
states[0]["stations"][0] = 0b111
turns.finish(states[0], 1)
print(json.dumps({
    "built": stations.built(states[0], 0),
    "swap refused": swapping.refuse_swap(tables[0], states[0]),
    "phase": int(states[0]["phase"]),
    "hits": sum(stations.built.stats.cache_hits.values()),
    "complete": marks.is_complete(Path(compiled.__file__).with_name("warm.py")),
    "numba's own folder left alone": numba.config.CACHE_DIR == before,
}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package's sources, for changing."""
    unneeded = shutil.ignore_patterns("__pycache__", "server", "*.svg")
    shutil.copytree(PACKAGE, tmp_path / "src" / "perron", ignore=unneeded)
    return tmp_path / "src" / "perron"


def probe(package: Path, cache: Path) -> dict[str, Any]:
    """Call some rules in a new process and tell what they answer."""
    env = {**os.environ, "PYTHONPATH": str(package.parent), "PERRON_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", PROBE], env=env, check=True, capture_output=True, text=True)
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A cache that one process has filled, which is to be copied, and what that process told."""
    cache = tmp_path_factory.mktemp("warm") / "cache"
    return cache, probe(PACKAGE, cache)


@pytest.fixture
def cache(warm: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """That cache, for adding to."""
    return Path(shutil.copytree(warm[0], tmp_path / "cache"))


def folders(cache: Path) -> set[str]:
    return {path.name for path in (cache / "kernels").iterdir()}


def imported(package: Path) -> dict[str, Any]:
    """What `compiled` defines when it is imported from a copy of the package."""
    return runpy.run_path(str(package / "engine" / "compiled.py"))


def decorate(package: Path, paths: Iterable[Path]) -> None:
    """Decorate a function in each of some files, so that the file's folder is made."""
    kernel = imported(package)["kernel"]
    for path in paths:
        scope: dict[str, Any] = {}
        exec(compile("def nothing():\n    pass\n", str(package / path.relative_to(PACKAGE)), "exec"), scope)
        kernel(scope["nothing"])


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_the_second_process_finds_what_the_first_compiled(warm: tuple[Path, dict[str, Any]], cache: Path) -> None:
    first = warm[1]
    made = folders(cache)
    second = probe(PACKAGE, cache)
    assert (first["hits"], second["hits"]) == (0, 1)
    assert folders(cache) == made
    for answer in ("built", "swap refused", "phase"):
        assert first[answer] == second[answer]


@pytest.mark.parametrize(
    ("module", "old", "new", "answer", "before", "after"),
    [
        ("bits.py", "_0101) >> _56)", "_0101) >> _56) + 100", "built", 3, 103),
        ("refusals.py", "NO_SWAP = 17", "NO_SWAP = 99", "swap refused", 17, 99),
        pytest.param("state.py", "OVER = 5", "OVER = 55", "phase", 5, 55, marks=pytest.mark.exhaustive),
    ],
)
def test_a_change_in_another_file_is_noticed(
    warm: tuple[Path, dict[str, Any]],
    copy: Path,
    cache: Path,
    module: str,
    old: str,
    new: str,
    answer: str,
    before: int,
    after: int,
) -> None:
    assert warm[1][answer] == before
    change(copy / "engine" / module, old, new)
    assert probe(copy, cache)[answer] == after


def compiled_in(kernel: str, known: dict[str, Path]) -> set[str]:
    """The modules whose change can change what a module's kernels compile to: itself and all it imports from."""
    found, todo = set[str](), {kernel}
    while todo:
        found |= todo
        todo = {name for module in todo for name in imports(module, known, whole=False)} - found
    return found


def test_every_module_that_is_compiled_in_decides_the_folder(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path / "cache"))
    known = modules()
    kernels = {name: path for name, path in known.items() if path in compiled.kernel_modules()}
    needs = {kernel: compiled_in(kernel, known) for kernel in kernels}
    decorate(copy, kernels.values())
    unnoticed = []
    for module in some(some(sorted(set().union(*needs.values())))):
        before = folders(tmp_path / "cache")
        source = copy / known[module].relative_to(PACKAGE)
        source.write_text(source.read_text("utf-8") + "# a change\n", "utf-8")
        decorate(copy, kernels.values())
        again = {name.rpartition("-")[0] for name in folders(tmp_path / "cache") - before}
        wanted = {kernel.removeprefix("perron.") for kernel in kernels if module in needs[kernel]}
        unnoticed += [f"{module} in {kernel}" for kernel in sorted(wanted - again)]
    assert unnoticed == []


def test_a_change_that_a_file_does_not_use_leaves_its_cache(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path / "cache"))
    bits = PACKAGE / "engine" / "bits.py"
    decorate(copy, [bits])
    before = folders(tmp_path / "cache")
    change(copy / "engine" / "scoring.py", "TICKETS_COMPLETED, FEWEST", "TICKETS_COMPLETED,  FEWEST")
    decorate(copy, [bits])
    assert folders(tmp_path / "cache") == before


def test_the_modules_with_kernels_are_those_that_use_the_decorator() -> None:
    names = {path.name for path in compiled.kernel_modules()}
    assert {"bits.py", "rng.py", "claim.py", "scoring.py", "play.py"} <= names
    assert "sizes.py" not in names


def test_the_same_sources_share_what_is_compiled_wherever_they_lie(copy: Path, cache: Path) -> None:
    made = folders(cache)
    for path in copy.rglob("*.py"):  # another installation writes its files at another time
        os.utime(path, (1_000_000, 1_000_000))
    assert probe(copy, cache)["hits"] == 1
    assert folders(cache) == made


@pytest.mark.parametrize("kind", ["engine", "bots", "learned", "review", "env"])
def test_all_is_ready_once_everything_is_compiled_from_the_same_sources(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path / "cache"))
    steps = PACKAGE / kind / "warm.py"
    assert not marks.is_complete(steps)
    marks.mark_complete(steps)
    assert marks.is_complete(steps)
    assert not any(
        marks.is_complete(PACKAGE / other / "warm.py")
        for other in {"engine", "bots", "learned", "review", "env"} - {kind}
    )
    before = compiled.digest(copy / kind / "warm.py")
    change(copy / "engine" / "state.py", "OVER = 5", "OVER = 55")
    monkeypatch.setattr(marks, "digest", lambda path: imported(copy)["digest"](copy / kind / "warm.py"))
    assert imported(copy)["digest"](copy / kind / "warm.py") != before
    assert not marks.is_complete(steps)


def test_rules_work_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answers = probe(PACKAGE, tmp_path / "file" / "folder")
    assert (answers["built"], answers["swap refused"], answers["phase"]) == (3, 17, 5)
    assert not answers["complete"]


def test_numbas_own_setting_is_left_as_it_was(warm: tuple[Path, dict[str, Any]]) -> None:
    assert warm[1]["numba's own folder left alone"]


def test_old_caches_are_dropped_but_not_the_newest_of_each_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path))
    for module in ("engine.bits", "engine.play"):
        for age in range(5):
            path = tmp_path / "kernels" / f"{module}-{age}"
            path.mkdir(parents=True)
            (path / "compiled").touch()
            os.utime(path, (1_000_000 - age, 1_000_000 - age))
    marks.drop_old_caches(keep=3)
    assert folders(tmp_path) == {f"{module}-{age}" for module in ("engine.bits", "engine.play") for age in range(3)}


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"PERRON_CACHE": "/a", "XDG_CACHE_HOME": "/b"}, "/a"),
        ({"XDG_CACHE_HOME": "/b"}, "/b/perron"),
        ({"PERRON_CACHE": "", "XDG_CACHE_HOME": "/b"}, "/b/perron"),
    ],
)
def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: str) -> None:
    for name in ("PERRON_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert compiled.user_cache() == Path(folder)


def test_a_variable_that_is_empty_names_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERRON_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    usual = compiled.user_cache()
    assert usual.is_absolute()
    for name in ("PERRON_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")
        assert compiled.user_cache() == usual


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody has asked yet what Python and processor this is."""
    monkeypatch.setenv("PERRON_CACHE", str(tmp_path))
    marks.setting.cache_clear()
    yield
    marks.setting.cache_clear()


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("sys.implementation.cache_tag", "cpython-399"),
        ("sys.abiflags", "t"),
        ("importlib.util.MAGIC_NUMBER", b"another"),
        ("numba.__version__", "9.9"),
        ("numba.core.codegen.JITCPUCodegen._get_host_cpu_name", lambda _: "another-processor"),
    ],
)
@pytest.mark.usefixtures("fresh_cache")
def test_another_python_or_processor_is_not_ready(where: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = PACKAGE / "engine" / "warm.py"
    marks.mark_complete(steps)
    assert marks.is_complete(steps)
    marks.setting.cache_clear()
    monkeypatch.setattr(where, value)
    assert not marks.is_complete(steps)


PARTS = """
import json
import numpy as np
from perron.engine import payments, turns
from perron.engine.state import STATE
from perron.engine.tables import TABLES

tables, states = np.zeros(1, TABLES), np.zeros(1, STATE)
turns.finish(states[0], 1)
payments.count_payments(tables[0], states[0], 0, 3, 1)
print(json.dumps({
    "whole": len(payments.count_payments.overloads),
    "parts of what it calls": [list(map(str, args)) for args in payments.fewest_wilds.parts],
    "whole of what it calls": len(payments.fewest_wilds.overloads),
}))
"""


def test_what_only_kernels_call_is_compiled_once_and_to_no_machine_code(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PERRON_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PARTS], env=env, check=True, capture_output=True, text=True)
    assert json.loads(done.stdout) == {
        "whole": 1,
        "parts of what it calls": [["int64", "int64", "int64"]],  # not one more for the constant 0
        "whole of what it calls": 0,
    }
    kept = {path.name for path in tmp_path.rglob("*fewest_wilds*.nbc")}
    assert len(kept) == 1
    assert kept.pop().startswith("part-")
