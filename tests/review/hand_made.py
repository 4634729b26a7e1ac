"""Puzzles made by hand, on the board that `perron editions new` begins."""

from __future__ import annotations

from pathlib import Path

from perron.bots.protocol import Explanation, MoveValue
from perron.editions.folder import PUZZLES
from perron.review.puzzle import Puzzle, to_line
from tests.editions.own import begun_edition

LAST_TURN = "own=P0:anchor-bell;P1:dune-hill,grove-jetty pieces=P1:2 last_round=1"


def _plan(choice: str, ticket: str, *links: str, **cards: int) -> Explanation:
    return Explanation(choice, f"I play {choice}.", (ticket,), (), links, (MoveValue(choice, 0.9, "best"),), cards)


TWO_PAYMENTS = Puzzle(
    "easy",
    f"utrecht@1 seats=2 {LAST_TURN} hand=P0:green*2,red,wild;P1:blue*2 display=red,blue,green,black,red "
    "tickets=P0:anchor-elm;P1:dune-fort turn=P0",
    ("claim bell-elm green*2", "claim bell-elm green*1 wild*1"),
    (("draw blind", 0.62), ("draw tickets", 0.71)),
    _plan("claim bell-elm green*2", "anchor-elm", "bell-elm"),
)
"""The last turn of all: a ticket is completed with either payment."""
KEEP_THE_MADE_ONE = Puzzle(
    "medium",
    f"utrecht@1 seats=2 {LAST_TURN.replace('anchor-bell', 'anchor-bell,bell-elm')} hand=P0:red;P1:blue*2 "
    "display=red,blue,green,black,red tickets=P0:anchor-hill;P1:dune-fort offered=P0:anchor-elm,cape-jetty,grove-fort",
    ("keep anchor-elm",),
    (("keep anchor-elm cape-jetty grove-fort", 0.8),),
    _plan("keep anchor-elm", "anchor-elm"),
)
"""Of the tickets offered one is completed already; there is no turn left for the others."""
TAKE_THE_WILD = Puzzle(
    "hard",
    "utrecht@1 seats=3 own=P0:anchor-bell;P1:dune-hill;P2:fort-jetty hand=P0:green,black*2;P1:blue*2;P2:red*3 "
    "display=red,wild,green,black,red tickets=P0:anchor-elm,anchor-cape;P1:dune-fort;P2:grove-elm turn=P0",
    ("draw wild",),
    (("claim cape-elm black*2", 0.14), ("draw blind", 0.09)),
    _plan("draw wild", "anchor-elm", "bell-elm", green=1),
)
ALL = (TWO_PAYMENTS, KEEP_THE_MADE_ONE, TAKE_THE_WILD)


def edition_with_puzzles(place: Path) -> Path:
    """The folder of an edition with them, in a place."""
    home = begun_edition(place)
    (home / PUZZLES).write_text("# by hand\n" + "".join(f"{to_line(one)}\n" for one in ALL), "utf-8")
    return home
