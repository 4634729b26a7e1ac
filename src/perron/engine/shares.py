"""Each seat's share of the win: all of it for the winner, an equal part for those who are tied for first."""

from perron.engine.compiled import Array, Int, Record, kernel


@kernel
def write_shares(sheet: Record, seats: Int, out: Array) -> None:
    """The shares of the win of a scored game."""
    winners = 0
    for q in range(seats):
        winners += sheet.rank[q] == 1
    for q in range(seats):
        out[q] = 1.0 / winners if sheet.rank[q] == 1 else 0.0
