"""A hosted game's record says where a bot, or the clock, played for a person."""

from __future__ import annotations

import re

import pytest

from perron import Game
from perron.errors import RecordError
from perron.record import StandIn, read_record, verify_record, write_record


def a_game() -> Game:
    game = Game("tiny", 2, seed=3)
    while not game.over:
        game.play(game.legal_actions()[-1])
    return game


def test_it_is_written_and_read_again() -> None:
    game = a_game()
    of = [[i for i, move in enumerate(game.log, 1) if move.seat == seat] for seat in (0, 1)]
    ranges = [StandIn(0, of[0][2], of[0][4]), StandIn(0, of[0][6], of[0][6]), StandIn(1, of[1][0], of[1][-1])]
    text = write_record(game, stand_ins=ranges)
    record = read_record(text)
    assert record.stand_ins == tuple(ranges)
    assert verify_record(record).key_checked
    assert write_record(game, stand_ins=record.stand_ins) == text
    assert read_record(write_record(game)).stand_ins == ()


def test_what_cannot_be_so_is_refused_with_its_line() -> None:
    game = a_game()
    first = next(i for i, move in enumerate(game.log, 1) if move.seat == 1)
    other = next(i for i, move in enumerate(game.log, 1) if move.seat == 0)
    text = write_record(game, stand_ins=[StandIn(1, first, first)])
    line = 1 + text.split("\n").index(f"stand_ins P1:{first}-{first}")
    for wrong in (
        "P1",
        f"P1:{first}",
        f"P1:0-{first}",
        f"P1:{first}-{len(game.log) + 1}",
        f"P1:{first}-99999999",
        f"P1:{other}-{other}",
        f"P9:{first}-{first}",
        f"P1:{first}-{first} P1:{first}-{first}",
        f"P1:{first}-{first} P0:{other}-{other}",
        f"P1:{first}-{first},",
    ):
        with pytest.raises(RecordError) as caught:
            read_record(re.sub(r"^stand_ins .*$", f"stand_ins {wrong}", text, flags=re.MULTILINE))
        assert caught.value.line == line, wrong
