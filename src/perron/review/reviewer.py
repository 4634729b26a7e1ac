"""Reviews a finished game, step by step: see docs/review.md for what the numbers mean."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from perron.bots.explaining import explain_choice
from perron.engine.state import STATE
from perron.errors import RecordError, ReviewError
from perron.game import Game, Move
from perron.record import Record, replay_record, verify_record
from perron.review.budgets import LEAST, MOST, STANDARD
from perron.review.judging import Decision, judge, mean_and_error
from perron.review.planners import NO_MOVE, Planners, Shares
from perron.review.report import FORMAT, Better, By, Judgement, Moment, Review
from perron.review.sizes import SURE, size_of
from perron.review.summary import deciding, strikes, summaries

VERSION = 1
"""Of how games are judged: raised when a game would be judged otherwise."""
_FUTURES = 3  # of a position, by the budget
_FIRST = 12  # futures of the first values
_DIGITS = 5
Steps = Generator[None]


class Reviewer:
    """One review, which can be interrupted and gone on with."""

    def __init__(self, record: Record, budget: int = STANDARD, seed: str = "", done: Sequence[Moment] = ()) -> None:
        """Raises ReviewError where the game cannot be reviewed. `done`: moments of a review that was broken off."""
        if not LEAST <= budget <= MOST:
            raise ReviewError(f"a budget of {budget:,} is not between {LEAST} and {MOST:,}")
        self._game, self._states = finished_game(record)
        self._edition, self._seats = self._game.edition, self._game.seats
        self._budget, self._seed = budget, seed
        self._stand_ins = record.stand_ins
        self._log = self._game.log
        if len(done) > len(self._states):
            raise ReviewError("there are more moments than the game has steps: they are of another game")
        self._planners = Planners(self._edition, self._seats, seed, _FUTURES * budget)
        self._chances: list[NDArray[np.float64]] = []
        self._start: NDArray[np.float64] | None = None
        self._start_errors: NDArray[np.float64] = np.zeros(self._seats)
        self._moments = list(done)
        self._last: Shares | None = None
        self._steps = self._all_steps()
        self._complete = False

    def work(self, seconds: float | None = None) -> bool:
        """Go on for about that long, or to the end; whether all is done."""
        end = None if seconds is None else time.perf_counter() + seconds
        while not self._complete:
            try:
                next(self._steps)
            except StopIteration:
                self._complete = True
            if end is not None and time.perf_counter() >= end:
                break
        return self._complete

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Those that are done: what `done` takes."""
        return tuple(self._moments)

    def review(self) -> Review:
        """The review, as far as it is."""
        moments = self._without_taken_back()
        winners = self._game.outcome.winners if self._game.outcome else ()
        result = tuple(round((seat in winners) / len(winners), _DIGITS) for seat in range(self._seats))
        even = np.full(self._seats, 1 / self._seats)
        start = _told(even if self._start is None else self._start)
        kept = moments[: len(self._moments)]
        return Review(
            format=FORMAT,
            edition=self._edition.id,
            rules=self._edition.version,
            seats=self._seats,
            judge=f"planner {VERSION}",
            budget=self._budget,
            seed=self._seed,
            done=len(self._moments),
            of=len(self._states),
            start=start,
            result=result,
            moments=moments,
            summaries=summaries(kept, start, result, self._start_errors.tolist()),
            deciding=deciding(kept),
            strikes=strikes(kept),
        )

    def _without_taken_back(self) -> tuple[Moment, ...]:
        """All moments. An action that was taken back is no mistake, and brought nothing."""
        moments = [*self._moments]
        for at in range(len(moments), len(self._states)):
            chances = self._chances[at] if at < len(self._chances) else np.full(self._seats, 1 / self._seats)
            moments.append(_blank(chances, None if at == 0 else self._log[at - 1].seat))
        for at in range(1, len(self._moments)):
            undone = at < len(self._log) and not isinstance(self._log[at], Move)
            if undone and isinstance(self._log[at - 1], Move):
                moments[at] = _blank(np.array(moments[at].chances), moments[at].seat)
        return tuple(moments)

    # the work

    def _all_steps(self) -> Steps:
        yield from self._begin()
        for at in range(len(self._states)):
            shares = np.zeros((_FIRST, self._seats))
            yield from self._value(at, shares)
            self._chances.append(shares.mean(0))
        for at in range(len(self._moments), len(self._states)):
            yield from self._step(at)

    def _begin(self) -> Steps:
        """The chances before the deal; a game that begins in its middle begins with those of that position."""
        shares = np.zeros((_FUTURES * self._budget, self._seats))
        if self._game.position is None:
            yield from self._planners.deal(shares)
        else:
            yield from self._value(0, shares)
        self._start = shares.mean(0)
        if self._game.position is None:
            self._start_errors = shares.std(0, ddof=1) / np.sqrt(len(shares))

    def _value(self, at: int, shares: Shares) -> Steps:
        """Fill in what the futures of the game after a step bring."""
        yield from self._planners.go_on(self._states[at], NO_MOVE, shares)

    def _step(self, at: int) -> Steps:
        assert self._start is not None
        after = np.zeros((_FUTURES * self._budget, self._seats))
        if self._last is None and at > 0:  # the moments before were done earlier
            self._last = np.zeros_like(after)
            yield from self._value(at - 1, self._last)
        yield from self._value(at, after)
        value = after.mean(0)
        self._chances[at] = value
        if at == 0:
            luck = value - self._start
            error = float(np.hypot(self._start_errors, after.std(0, ddof=1) / np.sqrt(len(after))).max())
            moment = replace(_blank(value, None), luck=_told(luck), luck_error=round(error, _DIGITS))
        elif isinstance(entry := self._log[at - 1], Move):
            moment = yield from self._move(at, entry, after)
        else:
            moment = _blank(value, entry.seat)
        self._moments.append(moment)
        self._last = after

    def _move(self, at: int, move: Move, after: Shares) -> Generator[None, None, Moment]:
        """What chance and the move brought.

        A position is worth what the planner's move in it is: with the same keys, their futures are the same games.
        """
        assert self._last is not None
        state, me, played = self._states[at - 1], move.seat, move.number
        planned, legal = self._planners.choose(state), self._planners.legal(state)
        if not self._by_chance(at, move):
            expected = after
        elif played == planned:
            expected = self._last
        else:
            expected = np.zeros_like(after)
            yield from self._planners.go_on(state, played, expected)
        luck = after.mean(0) - expected.mean(0)
        most = int(abs(luck).argmax())
        luck_error = mean_and_error(after[:, most] - expected[:, most])[1]
        effect = skill = np.zeros(self._seats)
        errors, judgement = (0.0, 0.0), None
        if len(legal) > 1 or played not in legal:
            knowledge = self._planners.knowledge(state)
            redeals = self._planners.redeals(knowledge, self._seed)
            found = yield from judge(redeals, legal, played, planned, me, self._budget)
            if played != planned:
                against = expected - self._last
                effect, skill = against.mean(0), found.skill
                errors = mean_and_error(against[:, me])[1], found.skill_error
            judgement = self._judgement(at, move, knowledge, found)
        luck_error, effect_error, skill_error = (round(error, _DIGITS) for error in (luck_error, *errors))
        told = (_told(after.mean(0)), _told(luck), me, _told(effect), _told(skill))
        return Moment(*told, luck_error, effect_error, skill_error, judgement)

    def _judgement(self, at: int, move: Move, knowledge: np.ndarray, found: Decision) -> Judgement:
        low, high = found.lost - SURE * found.error, found.lost + SURE * found.error
        size = size_of(found.lost, low)
        better = None
        if size != "fine":
            explanation = explain_choice(self._edition, knowledge.copy(), found.best, list(found.ranking))
            better = Better(explanation.choice, explanation, round(found.gain, 2), round(found.gain_of_others, 2))
        return Judgement(
            action=str(move.action),
            by=self._by(at, move.seat),
            size=size,
            within_noise=found.best != move.number and size == "fine" and low <= 0,
            lost=round(found.lost if low > 0 else 0.0, _DIGITS),
            low=round(low, _DIGITS),
            high=round(high, _DIGITS),
            better=better,
        )

    def _by_chance(self, at: int, move: Move) -> bool:
        """Whether chance took part: it answered, or tickets came from the pile, whose order nobody knew."""
        tops = [np.frombuffer(state, STATE)[0]["ticket_top"] for state in self._states[at - 1 : at + 1]]
        return bool(move.answers) or tops[0] != tops[1]

    def _by(self, at: int, seat: int) -> By:
        if self._game.branches and at <= self._game.branches[-1].after:
            return "earlier"
        return "bot" if any(seat == one and first <= at <= last for one, first, last in self._stand_ins) else "seat"


def _told(values: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(round(float(value), _DIGITS) for value in values)


def _blank(chances: NDArray[np.float64], seat: int | None) -> Moment:
    """A step in which nothing happened that could be judged."""
    none = (0.0,) * len(chances)
    return Moment(_told(chances), none, seat, none, none, 0.0, 0.0, 0.0, None)


def finished_game(record: Record) -> tuple[Game, list[bytes]]:
    """The game of a record and its state after every step; raises ReviewError if it is no finished, intact game."""
    try:
        game = verify_record(record).game
        again = replay_record(record, 0)
    except RecordError as error:
        where = "" if error.line is None else f"line {error.line}: "
        raise ReviewError(f"{where}{error}") from None
    if not game.over:
        raise ReviewError("the game is not over: only a finished game can be reviewed")
    states = [again.state.tobytes()]
    for _ in game.log:
        again.repeat(game)
        states.append(again.state.tobytes())
    return game, states
