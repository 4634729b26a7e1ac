"""A sequential test between two bots: it goes on until one of two claims about the win rate can be dropped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log

from perron.errors import PerronError

_HALVINGS = 60
_PRIOR = 1e-3
"""Deals added to the scores 0 and 1, so that scores not seen yet are not held to be impossible."""


def rate_of(text: str, seats: int) -> float:
    """A win rate written as `0.55`, `55%`, or as a difference in rating: `20elo`. Raises PerronError."""
    told = text.strip().lower()
    try:
        if told.endswith("elo"):
            # One seat of the stronger bot among equal others.
            strength = 10 ** (float(told[:-3]) / 400)
            rate = strength / (strength + seats - 1)
        else:
            rate = float(told[:-1]) / 100 if told.endswith("%") else float(told)
    except (ValueError, OverflowError):
        raise PerronError(f"{text!r} is not a win rate: write 0.55, 55% or 20elo") from None
    if not 0 < rate < 1:
        raise PerronError(f"{text!r} is not a win rate between 0 and 1")
    return rate


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a sequential test stands."""

    decision: str | None
    """H0, H1, or None as long as it is open."""
    llr: float
    """Logarithm of the likelihood ratio of H1 to H0."""
    deals: int
    """How many deals it rests on."""
    rate: float
    """Win rate of the first bot in those deals."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Whether the win rate of the first bot is h0 or less, or h1 or more."""

    first: str
    second: str
    h0: float = 0.5
    h1: float = 0.55
    risk: float = 0.05
    """The chance, at most, to decide for H1 where H0 holds, and the other way round."""
    least: int = 0
    """Deals before which it does not decide."""
    bound: float = field(init=False)
    """The ratio's logarithm at which H1 is decided for; minus this, H0."""

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise PerronError("a sequential test is between two different bots")
        if not 0 < self.h0 < self.h1 < 1:
            raise PerronError(f"H0 must be a lower win rate than H1, not {self.h0:g} against {self.h1:g}")
        if not 0 < self.risk < 0.5:
            raise PerronError(f"the risk is between 0 and 0.5, not {self.risk:g}")
        object.__setattr__(self, "bound", log((1 - self.risk) / self.risk))

    @property
    def pair(self) -> tuple[str, str]:
        """The two bots."""
        return self.first, self.second

    def course(self) -> Course:
        """The test before its first deal."""
        return Course(self)


class Course:
    """A test under way: deals are added in order until it has decided, and no more after that."""

    def __init__(self, test: SequentialTest) -> None:
        self.test = test
        self._seen: dict[float, float] = {0.0: _PRIOR, 1.0: _PRIOR}
        self._total = 0.0
        self.llrs: list[float] = []
        """The ratio's logarithm after each deal."""

    def add(self, score: float) -> None:
        """The next deal: the first bot's mean share of the wins in its games."""
        assert self.verdict.decision is None
        score = round(score, 9)
        self._seen[score] = self._seen.get(score, 0.0) + 1
        self._total += score
        self.llrs.append(log_likelihood_ratio(self._seen, self.test.h0, self.test.h1))

    @property
    def verdict(self) -> Verdict:
        """How it stands."""
        n = len(self.llrs)
        llr = self.llrs[-1] if n else 0.0
        open_yet = n < self.test.least or abs(llr) < self.test.bound
        decision = None if open_yet else "H1" if llr > 0 else "H0"
        return Verdict(decision, llr, n, self._total / n if n else 0.0)


def log_likelihood_ratio(seen: Mapping[float, float], h0: float, h1: float) -> float:
    """Of the likeliest distributions of deal scores with mean h1 and with mean h0 (a generalised ratio).

    `seen` says how often each score came up; 0 and 1 must be among them, with however little weight.
    """
    p0, p1 = _likeliest(seen, h0), _likeliest(seen, h1)
    return sum(n * log(p1[score] / p0[score]) for score, n in seen.items())


def _likeliest(seen: Mapping[float, float], mean: float) -> dict[float, float]:
    """The likeliest distribution with this mean, given how often each score came up.

    It is share / (1 + x * (score - mean)), with the x at which the mean comes out right; that falls as x grows.
    """
    total = sum(seen.values())
    parts = [(n / total, score - mean) for score, n in seen.items()]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(share * off / (1 + x * off) for share, off in parts) > 0:
            low = x
        else:
            high = x
    return {score: share / (1 + x * off) for score, (share, off) in zip(seen, parts, strict=True)}
