"""Which module of the package imports which, read from their sources."""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import perron

PACKAGE = Path(perron.__file__).parent
FACE = {
    *("", "action", "codec", "deal", "event", "explain", "game", "keys", "notation", "notebook"),
    *("outcome", "position", "receipt", "record", "simulate", "view", "atomic_file"),
}
"""The modules that Python people use, and the package itself (""), as one part."""


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: its top-level package, or the face."""
    first = module.partition(".")[2].partition(".")[0]
    return "face" if first in FACE else first


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module by its full name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = [package.name, *path.relative_to(package).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _statements(node: ast.AST, *, whole: bool) -> Iterator[ast.stmt]:
    """Import statements that run: at import time, or (whole) also those inside functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not _is_for_types_only(child) and (whole or not _is_function(child)):
            yield from _statements(child, whole=whole)


def _names(statement: ast.stmt, package: str) -> Iterator[str]:
    """Full names that an import statement could mean, the more exact ones first."""
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom):
        base = statement.module or ""
        if statement.level:
            above = package.split(".")[: len(package.split(".")) - statement.level + 1]
            base = ".".join([*above, *([base] if base else [])])
        yield from (f"{base}.{alias.name}" for alias in statement.names)


def imports(name: str, known: dict[str, Path], *, whole: bool = True) -> set[str]:
    """The modules of the package that a module imports; a name out of a module counts as that module."""
    path = known[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for statement in _statements(ast.parse(path.read_text("utf-8")), whole=whole):
        for meant in _names(statement, package):
            module = meant if meant in known else meant.rpartition(".")[0]
            if module in known:
                found.add(module)
    return found - {name}


def named(name: str, known: dict[str, Path]) -> set[str]:
    """The modules of the package that a module names in a text, to load them by that."""
    nodes = ast.walk(ast.parse(known[name].read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)} & set(known)


def needed(roots: Iterable[str], known: dict[str, Path]) -> set[str]:
    """Some modules and all that they import or load by name, with the packages around each."""
    found: set[str] = set()
    waiting = set(roots)
    while waiting:
        found |= waiting
        around = {module.rpartition(".")[0] for module in waiting} - {""}
        more = (imports(module, known) | named(module, known) for module in waiting)
        waiting = around.union(*more) - found
    return found


def outside(path: Path) -> set[str]:
    """The packages other than this one and the standard library that a module imports."""
    found = set()
    for statement in _statements(ast.parse(path.read_text("utf-8")), whole=True):
        if not (isinstance(statement, ast.ImportFrom) and statement.level):
            found |= {name.partition(".")[0] for name in _names(statement, "")}
    return found - sys.stdlib_module_names - {PACKAGE.name}
