"""What the GPU does in its own way is really what numba-cuda compiles: that hangs on a name of its internals."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]

PROBE = """
import json
from numba.cuda.target import CUDATypingContext
from perron.bots.matches import choose_built_in
from perron.engine import bits, legal
from perron.env.gpu import native

exchanged = (bits.count, bits.lowest, choose_built_in, *native.OWN, *native.CALLED)
native.use_native()
context = CUDATypingContext()


def compiled_in_place_of(kernel):
    return context.resolve_value_type(kernel).dispatcher


print(json.dumps({
    "exchanged": len(exchanged),
    "without effect": [k.__name__ for k in exchanged if compiled_in_place_of(k) is not getattr(k, native.HOLDER)],
    "still the CPU's": [k.__name__ for k in exchanged if compiled_in_place_of(k).py_func is k.py_func],
    "bits.count": compiled_in_place_of(bits.count).py_func.__module__,
    "another": compiled_in_place_of(legal.count_legal).py_func is legal.count_legal.py_func,
}))
"""


def test_what_is_exchanged_is_what_numba_cuda_compiles() -> None:
    # In a process of its own: the simulator compiles nothing. It takes no GPU to see what would be compiled for one.
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "0"}
    done = subprocess.run([sys.executable, "-c", PROBE], env=env, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found.pop("exchanged") > 10
    assert found == {
        "without effect": [],
        "still the CPU's": [],
        "bits.count": "perron.env.gpu.native",
        "another": True,
    }


def test_the_version_is_bounded_above() -> None:
    (needed,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["gpu"]
    assert needed.startswith("numba-cuda>=")
    assert ",<" in needed
