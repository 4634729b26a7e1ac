"""One game between bots. Each bot sees its seat's view and nothing else; an error costs it the decision."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from perron.arena.row import Forfeit, Row
from perron.arena.schedule import Plan, Task, bot_seed
from perron.bots.alarm import Late, alarm
from perron.bots.protocol import Bot, Clock
from perron.bots.registry import make_bot
from perron.editions import Edition
from perron.engine.state import STATE
from perron.engine.tables import tables_of
from perron.game import Game
from perron.keys import simulation_key

if TYPE_CHECKING:
    from perron.arena.luck import Luck

MOST_FAILURES = 3
"""After this many late or fatal decisions a bot is not asked again in the same game."""
_WORDS = 200


class Monitor(Protocol):
    """Learns which decision is being made, so that another process can see when it takes too long."""

    def begin(self, seat: int, decision: int) -> None:
        """A bot starts to think."""
        ...

    def end(self) -> None:
        """It has answered."""
        ...


class NoMonitor:
    """Monitors nothing."""

    def begin(self, seat: int, decision: int) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""


def seated_bot(edition: Edition, spec: str, seed: str) -> Bot:
    """The bot of a spec, which knows the edition even if it is not a built-in one."""
    bot = make_bot(spec, seed)
    if hasattr(bot, "use_edition"):
        bot.use_edition(edition)
    return bot


def warm_up_bots(plan: Plan) -> None:
    """Let the compiled bots decide once, so that compilation does not count as thinking time; and the judge of luck."""
    for spec in plan.bots:
        bot = seated_bot(plan.edition, spec, "")
        if hasattr(bot, "choose_int"):
            game = Game(plan.edition, plan.seats, seed=0)
            bot.choose_int(tables_of(plan.edition), game.knowledge(0), Clock(0.01, 1))
    if plan.luck is not None:
        _warm_up_luck(plan)


def _warm_up_luck(plan: Plan) -> None:
    from perron.learned.judges import judge_of  # noqa: PLC0415  networks take a moment to load

    game = Game(plan.edition, plan.seats, seed=0)
    judge_of(plan.edition).chances(np.frombuffer(game.state.tobytes(), STATE), [0])


class Seat:
    """A bot in its seat, with the time it has used and the decisions it has forfeited."""

    def __init__(self, plan: Plan, task: Task, seat: int, monitor: Monitor) -> None:
        self.plan, self.seat, self.monitor = plan, seat, monitor
        self.clock = Clock(plan.move_time, 1)
        self.seed = bot_seed(plan.seed, task, seat)
        self.spec = task.bots[seat]
        self.decisions, self.failures = 0, 0
        self.seconds = 0.0
        self.forfeits: list[Forfeit] = []
        self.known = {n: (why, words) for at, n, why, words in task.forfeited if at == seat}
        self.bot: Bot | None = None

    def decide(self, game: Game) -> None:
        """Play the bot's choice, or a random action where it makes none."""
        if self.decisions in self.known:
            self._forfeit(game, *self.known[self.decisions])
        elif self.failures >= MOST_FAILURES:
            self._forfeit(game, "out", f"late or dead {MOST_FAILURES} times in this game, it is not asked again")
        else:
            self._ask(game)
        self.decisions += 1

    def _ask(self, game: Game) -> None:
        start = time.perf_counter()
        self.monitor.begin(self.seat, self.decisions)
        wrong: tuple[str, str] | None = None
        try:
            with alarm(self.plan.patience):
                choice = self._choice(game)
        except Late:
            wrong = "late", f"no answer within {self.plan.patience:g} s"
        except (Exception, SystemExit) as error:  # a bot may be wrong in any way
            wrong = "raised", f"{type(error).__name__}: {error}"
        finally:
            self.monitor.end()
        spent = time.perf_counter() - start
        self.seconds += spent
        if wrong is None and spent > self.plan.patience:  # where no alarm can interrupt it
            wrong = "late", f"{spent:.1f} s for a decision"
        if wrong is None:
            try:
                game.play(choice)
            except Exception as error:  # anything at all may have been returned
                wrong = "illegal", str(error) or type(error).__name__
        if wrong is not None:
            self._forfeit(game, *wrong)

    def _choice(self, game: Game) -> Any:
        """The bot's answer to what its seat knows."""
        if self.bot is None:
            self.bot = seated_bot(self.plan.edition, self.spec, self.seed)
        if hasattr(self.bot, "choose_int"):
            return self.bot.choose_int(tables_of(game.edition), game.knowledge(self.seat), self.clock)
        return self.bot.choose(game.view(self.seat), self.clock)

    def _forfeit(self, game: Game, why: str, words: str) -> None:
        self.failures += why in ("late", "died")
        self.forfeits.append(Forfeit(self.seat, self.decisions, why, words[:_WORDS]))
        legal = game.legal_numbers("one")
        game.play(int(random.Random(f"{self.seed} {self.decisions} instead").choice(legal.tolist())))


def _luck_of(plan: Plan, task: Task) -> Luck | None:
    if plan.luck is None:
        return None
    from perron.arena.luck import Luck  # noqa: PLC0415  networks take a moment to load

    return Luck(plan, task)


def play_match(plan: Plan, task: Task, monitor: Monitor | None = None) -> Row:
    """Play one game to its end."""
    game = Game(plan.edition, plan.seats, key=simulation_key(plan.seed, task.deal))
    seats = [Seat(plan, task, seat, monitor or NoMonitor()) for seat in range(plan.seats)]
    luck = _luck_of(plan, task)
    while (to_move := game.to_move) is not None:
        before = game.state.tobytes()
        seats[to_move].decide(game)
        if luck is not None:
            luck.add(before, game.moves[-1].number, game.state.tobytes())
    outcome = game.outcome
    assert outcome is not None
    forfeits = sorted((one for seat in seats for one in seat.forfeits), key=lambda one: (one.seat, one.decision))
    return Row(
        deal=task.deal,
        rotation=task.rotation,
        bots=task.bots,
        scores=tuple(line.total for line in outcome.scores),
        ranks=outcome.ranks,
        tickets_made=tuple(len(line.completed) for line in outcome.scores),
        tickets_missed=tuple(len(line.missed) for line in outcome.scores),
        turns=game.turn,
        decisions=tuple(seat.decisions for seat in seats),
        seconds=tuple(round(seat.seconds, 6) for seat in seats),
        end=outcome.reason,
        forfeits=tuple(forfeits),
        luck=None if luck is None else luck.by_seat,
    )
