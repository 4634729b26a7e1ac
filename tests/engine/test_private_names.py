"""Private names of the engine's modules are used in their own module and nowhere else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = "perron.engine"
FILES = [
    path for folder in ("src", "tests", "tools", "benchmarks", "examples") for path in (ROOT / folder).rglob("*.py")
]


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _programs(tree: ast.AST) -> Iterator[ast.Module]:
    """Programs in a text of a program: tests run some in a process of their own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ENGINE in node.value:
            try:
                yield ast.parse(node.value)
            except SyntaxError:
                continue


def _engine_modules(tree: ast.AST) -> dict[str, str]:
    """The names that a program has for modules of the engine, as its source writes them."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == ENGINE:
            found |= {alias.asname or alias.name: f"{ENGINE}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {one.asname or one.name: one.name for one in node.names if one.name.startswith(f"{ENGINE}.")}
    return found


def private_names(source: str | ast.AST, own: str = "") -> set[str]:
    """Private names of modules of the engine, but for its own, that a program imports, reaches or names in a text."""
    tree = ast.parse(source) if isinstance(source, str) else source
    modules, found = _engine_modules(tree), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{ENGINE}."):
            found |= {f"{node.module}.{alias.name}" for alias in node.names if _is_private(alias.name)}
        elif isinstance(node, ast.Attribute) and _is_private(node.attr) and ast.unparse(node.value) in modules:
            found.add(f"{modules[ast.unparse(node.value)]}.{node.attr}")
        elif isinstance(node, ast.Call) and len(node.args) > 1 and ast.unparse(node.args[0]) in modules:
            name = node.args[1]  # getattr, setattr, monkeypatch.setattr
            if isinstance(name, ast.Constant) and isinstance(name.value, str) and _is_private(name.value):
                found.add(f"{modules[ast.unparse(node.args[0])]}.{name.value}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{ENGINE}."):
            parts = node.value.split(".")
            found |= {node.value} if len(parts) > 3 and _is_private(parts[3]) else set()
    inside = (private_names(program) for program in _programs(tree))
    return {name for name in found.union(*inside) if name.rpartition(".")[0] != own}


def _module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts) if path.is_relative_to(ROOT / "src") else ""


def test_private_names_of_the_engine_are_used_in_their_own_module_alone() -> None:
    assert len(FILES) > 300
    found = {path: private_names(path.read_text("utf-8"), _module_of(path)) for path in FILES if path != Path(__file__)}
    assert {str(path.relative_to(ROOT)): sorted(names) for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "program",
    [
        "from perron.engine.claim import _take",
        "from perron.engine import claim\nclaim._take(1)",
        "from perron.engine import claim as rule\nrule._take(1)",
        "import perron.engine.claim\nperron.engine.claim._take(1)",
        "from perron.engine import claim\nmonkeypatch.setattr(claim, '_take', None)",
        "monkeypatch.setattr('perron.engine.claim._take', None)",
        'PROBE = """\nfrom perron.engine import claim\nclaim._take(1)\n"""',
    ],
)
def test_the_walk_sees_a_private_name(program: str) -> None:
    assert private_names(program) == {"perron.engine.claim._take"}
    assert private_names(program, own="perron.engine.claim") == set()


def test_the_walk_lets_public_names_and_those_of_others_pass() -> None:
    program = (
        "from perron.engine import claim\nfrom perron.bots import plan\nclaim.claim(1)\nplan._take(1)\nclaim.__name__"
    )
    assert private_names(program) == set()
