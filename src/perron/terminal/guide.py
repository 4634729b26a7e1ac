"""Help at the prompt, with examples from the edition that is played."""

from __future__ import annotations

from collections.abc import Iterator

from perron.editions import Edition
from perron.editions.edition import GRAY


def guide(edition: Edition) -> Iterator[str]:
    """Lines of help."""
    route, ticket, colour = edition.routes[0], edition.tickets[0], edition.colours[0]
    yield "Type a number from the list, or an action in words:"
    yield f"  draw {colour}, draw wild, draw blind" if edition.draw.display else "  draw cards"
    yield from ("  swap tickets",) if edition.swap_tickets else ("  draw tickets", f"  keep {ticket.id}")
    yield f"  claim {route.id} {colour if route.colour == GRAY else route.colour}*{route.cards}"
    if edition.stations:
        yield f"  station {edition.cities[0].id} {colour}*{edition.stations.cost[0]}"
    if "tunnels" in edition.mechanics:
        yield f"  pay {colour}*1, let go"
    yield f"A wild, here a {edition.wild_name['en']}, stands for any colour. Other words:"
    yield "  board      all routes by colour; only some: board NAME, board COLOUR"
    yield "  players    what everybody knows of each player"
    yield "  ids        places with their ids, for actions in words"
    yield "  news       what happened since your last turn"
    yield "  back       to the first list; also 0"
    yield "  quit       stop here"
