"""The planner's weights: what each is for.

A kernel gets the weights of an edition as one array, those for two seats first and then those for more, and reads them
with `weight(s, w, CARD)`: the names below are indices into it. `edition_weights` has the values for an edition.
"""

from __future__ import annotations

from perron.engine.compiled import Array, Int, Record, kernel

_names: list[str] = []


def _index(name: str) -> int:
    """The index of the next weight, which the files call by this name."""
    _names.append(name)
    return len(_names) - 1


# Costs of a route, in sixteenths of a card.
CARD = _index("card")  # a card that has to be drawn
HELD = _index("held")  # a card that is in the hand
CLAIM_TURN = _index("claim")  # the turn that a claim takes
POINT = _index("points")  # what a route's point takes off its cost
TUNNEL_RISK = _index("tunnel")  # the risk of a tunnel
SYMBOL = _index("symbol")  # a ferry's symbol

DANGER = _index("danger")  # urgency of a route next to another player's
PACE = _index("pace")  # turns per piece of the player with the fewest left, in sixteenths
SPARE_WILD = _index("spare_wild")  # what a wild is worth that a colour could replace
LATE = _index("late")  # turns left from which wilds are no longer spared
BLIND_BELOW = _index("blind_below")  # a face-up card worth less than this is left for a blind one
TICKET = _index("ticket")  # value of a ticket's point
KEEP_COST = _index("keep_cost")  # weight of a plan's cost when tickets are chosen, in sixteenths
TICKETS_GAIN = _index("tickets_gain")  # what new tickets must promise
CART = _index("cart")  # worth of a trade bonus card, in sixteenths of a point
TOUCH = _index("touch")  # worth of joining one's own network, likewise
STATION_LATE = _index("station_late")  # turns left from which a station may save a lost ticket
TICKET_PIECES = _index("ticket_pieces")  # pieces left for which a play-out still draws tickets
BARE = _index("bare")  # what counts against a tunnel attempt for each of two extra cards that it could not pay
CONTEST = _index("contest")  # urgency of a route that would close a gap in another player's network
BLOCK = _index("block")  # worth of taking such a route away, in sixteenths of a point
ASIDE = _index("aside")  # worth from which a route outside the plan is claimed with cards that the plan does not need
SLACK = _index("slack")  # turns beyond those left that a plan may take
MISHAP = _index("mishap")  # sixteenths of the turns left that a plan may fill when tickets are chosen
MISHAP_COST = _index("mishap_cost")  # cost of each sixteenth beyond that
BIG = _index("big")  # urgency of a point of a route
WILD_HELPS = _index("wild_helps")  # cards that a spare wild stands for in a plan, in sixteenths
CART_WAY = _index("cart_way")  # what a trade bonus card takes off a route's cost
TRADE = _index("trade")  # worth of a point that a trade bonus card would add now, in sixteenths of a point
TAIL = _index("tail")  # worth of making one's path longer where the longest counts, likewise
BONUS_WAY = _index("bonus_way")  # cost up to which the bonus between east and west is planned for
SWAP = _index("swap")  # cost of the nearest ticket from which tickets are swapped
HASTE = _index("haste")  # worth of a piece placed by a player who is ahead, in sixteenths of a point
RIVAL = _index("rival")  # points that the others are assumed to have in tickets
PAY_WILDS = _index("pay_wilds")  # wilds that a tunnel's extra cards may take
EARLY = _index("early")  # turns to spare beyond the plan from which tickets are drawn before it is done
SURE = _index("sure")  # sixteenths of the turns left that the path of a drawn ticket may take
WILD_LATE = _index("wild_late")  # turns left from which a face-up wild is taken for the one card that is missing
ENOUGH = _index("enough")  # tickets given up from which no more are drawn

# Priors of the search: what is assumed of a move before it is tried, in ten-thousandths of a reward. Each class of
# moves has a mean (how far it is behind the planner's move) and, next to it, a spread. `priors` measures them.
WITH_PLAN = _index("with_plan")  # draws, and claims that are in the plan
_index("with_plan_spread")
BESIDE_PLAN = _index("beside_plan")  # other claims, and stations
_index("beside_plan_spread")
OF_TICKETS = _index("of_tickets")  # drawing, keeping and swapping tickets, and answers to tunnels
_index("of_tickets_spread")

WEIGHT_NAMES = tuple(_names)
SEAT_GROUPS = ("two", "more")
"""Numbers of seats that have weights of their own."""
MOST = 10_000
"""The largest value of a weight: more than any game can reach, which is to say never."""
LEAST = {"tickets_gain": -200}
"""The smallest value of those that may be negative; it is 0 for all others."""


@kernel
def weight(s: Record, w: Array, name: Int) -> Int:
    """A weight, for the number of seats in the game."""
    return w[name] if s.seats == 2 else w[len(WEIGHT_NAMES) + name]
