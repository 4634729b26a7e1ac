"""What Numba inferred: floats, and signed and unsigned 64-bit numbers in one operation.

`uint64` mixed with `int64` becomes `int64`, and a variable first set to 0 and later to a `uint64` becomes `float64`,
which has no room for a set of 64 routes. Neither is an error to Numba, so this reads its type annotations. Functions
from the on-disk cache carry none: run it as a script with PERRON_CACHE naming a place where nothing can be written.
"""

from __future__ import annotations

import importlib
import json
import operator
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from numba.core import ir, types
from numba.core.dispatcher import Dispatcher

import perron
from perron import Game
from perron.bots import Clock, Explains, make_bot
from perron.bots import warm as warm_bots
from perron.engine import compiled, marks, warm
from perron.env import warm as warm_environments

SHIFTS = {operator.lshift, operator.rshift, operator.ilshift, operator.irshift}
BINARY = {"binop", "inplace_binop"}
MAY_HAVE_FLOATS = ("perron.bots.tree.",)
"""Rewards, means and bounds are fractions. The tree runs on the CPU only, and no rule depends on it."""
ON_A_GPU = "perron.env.gpu."
"""What only a GPU's threads call. It takes minutes to compile for the CPU; that its games are the CPU's is tested."""


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


def floats(dispatchers: Iterable[Any]) -> list[str]:
    """Where a variable is a float, as `file:line name type`."""
    found = set()
    for dispatcher in dispatchers:
        for result in results(dispatcher):
            annotation = result.type_annotation
            for target, _ in _assignments(annotation):
                inferred = annotation.typemap[target.name]
                if _is_float(inferred):
                    found.add(f"{_place(target.loc)} {target.name} {inferred}")
            if _is_float(result.signature.return_type):
                found.add(f"{dispatcher.py_func.__name__} returns {result.signature.return_type}")
    return sorted(found)


def mixes(dispatchers: Iterable[Any]) -> list[str]:
    """Where an operation that is no shift mixes a uint64 with a signed number, as `file:line operation types`."""
    found = set()
    for dispatcher in dispatchers:
        for result in results(dispatcher):
            annotation = result.type_annotation
            for _, value in _assignments(annotation):
                if not isinstance(value, ir.Expr) or value.op not in BINARY or value.fn in SHIFTS:
                    continue
                left, right = (annotation.typemap[side.name] for side in (value.lhs, value.rhs))
                if _is_mix(left, right):
                    found.add(f"{_place(value.loc)} {value.fn.__name__} {left} {right}")
    return sorted(found)


def _compile_bots() -> None:
    """What the built-in bots need: their play-outs, a choice, and the plan that is explained."""
    for _, compile_one in warm_bots.steps():
        compile_one()
    planner, view = make_bot("planner"), Game("tiny", 2, seed=0).view(0)
    assert isinstance(planner, Explains)
    planner.choose(view, Clock())
    planner.explain(view)


def main() -> None:
    """Compile all there is and write what was found to the file named on the command line."""
    warm.warm_up()
    _compile_bots()
    for _, compile_one in warm_environments.steps():
        compile_one()
    found = kernels()
    every = found.values()
    whole = [dispatcher for name, dispatcher in found.items() if not name.startswith(MAY_HAVE_FLOATS)]
    report = {
        "cached": marks.is_complete(Path(warm.__file__)),
        "kernels": sorted(found),
        "not compiled": sorted(name for name, dispatcher in found.items() if not results(dispatcher)),
        "floats": floats(whole),
        "mixes": mixes(every),
    }
    Path(sys.argv[1]).write_text(json.dumps(report))


if __name__ == "__main__":
    main()
