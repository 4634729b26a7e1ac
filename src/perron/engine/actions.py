"""Actions as ints: kind, index (route, city or the tickets kept), colour and wilds, each in bits of its own."""

from perron.engine.compiled import Int, kernel

PASS = 0
DRAW_FACE_UP = 1  # colour: the card kind
DRAW_BLIND = 2
DRAW_CARDS = 3  # editions without a display: all cards of a draw at once
DRAW_TICKETS = 4
KEEP_TICKETS = 5  # index: bit i is set if the i-th ticket drawn is kept
SWAP_TICKETS = 6  # give up the tickets in hand
CLAIM = 7  # index: route; colour: WILD if wilds alone are paid
STATION = 8  # index: city
PAY_TUNNEL = 9  # wilds: how many of the extra cards are wilds
DECLINE = 10

ONE = 0  # legal actions with one payment a colour: the one with the fewest wilds; wilds alone are a colour of their own
ALL = 1  # every payment


@kernel
def action(kind: Int, index: Int, colour: Int, wilds: Int) -> Int:
    """The int form of an action."""
    return (kind << 16) | (index << 8) | (colour << 4) | wilds


@kernel
def kind_of(a: Int) -> Int:
    """Which kind of action it is."""
    return a >> 16


@kernel
def index_of(a: Int) -> Int:
    """Its route, city or kept tickets."""
    return (a >> 8) & 255


@kernel
def colour_of(a: Int) -> Int:
    """Its colour, or WILD."""
    return (a >> 4) & 15


@kernel
def wilds_of(a: Int) -> Int:
    """How many wilds it pays."""
    return a & 15
