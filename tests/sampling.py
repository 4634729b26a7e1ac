"""Some of a test's many cases, chosen so that every value of every parameter comes up among them."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")
S = TypeVar("S")
_everything = False


def ask_for_everything() -> None:
    """Every case and every input from now on; to be called before tests are collected."""
    global _everything  # noqa: PLW0603 - said once, by the option of the run
    _everything = True


def everything() -> bool:
    """Whether every case is asked for."""
    return _everything


def share(inputs: int) -> int:
    """How many of the inputs that a test can make up are tried for every change: a fifth."""
    return inputs if _everything else max(1, inputs // 5)


def some(things: Sequence[T]) -> Sequence[T]:
    """Every fifth of the things that a test could look at."""
    return things if _everything else things[::5]


def half(things: Sequence[T], which: int) -> Sequence[T]:
    """Every second of the things, from the first or the second on: two tests share them out between them."""
    return things if _everything else things[which::2]


def some_of_each(first: Sequence[T], second: Sequence[S]) -> list[tuple[T, S]]:
    """Pairs in which every thing of both comes up; the longer ones decide how many there are."""
    if _everything:
        return [(one, other) for one in first for other in second]
    return [(first[i % len(first)], second[i % len(second)]) for i in range(max(len(first), len(second)))]


def spread(cases: Mapping[str, Mapping[str, str]]) -> set[str]:
    """The names of few cases in which every value occurs that a parameter has in any of them.

    A case of the rarest value that is missing is next, since some case must have it: the one with the most values that
    are new. Among equals the hash of names decides, not their order: the first ones would have their first values
    alike. The same cases always give the same choice: tests that look at the same games share them.
    """
    known = Counter(value for values in cases.values() for value in values.items())
    missing = set(known)
    chosen: set[str] = set()
    while missing:
        rarest = min(missing, key=lambda value: (known[value], value))
        _, _, name = max(
            (len(missing & values.items()), hashlib.sha256(name.encode()).digest(), name)
            for name, values in cases.items()
            if rarest in values.items()
        )
        missing -= cases[name].items()
        chosen.add(name)
    return chosen


def left_out(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """What need not be run for every change: marked `exhaustive`, or one case of many of a test marked `sampled`."""
    found = {item for item in items if item.get_closest_marker("exhaustive")}
    tests: dict[tuple[object, str], dict[str, pytest.Function]] = defaultdict(dict)
    for item in items:
        if item in found:
            continue
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and item.get_closest_marker("sampled"):
            tests[item.parent, item.originalname][item.callspec.id] = item
    for cases in tests.values():
        kept = spread(as_texts({name: case.callspec.params for name, case in cases.items()}))
        found |= {case for name, case in cases.items() if name not in kept}
    return found


def as_texts(cases: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, str]]:
    """The cases' parameters as texts; things whose text has an address, which no two runs share, are numbered."""
    numbers: dict[str, int] = {}

    def text(value: object) -> str:
        written = repr(value)
        return f"{numbers.setdefault(written, len(numbers)):03}" if " at 0x" in written else written

    return {name: {key: text(one) for key, one in values.items()} for name, values in cases.items()}
