"""Tables whose games are over, written into a store without anybody playing them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from perron import Game
from perron.editions import known_edition
from perron.game import Move
from perron.keys import NO_WORD
from perron.server.dealing import mixed_of
from perron.server.edition_key import own_key
from perron.server.models import COLOURS
from perron.server.store import LogRow, SeatRow, Store, TableRow, queries
from perron.server.store.codes import new_code
from tests.server.store.making import table


@dataclass(frozen=True)
class Finished:
    """A finished game, and the code of its table."""

    code: str
    game: Game

    def at(self, step: int) -> Game:
        """The game at one of the steps of its replay."""
        game = Game(self.game.edition, self.game.seats, key=self.game.key)
        for _ in range(step):
            game.repeat(self.game)
        return game

    def step_in(self, phase: str) -> int | None:
        """A step of the replay at which the game is in this phase, but for the last; None if there is none."""
        return next((i for i in range(len(self.game.log)) if self.at(i).view(with_legal=False).phase == phase), None)


def finished(store: Store, edition: str, seats: int, seed: str = "", *, bots: tuple[int, ...] = ()) -> Finished:
    """Play a game at random, with undos, and keep it as a table that is over; people sit in all seats but `bots`."""
    rng = Random(f"finished {edition} {seats} {seed}")
    code = new_code()
    found = known_edition(edition)
    named = {"edition": edition, "rules": found.version, "edition_key": own_key(found)}
    made = table(code, seat_count=seats, status="over", words=[NO_WORD] * seats, **named)
    game = Game(found, seats, key=mixed_of(made).game_key)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        game.play(rng.choice(game.legal_actions("one")))
        if game.may_take_back(seat) and rng.random() < 0.1:
            game.take_back(seat)
    rows = [
        LogRow(
            number=number,
            kind="action" if isinstance(entry, Move) else "undo",
            seat=entry.seat,
            text=str(entry.action) if isinstance(entry, Move) else None,
            action=entry.number if isinstance(entry, Move) else None,
            answers=entry.answers if isinstance(entry, Move) else (),
            by="bot" if entry.seat in bots else "person",
            client=f"{entry.seat}:{number}",
            at=2_000 + number,
        )
        for number, entry in enumerate(game.log, 1)
    ]
    chairs = [_chair(code, seat, seat in bots) for seat in range(seats)]
    over = {"number": len(rows), "started": 1_000, "ended": 9_000, "expires": 2**52}
    row = TableRow(**{**{name: getattr(made, name) for name in made.__slots__}, **over})
    own = found if made.edition_key is not None else None
    store.write_now(lambda connection: queries.create_table(connection, row, chairs, own, rows))
    return Finished(code, game)


def _chair(code: str, seat: int, is_bot: bool) -> SeatRow:
    return SeatRow(
        code=code,
        seat=seat,
        kind="bot" if is_bot else "person",
        level="easy" if is_bot else None,
        name=f"Seat {seat}",
        colour=COLOURS[seat],
        secret_hash=None if is_bot else bytes([seat]) * 32,
        ready=True,
    )
