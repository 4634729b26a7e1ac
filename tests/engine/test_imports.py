"""Arrows between the package's parts point one way."""

import graphlib
from pathlib import Path

from tools.imports import PACKAGE, imports, modules, outside, part_of

CORE = {"errors", "editions", "engine"}
ALLOWED = {
    "errors": set[str](),
    "extras": {"errors"},
    "rules": {"errors", "editions", "locales"},
    "editions": {"errors", "locales"},
    "engine": {"editions"},
    "plots": set[str](),
    "board": {"errors", "editions", "extras", "locales"},
    "locales": set[str](),
    "face": CORE | {"board", "rules"},
    "bots": CORE | {"face"},
    "env": CORE | {"extras", "face", "bots", "board"},
    "learned": CORE | {"face", "bots", "env"},
    "learn": CORE | {"extras", "face", "bots", "env", "arena", "learned", "plots"},
    "join": {"errors", "editions", "face", "bots"},
    "testing": CORE | {"face", "bots"},
    "arena": CORE | {"extras", "face", "bots", "learned", "plots"},
    "playtest": CORE | {"face", "bots"},
    "review": CORE | {"face", "bots", "env", "learned", "plots"},
    "bench": CORE | {"face", "bots", "board", "env", "learned"},
    "terminal": {"errors", "editions", "face", "rules", "bots"},
    "server": CORE | {"face", "rules", "bots", "board", "learned", "locales", "review"},
    "cli": CORE
    | {"extras", "face", "rules", "bots", "env", "arena", "playtest", "bench", "terminal", "board", "server", "join"}
    | {"learn", "learned", "review"},
    "__main__": {"cli"},
}
"""What each part may import; itself always."""

ALLOWED_OUTSIDE = {
    "errors": set[str](),
    "extras": set[str](),
    "rules": set[str](),
    "editions": {"platformdirs"},
    "engine": {"numpy", "numba"},
    "plots": set[str](),
    "board": {"numpy", "resvg_py"},
    "locales": set[str](),
    "face": {"numpy"},
    "bots": {"numpy"},
    "env": {"numpy", "numba", "gymnasium", "pettingzoo", "pygame", "pyspiel", "stable_baselines3", "torch"},
    "learned": {"numpy"},
    "learn": {"numpy", "torch"},
    "join": {"websockets"},
    "testing": {"numpy"},
    "arena": {"numpy", "choix", "ray"},
    "playtest": {"numpy"},
    "review": {"numpy"},
    "bench": {"numpy", "numba", "rich"},
    "terminal": {"rich"},
    "server": {
        *("alembic", "fastapi", "h11", "prometheus_client", "psycopg", "pydantic", "pydantic_core"),
        *("segno", "sqlalchemy", "starlette", "uvicorn", "websockets"),
    },
    "cli": {"numpy", "rich", "typer"},
    "__main__": set[str](),
}

KNOWN = modules()


def test_every_part_has_its_place_in_the_list() -> None:
    assert {part_of(module) for module in KNOWN} - set(ALLOWED) == set()
    assert set(ALLOWED_OUTSIDE) == set(ALLOWED)


def test_no_import_points_back() -> None:
    wrong = {
        (module, other)
        for module in KNOWN
        for other in imports(module, KNOWN)
        if part_of(other) not in ALLOWED[part_of(module)] | {part_of(module)}
    }
    assert wrong == set()


def test_only_the_packages_that_a_part_needs_are_imported() -> None:
    wrong = {module: more for module in KNOWN if (more := outside(KNOWN[module]) - ALLOWED_OUTSIDE[part_of(module)])}
    assert wrong == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {module: imports(module, KNOWN, whole=False) for module in KNOWN}
    order = list(graphlib.TopologicalSorter(graph).static_order())
    assert len(order) == len(KNOWN)


def test_the_parts_themselves_form_no_circle() -> None:
    order = list(graphlib.TopologicalSorter(ALLOWED).static_order())
    assert order.index("editions") < order.index("engine") < order.index("face") < order.index("cli")


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    (package / "low").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "high.py").write_text("import os\n")
    (package / "typed.py").write_text("")
    (package / "low" / "__init__.py").write_text("from . import inner\n")
    (package / "low" / "inner.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import toy.typed\n"
        "def f():\n    from toy.high import os\n"
    )
    known = modules(package)
    assert set(known) == {"toy", "toy.high", "toy.typed", "toy.low", "toy.low.inner"}
    assert imports("toy.low", known) == {"toy.low.inner"}
    assert imports("toy.low.inner", known) == {"toy.high"}
    assert imports("toy.low.inner", known, whole=False) == set()


def test_the_walk_reads_the_package_itself() -> None:
    assert KNOWN["perron.engine.bits"] == PACKAGE / "engine" / "bits.py"
    assert "perron.engine.bits" in imports("perron.engine.claim", KNOWN)
    assert "perron.editions.edition" in imports("perron.engine.tables", KNOWN)
    assert outside(KNOWN["perron.engine.compiled"]) == {"numba"}
