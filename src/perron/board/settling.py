"""The search among many small choices: it takes the cheapest together, and finds the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from perron.board.choices import Costs


@dataclass(frozen=True, slots=True)
class Tries:
    """How often a search disturbs what it found."""

    favours: int
    """First, this many times, the costliest item takes what is best for it alone, and what is near must make way."""
    kicks: int
    """Then one part after another is kicked out of its place, this many times at most."""
    patience: int
    """It stops when this many kicks in a row were in vain."""


def search(costs: Costs, start: list[int] | None, tries: Tries) -> tuple[list[int], float]:
    """Settle, then disturb what was found and settle again; keep what is better."""
    random = Random(7)
    items = costs.items
    chosen = start or [int(item.cost.argmin()) for item in items]
    _settle(costs, chosen, range(len(items)))
    best, each = list(chosen), costs.each(chosen)
    cost = costs.total(chosen, each)
    tried: set[tuple[int, int]] = set()
    for _ in range(tries.favours):
        bent = [i for i in range(len(items)) if (i, best[i]) not in tried and best[i] != items[i].cost.argmin()]
        if not bent or costs.spent:
            break
        i = max(bent, key=lambda one: each[one])
        tried.add((i, best[i]))
        trial = list(best)
        trial[i] = int(items[i].cost.argmin())
        _settle(costs, trial, costs.near[i])
        found = costs.each(trial, best, each)
        total = costs.total(trial, found)
        if total < cost - 1e-9:
            best, each, cost = trial, found, total
    idle = 0
    for _ in range(tries.kicks):
        if idle > tries.patience or costs.spent:
            break
        idle += 1
        trial = list(best)
        i = random.choices(range(len(items)), [one + 0.05 for one in each])[0]
        some = [i, *random.sample(costs.near[i], min(3, len(costs.near[i])))]
        for k in some:
            trial[k] = random.randrange(len(items[k].cost))
        _settle(costs, trial, sorted({k for s in some[1:] for k in costs.near[s]} | set(costs.near[i])) + some)
        found = costs.each(trial, best, each)
        total = costs.total(trial, found)
        if total < cost - 1e-9:
            best, each, cost, idle = trial, found, total, 0
    return best, cost


def _settle(costs: Costs, chosen: list[int], order: Iterable[int]) -> None:
    """Let each take what is cheapest for it, and then those that are touched by that, until all are content."""
    waiting = list(dict.fromkeys(order))
    for _ in range(40 * len(costs.items)):
        if not waiting or costs.spent:
            return
        i = waiting.pop(0)
        if len(costs.items[i].cost) == 1:
            continue
        cost = costs.around(i, chosen)
        k = int(cost.argmin())
        if k != chosen[i] and cost[k] < cost[chosen[i]] - 1e-9:
            chosen[i] = k
            waiting += [j for j in costs.near[i] if j not in waiting]
