"""Where a planning bot looks for a station: not where it cannot help, and everywhere it can."""

from __future__ import annotations

import numpy as np

from perron import Game
from perron.bots import Clock, make_bot
from perron.bots.stations import best_station, missed_points
from perron.editions import load
from perron.engine import stations
from perron.engine.compiled import Array, kernel
from perron.engine.lines import UNUSED_STATIONS
from perron.engine.sizes import WILD
from perron.engine.state import SCRATCH, SHEET
from perron.engine.tables import tables_of
from tests.sampling import share


@kernel
def _found(tables: Array, states: Array, seat: int, work: Array, sheets: Array) -> tuple[int, int]:
    city, gain = best_station(tables[0], states[0], seat, work[0], sheets[0].borrowed[0])
    return city, gain


@kernel
def _tried(tables: Array, states: Array, seat: int, work: Array, sheets: Array, saved: Array) -> int:
    """Write the points that a station in each free city would save; returns the price of one."""
    t, s, row = tables[0], states[0], sheets[0].borrowed[0]
    missed = missed_points(t, s, seat, work[0], row)
    built, free = s.stations[seat], stations.free_cities(t, s)
    for city in range(t.cities):
        if free >> np.uint64(city) & np.uint64(1):
            s.stations[seat] = built | np.uint64(1) << np.uint64(city)
            saved[city] = missed - missed_points(t, s, seat, work[0], row)
    s.stations[seat] = built
    return int(stations.cost(t, s, seat))


def test_the_station_found_saves_as_much_as_any_city_would() -> None:
    planner, work, sheets = make_bot("planner"), np.zeros(1, SCRATCH), np.zeros(1, SHEET)
    tables = tables_of(load("europe"))
    unused = int(tables[0]["line_points"][UNUSED_STATIONS])
    helped = 0
    for seed in range(max(5, share(12))):
        game = Game("europe", 4, seed=f"stations {seed}")
        while game.to_move is not None:
            seat = game.to_move
            if game.turn % 3 == 0:
                states, saved = np.array([game.state]), np.zeros(64, np.int64)
                city, gain = _found(tables, states, seat, work, sheets)
                price = _tried(tables, states, seat, work, sheets, saved)
                if city >= 0:
                    helped += 1
                    assert gain == 2 * int(saved.max()) - unused - price
                    assert city == int(saved.argmax())
                elif price and 2 * int(saved.max()) > unused + price:
                    hand = game.state["hand"][seat]
                    assert int(hand[:WILD].max()) + int(hand[WILD]) < price  # only for want of cards
            game.play(planner.choose(game.view(seat), Clock()))
    assert helped > 20
