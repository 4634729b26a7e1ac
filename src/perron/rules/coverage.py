"""Which tests check which clause, read from the marks in their source: nothing is imported or run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from perron.rules import clauses

__all__ = ["coverage", "uncovered", "unknown"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
Marks = Mapping[str, list[str]]
"""Ids in the values of a module's constants: `pytestmark`, lists of cases, marks with a name of their own."""


def coverage(tests: Path) -> dict[str, list[str]]:
    """Every clause with the tests that name it, and after them the ids named that no clause has.

    A test counts for the ids of `@pytest.mark.rule("UT-U5")` on itself, on its class, in a `pytestmark`, or on one of
    its cases. Ids must be written out in the test's own file; ValueError if one is computed.
    """
    found: dict[str, list[str]] = {ident: [] for ident in clauses()}
    root = tests.resolve()
    for path in sorted([*root.rglob("test_*.py"), *root.rglob("*_test.py")]):
        place = path.relative_to(root.parent).as_posix()
        for name, ids in _module_tests(ast.parse(path.read_text("utf-8"), place), place):
            for ident in ids:
                found.setdefault(ident, []).append(f"{place}::{name}")
    return found


def uncovered(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Clauses of a coverage that no test names."""
    return [ident for ident, tests in found.items() if not tests]


def unknown(found: Mapping[str, Sequence[str]]) -> list[str]:
    """Ids of a coverage that tests name and no clause has."""
    return [ident for ident in found if ident not in clauses()]


def _module_tests(module: ast.Module, place: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Name and ids of every test in a file."""
    constants = _constants(module.body, {}, place)
    yield from _tests(module.body, "", constants.get("pytestmark", []), constants, place)


def _tests(
    body: Sequence[ast.stmt], prefix: str, around: Sequence[str], constants: Marks, place: str
) -> Iterator[tuple[str, Iterable[str]]]:
    """Tests as pytest collects them: functions called test…, also in classes called Test…."""
    for statement in body:
        if isinstance(statement, Function) and statement.name.startswith("test"):
            ids = [*around, *_ids(statement.decorator_list, constants, place)]
            yield prefix + statement.name, dict.fromkeys(ids)
        elif isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            own = _constants(statement.body, constants, place)
            ids = [*around, *_ids(statement.decorator_list, constants, place), *own.get("pytestmark", [])]
            yield from _tests(statement.body, f"{prefix}{statement.name}::", ids, {**constants, **own}, place)


def _constants(body: Sequence[ast.stmt], outer: Marks, place: str) -> Marks:
    """Ids in the values of the names assigned in a body."""
    found: dict[str, list[str]] = {}
    for statement in body:
        if isinstance(statement, ast.Assign):
            targets: list[ast.expr] = statement.targets
        elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
            targets = [statement.target]
        else:
            continue
        ids = _ids([statement.value] if statement.value else [], {**outer, **found}, place)
        for target in targets:
            if isinstance(target, ast.Name):
                before = found.get(target.id, []) if isinstance(statement, ast.AugAssign) else []
                found[target.id] = [*before, *ids]
    return found


def _ids(expressions: Iterable[ast.expr], constants: Marks, place: str) -> list[str]:
    """Ids in all marks called `rule` inside some expressions, those of constants they mention included."""
    ids: list[str] = []
    for node in (node for expression in expressions for node in ast.walk(expression)):
        if isinstance(node, ast.Name):
            ids += constants.get(node.id, [])
        elif isinstance(node, ast.Call) and _is_rule_mark(node.func):
            ids += _arguments(node, place)
    return ids


def _is_rule_mark(function: ast.expr) -> bool:
    """Whether this is `pytest.mark.rule` or `mark.rule`."""
    if not isinstance(function, ast.Attribute) or function.attr != "rule":
        return False
    owner = function.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def _arguments(mark: ast.Call, place: str) -> list[str]:
    ids = [argument.value for argument in mark.args if isinstance(argument, ast.Constant)]
    texts = [ident for ident in ids if isinstance(ident, str)]
    if not texts or mark.keywords or len(texts) != len(mark.args):
        raise ValueError(f"{place}, line {mark.lineno}: a rule mark must write its clause ids out, as texts")
    return texts
