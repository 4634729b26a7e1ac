"""A bot's plan in words and data, read from the planner's memory. It tells only what its seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from perron import codec
from perron.action import (
    Action,
    BuildStation,
    ClaimRoute,
    Decline,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    SwapTickets,
)
from perron.bots.claims import NO_ACTION, target
from perron.bots.edition_weights import weights_for
from perron.bots.plan import need_route, plan_now, plan_turns
from perron.bots.planner_memory import new_memories
from perron.bots.protocol import Explanation, MoveValue
from perron.editions import Edition
from perron.editions.edition import GRAY
from perron.editions.naming import place_name
from perron.engine import actions as ints
from perron.engine import bits
from perron.engine.compiled import Array, Int, kernel
from perron.engine.sizes import KINDS
from perron.engine.state import SCRATCH, SHEET
from perron.engine.tables import tables_of

_MOVES = 5
ANY = "any"
"""Stands for cards of whatever colour among those that a plan still needs."""
Ranking = list[tuple[int, float, int]]
"""Moves with their mean reward (0 to 1) and how often they were tried, best first."""


@kernel
def plan_after(
    tables: Array, knowledge: Array, choice: Int, memories: Array, weights: Array, work: Array, sheets: Array
) -> Int:
    """Plan for knowledge 0 as the planner does, with the tickets that `choice` keeps; the plan is left in memory 0.

    Returns the route to go for where no ticket is left to make, or NO_ACTION.
    """
    t, v, m, w = tables[0], knowledge[0], memories[0], weights[0]
    s = v.s
    p = np.int64(v.seat)
    if ints.kind_of(choice) == ints.KEEP_TICKETS:
        for i in range(s.dealt.shape[1]):
            if (ints.index_of(choice) >> i) & 1:
                k = s.dealt[p, i]
                s.tickets[p, k >> 6] |= bits.bit(k)
    left = plan_now(t, s, p, m, w)
    if m.claims > 0:
        return np.int64(NO_ACTION)
    r = target(t, s, p, m, w, left - plan_turns(m))
    if r >= 0:
        need_route(t, m, r)
    return r


@dataclass(frozen=True, slots=True)
class Plan:
    """What `plan_after` leaves in the planner's memory, by ids."""

    wanted: tuple[str, ...]
    completed: tuple[str, ...]
    given_up: tuple[str, ...]
    links: tuple[str, ...]
    target: str | None
    """A route to go for because no ticket is left to make."""
    cards: dict[str, int]
    """Cards still to be drawn, by kind; ANY: of whatever colour."""


def explain_choice(
    edition: Edition,
    knowledge: np.ndarray,
    choice: int,
    ranking: Ranking,
    manner: str = "",
    chances: tuple[float, ...] = (),
) -> Explanation:
    """A choice and the plan behind it, from what the seat to move knows."""
    tables = tables_of(edition)
    planned, memories = knowledge.copy(), new_memories(1)
    weights = np.array([weights_for(edition)])
    aim = int(plan_after(tables, planned, choice, memories, weights, np.zeros(1, SCRATCH), np.zeros(1, SHEET)))
    plan = read_plan(edition, planned[0], memories[0], aim)
    return tell(edition, knowledge[0], choice, ranking, plan, manner, chances)


def _members(words: Iterable[int]) -> list[int]:
    return [64 * w + i for w, word in enumerate(words) for i in range(64) if word >> i & 1]


def read_plan(edition: Edition, knowledge: np.void, memory: np.void, aim: int) -> Plan:
    """The plan that `plan_after` left in `memory`; `knowledge` is what it planned with, `aim` what it returned."""
    seat = int(knowledge["seat"])
    held = _members(knowledge["s"]["tickets"][seat].tolist())
    wanted = memory["wanted"][: memory["wanted_count"]].tolist()
    completed = [ticket for ticket in held if memory["alone"][ticket] == 0]
    lost = [ticket for ticket in held if ticket not in wanted and ticket not in completed]
    links = _members(memory["plan"].tolist())
    return Plan(
        wanted=_ticket_ids(edition, wanted),
        completed=_ticket_ids(edition, completed),
        given_up=_ticket_ids(edition, lost),
        links=tuple(edition.routes[r].id for r in links),
        target=edition.routes[aim].id if aim >= 0 else None,
        cards=_lacking(edition, knowledge["s"]["hand"][seat].tolist(), memory, [*links, aim] if aim >= 0 else links),
    )


def _ticket_ids(edition: Edition, tickets: Iterable[int]) -> tuple[str, ...]:
    return tuple(edition.tickets[ticket].id for ticket in tickets)


def _lacking(edition: Edition, hand: list[int], memory: np.void, links: Iterable[int]) -> dict[str, int]:
    """Cards that a plan lacks. Gray routes come last and take the colour with most cards left; wilds do not count."""
    kinds = [*range(len(edition.colours)), KINDS - 1]
    lack = {codec.kind_name(edition, k): max(0, int(memory["need"][k]) - hand[k]) for k in kinds}
    spare = [max(0, hand[k] - int(memory["need"][k])) for k in range(len(edition.colours))]
    grays = [edition.routes[r] for r in links if edition.routes[r].colour == GRAY]
    lack[ANY] = 0
    for coloured in sorted((route.cards - route.ferry for route in grays), reverse=True):
        most = max(spare)
        spare[spare.index(most)] -= min(most, coloured)
        lack[ANY] += max(0, coloured - most)
    return {kind: n for kind, n in lack.items() if n}


