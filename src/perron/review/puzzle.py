"""Puzzles: positions in which one move is clearly best and not the obvious one, one line each.

A line is `difficulty | position | answers | other moves | plan`: the answers are separated by semicolons, the best
first; of the other moves each is followed by the win chance that it loses, and the obvious one stands first; the plan
is an explanation in JSON. Lines that begin with # are comments.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from functools import lru_cache
from typing import Any, Literal, get_args

from perron.bots.protocol import Explanation, MoveValue
from perron.editions.edition import Edition
from perron.editions.faults import Fault
from perron.editions.folder import EditionFolder, own_folder
from perron.errors import EditionError, IllegalAction, NotationError, PerronError
from perron.game import Game
from perron.view import View

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
_LONGEST = 20_000
_FORM = "difficulty | position | answers | other moves | plan"
_COLUMN, _LIST = " | ", "; "


class PuzzleError(PerronError, ValueError):
    """A line is no puzzle; `line` is its number in the file, where it is in one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[type[PuzzleError], tuple[str, int | None]]:
        return type(self), (str(self), self.line)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position, and what to play there."""

    difficulty: Difficulty
    position: str
    """It begins with the edition and the version of its rules, `NAME@1`."""
    answers: tuple[str, ...]
    """Actions that are right, the best first: others are as good, such as another payment for the same route."""
    others: tuple[tuple[str, float], ...]
    """Other actions and the win chance that each loses, the obvious one first."""
    explanation: Explanation
    """The plan behind the best answer."""

    @property
    def id(self) -> str:
        """The same for the same position, wherever it stands in its file."""
        edition = self.position.partition("@")[0]
        return f"{edition}-{hashlib.sha256(self.position.encode()).hexdigest()[:12]}"

    @property
    def obvious(self) -> str:
        """What most would play."""
        return self.others[0][0]

    def lost(self, action: str) -> float | None:
        """The win chance that an action loses; None if that was not measured."""
        return 0.0 if action in self.answers else dict(self.others).get(action)

    def game(self, edition: Edition | None = None) -> Game:
        """The position, to look at and to play on from; raises NotationError or EditionError."""
        return Game.from_position(self.position, edition)


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle as it is put before somebody: what the seat to move sees, and nothing else of the position."""

    puzzle: Puzzle
    view: View


def to_line(puzzle: Puzzle) -> str:
    """A puzzle as a line, without its end."""
    others = _LIST.join(f"{action} {lost:.3f}" for action, lost in puzzle.others)
    plan = json.dumps(asdict(puzzle.explanation), ensure_ascii=False, separators=(",", ":"))
    return _COLUMN.join((puzzle.difficulty, puzzle.position, _LIST.join(puzzle.answers), others, plan))


def read_line(text: str) -> Puzzle:
    """The puzzle in a line; raises PuzzleError. Whether its moves are legal, `read_puzzles` checks."""
    parts = text.strip().split(_COLUMN, 4) if len(text) <= _LONGEST else []
    if len(parts) != 5:
        raise PuzzleError(f"a puzzle is written {_FORM}")
    difficulty, position, answers, others, plan = (part.strip() for part in parts)
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(f"{difficulty[:20]!r} is no difficulty: {', '.join(DIFFICULTIES)}")
    if "@" not in position.partition(" ")[0]:
        raise PuzzleError("the position of a puzzle begins with its edition and the version of its rules, NAME@1")
    right = tuple(filter(None, answers.split(_LIST)))
    wrong = tuple(_other(one) for one in others.split(_LIST) if one)
    if not right or not wrong:
        raise PuzzleError("a puzzle has an answer, and another move that is the obvious one")
    return Puzzle(difficulty, " ".join(position.split()), right, wrong, _explanation(plan))


def _other(text: str) -> tuple[str, float]:
    action, _, lost = text.strip().rpartition(" ")
    try:
        value = float(lost)
    except ValueError:
        value = -1.0
    if not action or not 0 <= value <= 1:
        raise PuzzleError(
            f"after another move stands the win chance that it loses, as in draw blind 0.140: {text[:60]!r}"
        )
    return action, value


