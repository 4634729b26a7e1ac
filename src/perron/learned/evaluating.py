"""One pass of a network, in compiled code: what speaks for each action, and each seat's chance to win.

Every sum is of whole numbers that a float64 holds exactly, so that its order does not matter and all machines agree.
Most inputs and most of what a layer passes on is 0 and is skipped, which makes one pass a matter of a tenth of a
millisecond.
"""

import numpy as np

from perron.engine.compiled import Array, Int, kernel
from perron.learned.network import FINE, LAYERS, MOST

_FLOOR = -1e9
_STEPS = 1 << 20  # chances are rounded to parts of this, so that the last bits of a library's exp do not matter


@kernel
def _add_up(values: Array, weight: Array, bias: Array, out: Array) -> None:
    """out = bias + values · weight, for whole numbers.

    Four rows of weights are added at a time: to read and write `out` for each would take as long as the sums.
    """
    used, n = np.empty(values.size, np.int64), 0
    for i in range(values.size):
        if values[i] != 0:
            used[n] = i
            n += 1
    for j in range(out.size):
        out[j] = bias[j]
    fours = n - n % 4
    for k in range(0, fours, 4):
        row0, row1, row2, row3 = weight[used[k]], weight[used[k + 1]], weight[used[k + 2]], weight[used[k + 3]]
        x0, x1 = np.float64(values[used[k]]), np.float64(values[used[k + 1]])
        x2, x3 = np.float64(values[used[k + 2]]), np.float64(values[used[k + 3]])
        for j in range(out.size):
            first = x0 * np.float64(row0[j]) + x1 * np.float64(row1[j])
            out[j] += first + (x2 * np.float64(row2[j]) + x3 * np.float64(row3[j]))
    for k in range(fours, n):
        row, x = weight[used[k]], np.float64(values[used[k]])
        for j in range(out.size):
            out[j] += x * np.float64(row[j])


@kernel
def pass_on(sums: Array, bits: Int) -> None:
    """Drop bits after the point, and what is below 0."""
    part = 0.5**bits
    for j in range(sums.size):
        sums[j] = min(max(np.floor(sums[j] * part), 0.0), np.float64(MOST))


@kernel
def run_layers(network: Array, inputs: Array, hidden: Array) -> None:
    """What the last layer passes on, into hidden[0]; hidden has two rows."""
    w0, b0, w1, b1, w2, b2 = network[0]
    fine = network[4]
    assert LAYERS == 3
    first, second = hidden[0], hidden[1]
    _add_up(inputs, w0, b0, first)
    pass_on(first, fine[0] - FINE)
    _add_up(first, w1, b1, second)
    pass_on(second, fine[1])
    _add_up(second, w2, b2, first)
    pass_on(first, fine[2])


@kernel
def write_policy(network: Array, hidden: Array, mask: Array, advised: Int, out: Array) -> None:
    """What speaks for each action; little for one that is not legal."""
    _, heads, _, _, fine, guess, by_choices = network
    policy, policy_bias, trust, trust_bias, _, _, _, _ = heads
    last = hidden[0]
    _add_up(last, policy, policy_bias, out)
    part = 0.5 ** (fine[3] + FINE)
    choices = 0
    for k in range(out.size):
        choices += mask[k]
        out[k] = out[k] * part + np.float64(guess[k]) if mask[k] else _FLOOR
    bonus = trust_bias[0]
    for i in range(last.size):
        bonus += last[i] * np.float64(trust[i, 0])
    out[advised] += bonus * 0.5 ** (fine[4] + FINE) + np.float64(by_choices[choices])


@kernel
def write_chances(network: Array, hidden: Array, seats: Int, out: Array) -> None:
    """Each seat's chance to win, from the one that looks on."""
    _, heads, _, _, fine, _, _ = network
    value, bias = heads[4], heads[5]
    last = hidden[0]
    part = 0.5 ** (fine[5] + FINE)
    most = -1e9
    for q in range(seats):
        total = bias[q]
        for i in range(last.size):
            total += last[i] * np.float64(value[i, q])
        out[q] = total * part
        most = max(most, out[q])
    everybody = 0.0
    for q in range(seats):
        out[q] = np.exp(out[q] - most)
        everybody += out[q]
    for q in range(seats):
        out[q] = np.rint(out[q] / everybody * _STEPS) / _STEPS
