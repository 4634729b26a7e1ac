"""One pass of a network, in compiled code: what speaks for each action, and each seat's chance to win.

Every sum is of whole numbers that a float64 holds exactly, so that its order does not matter and all machines agree.
Most inputs and most of what a layer passes on is 0 and is skipped, which makes one pass a matter of a tenth of a
millisecond.
"""

import numpy as np

from perron.engine.compiled import Array, Int, kernel
from perron.learned.network import FINE, LAYERS, MOST

_FLOOR = -1e9
_FEW = 16  # where fewer than one action in 16 is legal, what speaks for the others is not computed
_STEPS = 1 << 20  # chances are rounded to parts of this, so that the last bits of a library's exp do not matter


@kernel
def _add_rows(values: Array, rows: Array, n: Int, weight: Array, out: Array) -> None:
    """Add n values, each times its row of weights.

    Four rows are added at a time: to read and write `out` for each would take as long as the sums.
    """
    fours = n - n % 4
    for k in range(0, fours, 4):
        row0, row1, row2, row3 = weight[rows[k]], weight[rows[k + 1]], weight[rows[k + 2]], weight[rows[k + 3]]
        x0, x1, x2, x3 = values[k], values[k + 1], values[k + 2], values[k + 3]
        for j in range(out.size):
            first = x0 * np.float64(row0[j]) + x1 * np.float64(row1[j])
            out[j] += first + (x2 * np.float64(row2[j]) + x3 * np.float64(row3[j]))
    for k in range(fours, n):
        row, x = weight[rows[k]], values[k]
        for j in range(out.size):
            out[j] += x * np.float64(row[j])


@kernel
def _list_used(given: Array, values: Array, rows: Array) -> Int:
    """List what is given that is not 0, and where it stands; returns how many there are."""
    n = 0
    for i in range(given.size):
        if given[i] != 0:
            values[n] = given[i]
            rows[n] = i
            n += 1
    return n


@kernel
def _add_up(given: Array, weight: Array, bias: Array, out: Array) -> None:
    """out = bias + given · weight, for whole numbers."""
    values, rows = np.empty(given.size), np.empty(given.size, np.int64)
    for j in range(out.size):
        out[j] = bias[j]
    _add_rows(values, rows, _list_used(given, values, rows), weight, out)


@kernel
def _catch_up(inputs: Array, before: Array, weight: Array, sums: Array) -> None:
    """Make sums of the inputs before those of the inputs now, by what has changed.

    Between two decisions of a seat that is little, and whole numbers lose nothing on the way.
    """
    values, rows = np.empty(inputs.size), np.empty(inputs.size, np.int64)
    n = 0
    for i in range(inputs.size):
        if inputs[i] != before[i]:
            values[n] = np.float64(inputs[i]) - np.float64(before[i])
            rows[n] = i
            n += 1
            before[i] = inputs[i]
    _add_rows(values, rows, n, weight, sums)


@kernel
def pass_on(sums: Array, bits: Int) -> None:
    """Drop bits after the point, and what is below 0."""
    part = 0.5**bits
    for j in range(sums.size):
        sums[j] = min(max(np.floor(sums[j] * part), 0.0), np.float64(MOST))


@kernel
def run_layers(network: Array, inputs: Array, before: Array, sums: Array, hidden: Array) -> None:
    """What the last layer passes on, into hidden[0]; hidden has two rows.

    `sums` are the first layer's for the inputs `before`; both are brought up to date.
    """
    w0, _, w1, b1, w2, b2 = network[0]
    fine = network[4]
    assert LAYERS == 3
    first, second = hidden[0], hidden[1]
    _catch_up(inputs, before, w0, sums)
    for j in range(first.size):
        first[j] = sums[j]
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
    choices = 0
    for k in range(out.size):
        choices += mask[k]
    if choices * _FEW > out.size:
        _add_up(last, policy, policy_bias, out)
    else:
        values, rows = np.empty(last.size), np.empty(last.size, np.int64)
        n = _list_used(last, values, rows)
        for k in range(out.size):
            if mask[k]:
                out[k] = policy_bias[k]
                for i in range(n):
                    out[k] += values[i] * np.float64(policy[rows[i], k])
    part = 0.5 ** (fine[3] + FINE)
    for k in range(out.size):
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