def _explanation(text: str) -> Explanation:
    try:
        told = json.loads(text)
        words = {name: str(told[name]) for name in ("choice", "words")}
        ids = {name: _strings(told[name]) for name in ("tickets", "given_up", "links")}
        moves = tuple(MoveValue(str(one["action"]), float(one["value"]), str(one["note"])) for one in told["moves"])
        cards = {str(kind): int(n) for kind, n in told.get("cards", {}).items()}
        chances = tuple(float(chance) for chance in told.get("chances", ()))
        return Explanation(**words, **ids, moves=moves, cards=cards, chances=chances)  # type: ignore[arg-type]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        names = ", ".join(field.name for field in fields(Explanation))
        raise PuzzleError(f"the plan is not an explanation in JSON, with {names}") from None


def _strings(told: Any) -> tuple[str, ...]:
    if not isinstance(told, list) or not all(isinstance(one, str) for one in told):
        raise TypeError
    return tuple(told)


def read_puzzles(text: str, edition: Edition) -> tuple[Puzzle, ...]:
    """All puzzles of a file for an edition; raises PuzzleError for the first line that is wrong."""
    good, faults = _read(text, edition)
    if faults:
        raise faults[0]
    return tuple(one.puzzle for one in good)


def puzzle_faults(text: str, edition: Edition) -> list[Fault]:
    """What is wrong with a file of puzzles for an edition, line by line; none if it is good. Never raises."""
    return [Fault(error.line, "error", "puzzle/unusable", str(error)) for error in _read(text, edition)[1]]


def _read(text: str, edition: Edition) -> tuple[list[Posed], list[PuzzleError]]:
    found: dict[str, Posed] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            posed = pose(read_line(line), edition)
            if posed.puzzle.id in found:
                raise PuzzleError("the same position stands there twice")
            found[posed.puzzle.id] = posed
        except (PuzzleError, NotationError, IllegalAction, EditionError) as error:
            faults.append(PuzzleError(str(error), number))
    return list(found.values()), faults


def pose(puzzle: Puzzle, edition: Edition) -> Posed:
    """A puzzle that is good for an edition; raises PuzzleError, NotationError, IllegalAction or EditionError."""
    ident, _, version = puzzle.position.partition(" ")[0].partition("@")
    if (ident, version) != (edition.id, str(edition.version)):
        raise PuzzleError(
            f"the position is of {ident}@{version}, and the puzzles are of {edition.id}@{edition.version}"
        )
    game = puzzle.game(edition)
    if game.to_move is None:
        raise PuzzleError("nobody is to move in the position")
    moves = (*puzzle.answers, *(action for action, _ in puzzle.others), puzzle.explanation.choice)
    for action in moves:
        if canonical(game, action) != action:
            raise PuzzleError(f"{action!r} is written {canonical(game, action)!r}")
    if len(set(moves[:-1])) < len(moves) - 1 or puzzle.explanation.choice != puzzle.answers[0]:
        raise PuzzleError("every move stands there once, and the plan is that of the first answer")
    told = puzzle.explanation
    unknown = [one for one in (*told.tickets, *told.given_up) if one not in edition.ticket_index]
    unknown += [one for one in told.links if one not in edition.route_index]
    unknown += [one for one in told.cards if one not in (*edition.cards, "any")]
    if unknown:
        raise PuzzleError(f"the plan names what is not in {edition.id}: {', '.join(unknown)[:60]}")
    return Posed(puzzle, game.view(game.to_move))


def canonical(game: Game, action: str) -> str:
    """A legal action as it is always written; raises NotationError or IllegalAction."""
    return str(game.copy().play(action).action)


def puzzles_of(edition: Edition) -> tuple[Posed, ...]:
    """The puzzles that lie beside an edition, those left out that are no good for it."""
    folder = own_folder(edition)
    return () if folder is None else _good(_text(folder), edition)


# By the text and not by the folder: folders are told apart by the files that are kept with games, which this is not.
@lru_cache(maxsize=64)
def _good(text: str, edition: Edition) -> tuple[Posed, ...]:
    return tuple(_read(text, edition)[0])


def _text(folder: EditionFolder) -> str:
    return folder.puzzles().decode("utf-8", "replace")


def difficulties_in(folder: EditionFolder) -> tuple[Difficulty, ...]:
    """Of which difficulties there are puzzles, from a look at the file alone."""
    begun = {line.partition(_COLUMN)[0] for line in _text(folder).splitlines()}
    return tuple(one for one in DIFFICULTIES if one in begun)


def puzzle_of_day(puzzles: Sequence[Posed], day: date) -> Posed:
    """The one of a day: another one every day, and none again before all had their day."""
    shuffled = sorted(puzzles, key=lambda one: one.puzzle.id)
    return shuffled[day.toordinal() % len(shuffled)]
