"""What Numba inferred: floats, and signed and unsigned 64-bit numbers in one operation.

`uint64` mixed with `int64` becomes `int64`, and a variable first set to 0 and later to a `uint64` becomes `float64`,
which has no room for a set of 64 routes. Neither is an error to Numba, so this reads its type annotations.

Functions from the on-disk cache carry none. So `python -m tests.engine.annotations rules` compiles as `perron warm`
does, and keeps what it read beside the cache. Where that was not done, all is compiled again, with PERRON_CACHE naming
a place where nothing can be written.
"""

from __future__ import annotations

import importlib
import json
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from numba.core import ir, types
from numba.core.dispatcher import Dispatcher

import perron
from perron import Game
from perron.bots import Clock, Explains, make_bot
from perron.bots import warm as warm_bots
from perron.engine import compiled, marks, warm
from perron.env import warm as warm_environments
from perron.learned import warm as warm_learned
from perron.review import warm as warm_reviews

SHIFTS = {operator.lshift, operator.rshift, operator.ilshift, operator.irshift}
BINARY = {"binop", "inplace_binop"}
MAY_HAVE_FLOATS = (
    "perron.bots.belief.",
    "perron.bots.tree.",
    "perron.engine.shares.",
    "perron.learned.by_facts.",
    "perron.learned.evaluating.",
    "perron.learned.guided.",
    "perron.learned.judging.",
    "perron.learned.opinion.",
    "perron.review.playing_on.",
)
"""Rewards, means and bounds are fractions, and a network's sums are whole numbers in float64. All of it runs on the CPU
only, and no rule depends on it."""
ON_A_GPU = "perron.env.gpu."
"""What only a GPU's threads call. It takes minutes to compile for the CPU; that its games are the CPU's is tested."""

PARTS: Mapping[str, Any] = {
    "rules": warm,
    "bots": warm_bots,
    "learned": warm_learned,
    "reviews": warm_reviews,
    "environments": warm_environments,
}
"""Modules of steps, by what they compile."""
Findings: TypeAlias = dict[str, dict[str, list[str]] | None]
"""Floats and mixes of each function, by its name and signature; None where it came from the cache."""


def kernels() -> dict[str, Any]:
    """Every compiled function of the package but those of the GPU, by its full name."""
    home = Path(perron.__file__).parent.parent
    found = {}
    for path in compiled.kernel_modules():
        full = ".".join(path.relative_to(home).with_suffix("").parts)
        if full.startswith(ON_A_GPU):
            continue
        module = importlib.import_module(full)
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher) and value.py_func.__module__ == module.__name__:
                found[f"{module.__name__}.{name}"] = value
    return found


def _is_float(inferred: Any) -> bool:
    return not isinstance(inferred, types.Callable) and any(word in str(inferred) for word in ("float", "complex"))


def _is_mix(left: Any, right: Any) -> bool:
    """Whether one is a uint64 and the other a signed number: what Numba makes of them is signed, or a float."""
    pair = [types.unliteral(left), types.unliteral(right)]
    return types.uint64 in pair and any(isinstance(one, types.Integer) and one.signed for one in pair)


def _assignments(annotation: Any) -> Iterator[tuple[Any, Any]]:
    for block in annotation.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                yield statement.target, statement.value


def _place(loc: Any) -> str:
    return f"{Path(loc.filename).name}:{loc.line}"


def results(dispatcher: Any) -> list[Any]:
    """All that a function was compiled to: for Python and, if it is a kernel, for other kernels."""
    return [*dispatcher.overloads.values(), *getattr(dispatcher, "parts", {}).values()]


def _floats_in(result: Any) -> Iterator[str]:
    annotation = result.type_annotation
    for target, _ in _assignments(annotation):
        inferred = annotation.typemap[target.name]
        if _is_float(inferred):
            yield f"{_place(target.loc)} {target.name} {inferred}"
    if _is_float(result.signature.return_type):
        yield f"{annotation.func_id.func_name} returns {result.signature.return_type}"


def _mixes_in(result: Any) -> Iterator[str]:
    annotation = result.type_annotation
    for _, value in _assignments(annotation):
        if not isinstance(value, ir.Expr) or value.op not in BINARY or value.fn in SHIFTS:
            continue
        left, right = (annotation.typemap[side.name] for side in (value.lhs, value.rhs))
        if _is_mix(left, right):
            yield f"{_place(value.loc)} {value.fn.__name__} {left} {right}"


def floats(dispatchers: Iterable[Any]) -> list[str]:
    """Where a variable is a float, as `file:line name type`."""
    return sorted({line for one in dispatchers for result in results(one) for line in _floats_in(result)})


def mixes(dispatchers: Iterable[Any]) -> list[str]:
    """Where an operation that is no shift mixes a uint64 with a signed number, as `file:line operation types`."""
    return sorted({line for one in dispatchers for result in results(one) for line in _mixes_in(result)})


def findings() -> Findings:
    """What this process has compiled, or loaded from the cache."""
    found: Findings = {}
    for name, dispatcher in kernels().items():
        for result in results(dispatcher):
            cached = not hasattr(result.type_annotation, "blocks")  # a text, or nothing
            told = None if cached else {"floats": [*_floats_in(result)], "mixes": [*_mixes_in(result)]}
            key = f"{name} {result.signature}"
            found[key] = told or found.get(key)
    return found


def _compile(part: str) -> None:
    """What `perron warm` compiles, and what the planner's explanations need."""
    steps = PARTS[part]
    warm.compile_all(steps.steps(), steps.__file__)
    if part == "bots":
        planner, view = make_bot("planner"), Game("tiny", 2, seed=0).view(0)
        assert isinstance(planner, Explains)
        planner.choose(view, Clock())
        planner.explain(view)


def _kept(part: str) -> Path:
    steps = Path(PARTS[part].__file__).resolve()
    return compiled.user_cache() / "types" / f"{part}_{marks.setting()}-{compiled.digest(steps)}.json"


def kept() -> Findings | None:
    """What was read when the cache was filled; None if that was not for all parts, or not for every function."""
    found: Findings = {}
    for part in PARTS:
        if not _kept(part).is_file():
            return None
        for key, told in json.loads(_kept(part).read_text("utf-8")).items():
            found[key] = told or found.get(key)
    return found if all(told is not None for told in found.values()) else None


def main() -> None:
    """Compile a part and keep what is read beside the cache; or all of them, and write it to a file."""
    if sys.argv[1] in PARTS:
        path = _kept(sys.argv[1])
        if not (path.is_file() and marks.is_complete(Path(PARTS[sys.argv[1]].__file__))):
            _compile(sys.argv[1])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(findings()), "utf-8")
        return
    for part in PARTS:
        _compile(part)
    Path(sys.argv[1]).write_text(json.dumps(findings()), "utf-8")


if __name__ == "__main__":
    main()
