"""The bytes of a set that the GPU writes are the CPU's."""

import numpy as np
import pytest

from perron.engine.compiled import Array, Int, kernel
from perron.env import observing
from perron.env.gpu import rows

pytestmark = pytest.mark.sampled


@kernel
def _write(m0: Int, m1: Int, n: Int, at: Int, out: Array) -> Int:
    """Where the next field begins, as the CPU has it and as the GPU has it."""
    return observing.write_set(m0, m1, n, out[0], at), rows.write_set(m0, m1, n, out[1], at)


@pytest.mark.parametrize("at", [0, 1, 13])
@pytest.mark.parametrize("n", [1, 7, 8, 47, 63, 64, 65, 90, 101, 128])
def test_bytes_of_a_set_are_the_cpu_s(n: int, at: int) -> None:
    rng = np.random.default_rng(n)
    for share in (0.0, 0.1, 0.5, 1.0):
        members = (rng.random(n) < share).astype(np.uint8)
        word = int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")
        out = np.zeros((2, at + n + 3), np.uint8)
        ends = _write(np.uint64(word & (1 << 64) - 1), np.uint64(word >> 64), n, at, out)
        assert ends == (at + n, at + n)
        np.testing.assert_array_equal(out[0, at : at + n], members)
        np.testing.assert_array_equal(out[0], out[1])
