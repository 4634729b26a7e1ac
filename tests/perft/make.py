"""Write the perft files again, after a rule has changed: `python -m tests.perft.make`. Read the diff."""

from __future__ import annotations

from tests.every_version import EVERY
from tests.perft.counting import FOLDER, Case, counted

_MOST = 3_000_000
"""Leaves at the deepest count of a case."""

_CLOSED = "own=P1:frankfurt-paris/1,berlin-frankfurt/2 hand=P0:white*4,orange*4,black*3"
_NEARLY = (
    "own=P0:north-middle,west-middle made=P0:north-middle,north-west "
    "tickets=P0:east-middle,north-south;P1:south-west,east-south hand=P0:green*2,red*2;P1:blue*3,wild*2"
)
_TUNNEL = "hand=P0:green*3,wild*2,red*2;P1:blue*3,wild*1,red*1 display=red,blue,green,green,blue"
CASES = {
    "europe": [
        ("two-players-dealt", "game europe 2 17", "one", 4),
        ("two-players-dealt-every-payment", "game europe 2 17", "all", 4),
        ("five-players-dealt", "game europe 5 7", "one", 6),
        (
            "hands-full",
            "position europe seats=3 hand=P0:blue*5,red*4,wild*3;P1:green*4,yellow*4,wild*1;P2:white*6,wild*2 seed=1",
            "all",
            3,
        ),
        ("doubles-closed", f"position europe seats=3 {_CLOSED} seed=2", "all", 4),
        (
            "last-turn-of-all",
            "position europe seats=2 last_round=1 hand=P0:blue*3,red*2 pieces=P0:2 ticket_pile=athina-angora seed=3",
            "all",
            4,
        ),
    ],
    "amsterdam": [
        ("two-players-dealt", "game amsterdam 2 7", "one", 6),
        ("four-players-dealt-every-payment", "game amsterdam 4 7", "all", 7),
        ("hands-full", "position amsterdam hand=P0:red*4,blue*3,wild*2;P1:green*4,wild*3 seed=1", "all", 4),
    ],
    "berlin": [
        ("two-players-dealt", "game berlin 2 7", "one", 5),
        ("four-players-dealt-every-payment", "game berlin 4 7", "all", 6),
        ("hands-full", "position berlin hand=P0:red*4,blue*3,wild*2;P1:green*4,purple*2,wild*3 seed=1", "all", 4),
        ("one-tram-and-metros", "position berlin pieces=P0:1,metro*5;P1:0,metro*2 hand=P0:rest display=none", "all", 3),
    ],
    "first_journey": [
        ("two-players-dealt", "game first_journey 2 7", "one", 6),
        ("four-players-dealt-every-payment", "game first_journey 4 7", "all", 5),
        ("hands-full", "position first_journey hand=P0:red*4,blue*3,wild*3;P1:green*4,white*4 seed=1", "all", 3),
    ],
    "amsterdam@1": [
        ("two-players-dealt", "game amsterdam@1 2 7", "one", 6),
        ("four-players-dealt-every-payment", "game amsterdam@1 4 7", "all", 7),
        ("hands-full", "position amsterdam@1 hand=P0:red*4,blue*3,wild*2;P1:green*4,wild*3 seed=1", "all", 4),
    ],
    "first_journey@1": [
        ("two-players-dealt", "game first_journey@1 2 7", "one", 6),
        ("four-players-dealt-every-payment", "game first_journey@1 4 7", "all", 5),
        ("hands-full", "position first_journey@1 hand=P0:red*4,blue*3,wild*3;P1:green*4,white*4 seed=1", "all", 3),
    ],
    "micro": [
        ("two-players-dealt", "game micro 2 7", "one", 8),
        ("two-players-dealt-every-payment", "game micro 2 8", "all", 8),
    ],
    "tiny": [
        ("two-players-dealt", "game tiny 2 7", "one", 8),
        ("three-players-dealt-every-payment", "game tiny 3 7", "all", 8),
        ("tunnels-and-ferries", f"position tiny {_TUNNEL} seed=4", "all", 5),
        ("only-wilds-to-draw", "position tiny hand=P0:red*5,blue*5;P1:green*5 seed=1", "all", 5),
        ("nothing-to-draw", "position tiny hand=P0:red*5,wild*2;P1:rest display=none ticket_pile=none", "all", 5),
        ("the-end-is-near", "position tiny last_round=2 hand=P0:red*2,wild*1;P1:blue*2 seed=6", "all", 6),
        ("the-limit-is-near", "position tiny turns=998 hand=P0:green*2,wild*1;P1:blue*2 seed=6", "all", 7),
    ],
    "tiny_race": [
        ("two-players-dealt", "game tiny_race 2 7", "one", 10),
        ("three-players-dealt-every-payment", "game tiny_race 3 7", "all", 9),
        ("nearly-there", f"position tiny_race {_NEARLY}", "all", 7),
        ("the-last-train", "position tiny_race pieces=P0:1;P1:2 hand=P0:blue*2,red*1;P1:green*2,wild*2", "all", 8),
    ],
}
"""By edition: name, start, payments, and the depth to count to if that is not too many."""


def lines(edition: str) -> list[str]:
    """What the file of an edition holds."""
    out = [f"# How many sequences of legal actions there are in {edition}, by their length; chance follows the key."]
    for name, start, payments, deepest in CASES[edition]:
        case = Case(name, start, payments)
        game = case.game()
        out += ["", f"id {name}", start, f"payments {payments}"]
        for depth in range(1, deepest + 1):
            n = counted(game, depth, payments)
            if n > _MOST:
                break
            out.append(f"perft {depth} {n}")
    return out


if __name__ == "__main__":
    for each in EVERY:
        (FOLDER / f"{each}.perft").write_text("\n".join(lines(each)) + "\n", "utf-8")
