"""Two games that look the same to one viewer from beginning to end, and in which all that is hidden differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from perron import Game
from perron.editions.edition import Edition
from perron.errors import PerronError
from perron.game import Move
from perron.testing import redeal_hidden

Viewer = int | None


@dataclass
class Script:
    """A game from its deal on: how it begins, what is done, and what chance answers."""

    start: Game
    moves: list[Move] = field(default_factory=list)


class Scripted(Game):
    """A game that goes as a script says, as long as that lasts."""

    __slots__ = ("at", "script")

    script: Script
    at: int

    @classmethod
    def follow(cls, script: Script, numbers: Sequence[int]) -> Scripted:
        """The scripted game after these actions."""
        game = cls.__new__(cls)
        game.edition = script.start.edition
        game._begin(script.start.key, None)
        game._raw[:] = script.start._raw
        game.script, game.at = script, 0
        for number in numbers:
            game.play(number)
        return game

    def play(self, action: object) -> Move:
        """Play an action; chance answers as in the script."""
        if self.at == len(self.script.moves):
            return super().play(action)  # type: ignore[arg-type]
        move = self.replay(action, self.script.moves[self.at].answers)  # type: ignore[arg-type]
        self.at += 1
        return move

    def copy(self) -> Scripted:
        """A game that goes on from here on its own."""
        game = Scripted.follow(self.script, ())
        game._raw[:], game.at = self._raw, self.at
        game._log, game._before = self._log.copy(), self._before
        return game


@dataclass
class Twins:
    """The two games, and how different they are."""

    viewer: Viewer
    one: Script
    other: Script
    hidden: int = 0
    """Positions in which what the viewer cannot know is not the same."""

    @property
    def steps(self) -> int:
        return len(self.one.moves)


def _redealt(game: Game, viewer: Viewer, rng: Random) -> Game:
    if viewer is not None:
        return redeal_hidden(game, viewer, rng.getrandbits(60))
    # Dealt again for the first seat, then for the second: nobody's cards stay, and all that everybody sees does.
    return redeal_hidden(redeal_hidden(game, 0, rng.getrandbits(60)), 1, rng.getrandbits(60))


def twins(edition: str | Edition, seats: int, viewer: Viewer, rng: Random, steps: int) -> Twins:
    """Play both games with actions that the viewer cannot tell apart, at most this many, never to the end."""
    one = Game(edition, seats, seed=rng.getrandbits(60))
    other = _redealt(one, viewer, rng)
    found = Twins(viewer, Script(one.copy()), Script(other.copy()))
    for _ in range(steps):
        pair = _step(one, other, viewer, rng)
        if pair is None:
            break
        one, other = pair
        found.one.moves.append(one.moves[-1])
        found.other.moves.append(other.moves[-1])
        found.hidden += _differs(one, other, viewer)
    return found


def _step(one: Game, other: Game, viewer: Viewer, rng: Random) -> tuple[Game, Game] | None:
    """One action of both games; with hidden tickets the same int stands for other tickets in the same places."""
    numbers = one.legal_numbers().tolist()
    for number in rng.sample(numbers, len(numbers)):
        after = one.copy()
        move = after.play(number)
        if after.over:  # the end shows everything
            continue
        shown = after.view(viewer)
        for forced in (False, True):
            twin = other.copy()
            try:
                twin.replay(number, move.answers) if forced else twin.play(number)
            except PerronError:
                continue
            if twin.view(viewer) == shown:
                return after, twin
    return None


def _differs(one: Game, other: Game, viewer: Viewer) -> bool:
    def hidden(game: Game) -> list[object]:
        views = [game.view(seat, with_legal=False) for seat in range(game.seats) if seat != viewer]
        return [(view.hand, view.tickets, view.offered) for view in views]

    return hidden(one) != hidden(other)