def tell(
    edition: Edition,
    knowledge: np.void,
    choice: int,
    ranking: Ranking,
    plan: Plan | None,
    manner: str,
    chances: tuple[float, ...] = (),
) -> Explanation:
    """Put a plan and a choice into words. A bot without a plan has only its `manner`: how it plays."""
    s = knowledge["s"]
    chosen = codec.decode(choice, edition, s)
    parts = [manner] if manner else []
    if plan is not None:
        parts += _plan_words(edition, plan)
    if chances:
        parts.append(f"I win from here with a chance of {chances[knowledge['seat']]:.0%}.")
    parts.append(move_words(edition, chosen))
    moves = [
        MoveValue(str(action), value, _note(edition, action, tries, plan))
        for action, value, tries in ((codec.decode(a, edition, s), value, n) for a, value, n in ranking[:_MOVES])
    ]
    return Explanation(
        choice=str(chosen),
        words=" ".join(parts),
        tickets=plan.wanted if plan else (),
        given_up=plan.given_up if plan else (),
        links=plan.links or ((plan.target,) if plan.target else ()) if plan else (),
        moves=tuple(moves),
        cards=plan.cards if plan else {},
        chances=chances,
    )


def _plan_words(edition: Edition, plan: Plan) -> list[str]:
    parts = []
    if plan.completed:
        parts.append(f"I have joined {_tickets(edition, plan.completed)}.")
    if plan.wanted:
        parts.append(f"I am after {_tickets(edition, plan.wanted)}.")
    if plan.links:
        parts.append(f"For that I want {_listed(_route(edition, link) for link in plan.links)}.")
    elif plan.target is not None:
        parts.append(f"I have no ticket left to make and go for {_route(edition, plan.target)}.")
    elif not plan.wanted:
        parts.append("I have no ticket left to make and no route to go for.")
    if plan.cards:
        parts.append(f"I still need {_cards(plan.cards)}.")
    elif plan.links or plan.target:
        parts.append("I have all the cards for it.")
    if plan.given_up:
        parts.append(f"I do not expect to make {_tickets(edition, plan.given_up)}.")
    return parts


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _ends(edition: Edition, a: str, b: str) -> str:
    return f"{place_name(edition, a, 'en')} – {place_name(edition, b, 'en')}"


def _tickets(edition: Edition, idents: Iterable[str]) -> str:
    found = [edition.tickets[edition.ticket_index[ident]] for ident in idents]
    return _listed(_ends(edition, one.a, one.b) + (f" ({one.points})" if one.points else "") for one in found)


def _route(edition: Edition, ident: str) -> str:
    route = edition.routes[edition.route_index[ident]]
    track = ident.partition("/")[2]
    return _ends(edition, route.a, route.b) + (f" /{track}" if track else "")


def _cards(counts: dict[str, int]) -> str:
    return _listed(f"{n} {'of any colour' if kind == ANY else kind}" for kind, n in counts.items())


def _paid(colour: str, cards: int, wilds: int) -> str:
    return _cards({kind: n for kind, n in ((colour, cards), ("wild", wilds)) if n})


def action_words(edition: Edition, action: Action) -> str:
    """An action in the infinitive: `claim Dieppe – Paris with 1 purple`."""
    match action:
        case DrawFaceUp(card):
            return f"take the {card} card that lies face up"
        case DrawBlind():
            return "draw a card from the pile"
        case DrawCards():
            return "draw cards"
        case DrawTickets():
            return "draw tickets"
        case SwapTickets():
            return "swap the tickets for new ones"
        case KeepTickets(tickets):
            return f"keep {_tickets(edition, tickets)}" if tickets else "keep no ticket"
        case ClaimRoute(route, colour, cards, wilds):
            return f"claim {_route(edition, route)} with {_paid(colour, cards, wilds)}"
        case BuildStation(city, colour, cards, wilds):
            return f"build a station in {place_name(edition, city, 'en')} with {_paid(colour, cards, wilds)}"
        case PayTunnel(colour, cards, wilds):
            return f"pay {_paid(colour, cards, wilds)} more for the tunnel"
        case Decline():
            return "let the tunnel go"
        case Pass():
            return "pass: nothing else can be done"


def move_words(edition: Edition, action: Action) -> str:
    """The sentence that an explanation ends with."""
    return f"My move now: {action_words(edition, action)}."


def _note(edition: Edition, action: Action, tries: int, plan: Plan | None) -> str:
    """Why a move, and how well its value is known."""
    why = []
    if isinstance(action, ClaimRoute):
        route = edition.routes[edition.route_index[action.route]]
        points = next(kind.points.get(route.cards, 0) for kind in edition.pieces if kind.id == route.piece)
        why += [f"{points} points" if points != 1 else "1 point"] if points else []
        why += ["in the plan"] if plan and action.route in (*plan.links, plan.target) else []
    elif isinstance(action, DrawFaceUp) and plan is not None:
        lack = plan.cards.get(action.card, 0)
        why.append(f"the plan lacks {lack}" if lack else "the plan does not lack it")
    why.append(f"{tries} play-outs" if tries else "the only move worth a look")
    return ", ".join(why)
