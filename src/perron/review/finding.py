"""Finds puzzles in games: decisions in which one move is clearly best, and not the one that comes to mind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from perron.bots import Clock, make_bot
from perron.bots.built_in import CompiledBot
from perron.bots.explaining import Ranking, explain_choice
from perron.codec import decode
from perron.engine import actions as ints
from perron.engine.state import KEEP, SECOND, TURN
from perron.errors import NotationError
from perron.game import Game, Move
from perron.position import write_position
from perron.record import Record, replay_record
from perron.review.judging import Tries, mean_and_error, screen
from perron.review.planners import Planners, Redeals
from perron.review.puzzle import Difficulty, Puzzle
from perron.review.reviewer import finished_game
from perron.review.sizes import SURE

_OBVIOUS = ("greedy", "planner", "learned")
"""Bots whose choices come to mind, the simplest first: a puzzle is easy where the others know better than that one."""
_CLEAR = 0.03  # win chance that every other move loses at least
_WRONG = 0.06  # and the one that comes to mind
_SURELY = 3.0  # standard errors by which it does so on other games
_LARGE = 0.15  # what is easier to see where others go wrong too
_TOLD = 40  # other moves that a puzzle tells of
_EVEN = 0.01  # what another payment for the same thing may lose, and still be right
_COMPARED = 6  # moves measured besides those that come to mind
_MEASURED = 4  # re-deals that measure a puzzle, by the budget
_LEAST_MOVES = 4
_EACH_GAME = 3  # puzzles of a game at most: those of one game are alike


def find_puzzles(records: Iterable[Record], budget: int, seed: str) -> Iterator[Puzzle]:
    """The puzzles in finished games; raises ReviewError for a record that is no good."""
    for record in records:
        game, _ = finished_game(record)
        planners = Planners(game.edition, game.seats, seed, 1)
        bots = [make_bot(spec, seed) for spec in _OBVIOUS]
        found = 0
        for position in _positions(game, record):
            puzzle = _puzzle(position, planners, [bot for bot in bots if isinstance(bot, CompiledBot)], budget, seed)
            if puzzle is not None:
                yield puzzle
                found += 1
                if found == _EACH_GAME:
                    break


def _positions(game: Game, record: Record) -> Iterator[Game]:
    """The positions of a game in which there is something to decide, as their texts tell them."""
    again = replay_record(record, 0)
    for number, entry in enumerate(game.log):
        decides = isinstance(entry, Move) and again.state["phase"] in (TURN, SECOND, KEEP)
        if decides and len(again.legal_numbers("one")) >= _LEAST_MOVES:
            # What a text leaves out, such as who took which cards, is not there for those who solve the puzzle either.
            with suppress(NotationError):
                yield Game.from_position(write_position(game.edition, again.state, str(number)), game.edition)
        again.repeat(game)


def _puzzle(game: Game, planners: Planners, bots: list[CompiledBot], budget: int, seed: str) -> Puzzle | None:
    """The puzzle in a position, if there is one."""
    edition, state = game.edition, game.state.tobytes()
    me, knowledge = int(game.state["to_move"]), game.knowledge(game.to_move)
    legal = planners.legal(state)
    obvious_moves = [bot.choose_int(planners.tables, knowledge.copy(), Clock()) for bot in bots]
    redeals = planners.redeals(knowledge, seed)
    tries = Tries(redeals, list(dict.fromkeys([*obvious_moves, *legal])), me, thorough=False)
    for _ in screen(tries, budget):
        pass
    best = int(tries.moves[0])
    if best == obvious_moves[0]:
        return None
    near = [move for move, _ in tries.by_worth() if move != best][:_COMPARED]
    measured = Tries(redeals, list(dict.fromkeys([best, *obvious_moves, *near])), me, thorough=True)
    for _ in measured.play(budget // 4):
        pass
    rivals = [move for move in measured.moves.tolist()[1:] if not _same_but_for_payment(move, best)]
    if any(lead + SURE * error < _CLEAR for lead, error in (measured.lead(best, move) for move in rivals)):
        return None  # most positions have several moves that are about as good: a short look shows it
    for _ in measured.play(_MEASURED * budget):
        pass
    losses: dict[int, float] = {}
    answers = [best]
    for i, move in enumerate(measured.moves.tolist()[1:], 1):
        lost, error = mean_and_error(measured.wins[:, 0] - measured.wins[:, i])
        if _same_but_for_payment(move, best) and lost + SURE * error < 2 * _EVEN and lost < _EVEN:
            answers.append(move)
        elif lost < _CLEAR or lost - SURE * error <= 0:
            return None
        else:
            losses[move] = lost
    wrong = [move for move in dict.fromkeys(obvious_moves) if move in losses]
    if obvious_moves[0] not in losses or losses[wrong[-1]] < _WRONG:
        return None
    if not _confirmed(redeals, best, [*losses], me, budget):
        return None
    for move, behind in tries.by_worth():
        if move not in losses and move not in answers:
            losses[move] = max(_CLEAR, behind)

    def text(move: int) -> str:
        return str(decode(move, edition, game.state))

    ranking: Ranking = [
        (move, float(measured.wins[:, i].mean()), len(measured.wins)) for i, move in enumerate(measured.moves.tolist())
    ]
    obvious = wrong[-1]
    difficulty: Difficulty = (
        "easy" if not set(obvious_moves[1:]) & set(losses) else "medium" if losses[obvious] >= _LARGE else "hard"
    )
    others = {obvious: losses[obvious], **dict(sorted(losses.items(), key=lambda one: one[1])[:_TOLD])}
    return Puzzle(
        difficulty,
        game.position or "",
        tuple(map(text, answers)),
        tuple((text(move), round(lost, 3)) for move, lost in others.items()),
        explain_choice(edition, knowledge, best, sorted(ranking, key=lambda one: -one[1])),
    )


def _confirmed(redeals: Redeals, best: int, others: list[int], me: int, budget: int) -> bool:
    """Whether the answer is clearly better on other games too: of many positions some look like puzzles by chance."""
    again = Tries(redeals, [best, *others], me)
    for _ in again.play(_MEASURED * budget):
        pass
    leads = [again.lead(best, move) for move in others]
    return all(lead >= _CLEAR / 2 and lead > _SURELY * error for lead, error in leads)


def _same_but_for_payment(move: int, other: int) -> bool:
    """Whether two actions claim the same route or build in the same city."""
    kinds = ints.CLAIM, ints.STATION
    same = ints.kind_of(move) == ints.kind_of(other) and ints.index_of(move) == ints.index_of(other)
    return same and ints.kind_of(move) in kinds
