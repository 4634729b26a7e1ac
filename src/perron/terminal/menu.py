"""Legal actions as a person chooses among them: by kind, then by place, then by payment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import ConsoleRenderable, Group
from rich.text import Text

from perron.action import (
    Action,
    BuildStation,
    ClaimRoute,
    Decline,
    DrawBlind,
    DrawCards,
    DrawFaceUp,
    DrawTickets,
    Pass,
    PayTunnel,
    SwapTickets,
)
from perron.editions.edition import Route
from perron.notation import parse
from perron.terminal.colours import card
from perron.terminal.screen import columns, in_order, points, route_line
from perron.terminal.words import Words, alphabetical, number, payment
from perron.view import View

_FEW = 6  # routes that are listed at once; more open a list of their own


@dataclass(frozen=True, slots=True)
class Choice:
    """One line to choose."""

    label: Text
    action: str | None = None
    """The action's text; None if a list opens instead."""
    menu: Menu | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """Numbered choices under headings."""

    question: str
    sections: tuple[tuple[str, tuple[Choice, ...]], ...]
    """Heading (may be empty) and choices; short choices share lines."""
    hint: str = ""

    @property
    def choices(self) -> list[Choice]:
        """All of them in the order of their numbers, which start at 1."""
        return [choice for _, choices in self.sections for choice in choices]

    def shown(self) -> ConsoleRenderable:
        """The menu as printed."""
        parts: list[ConsoleRenderable] = [Text(self.question, "bold")]
        at = 1
        for heading, choices in self.sections:
            lines = [
                Text(f"{n:>2} ", "bold cyan").append_text(choice.label.copy()) for n, choice in enumerate(choices, at)
            ]
            at += len(choices)
            if heading:
                parts.append(Text(f"  {heading}", "dim"))
            parts.append(columns(lines))
        if self.hint:
            parts.append(Text(self.hint, "dim"))
        return Group(*parts)


def menu(words: Words, view: View) -> Menu:
    """What can be done now, apart from keeping tickets."""
    by_kind: dict[type, list[Action]] = defaultdict(list)
    for text in view.legal or ():
        action = parse(text, words.edition)
        by_kind[type(action)].append(action)
    sections = [
        ("", _claims(words, [a for a in by_kind[ClaimRoute] if isinstance(a, ClaimRoute)])),
        ("", _payments(a for a in by_kind[PayTunnel] if isinstance(a, PayTunnel))),
        ("", tuple(Choice(Text("let the tunnel go and take the cards back"), str(a)) for a in by_kind[Decline])),
        ("", _draws(words, [*by_kind[DrawFaceUp], *by_kind[DrawBlind], *by_kind[DrawCards]])),
        ("", _tickets(words, view, [*by_kind[DrawTickets], *by_kind[SwapTickets]])),
        ("", _stations(words, [a for a in by_kind[BuildStation] if isinstance(a, BuildStation)])),
        ("", tuple(Choice(Text("pass: nothing else can be done"), str(a)) for a in by_kind[Pass])),
    ]
    return Menu(_question(words, view), tuple(section for section in sections if section[1]))


def _question(words: Words, view: View) -> str:
    if view.phase == "second_card":
        return "Your second card:"
    if view.phase == "tunnel" and view.tunnel is not None:
        tunnel = view.tunnel
        laid = payment(tunnel.colour, tunnel.cards, tunnel.wilds)
        return (
            f"The tunnel {words.route(tunnel.route)}: you laid {laid}, up came {', '.join(tunnel.shown)}: "
            f"{number(tunnel.extra, 'card')} more to pay."
        )
    return "What do you do?"


def _claims(words: Words, actions: list[ClaimRoute]) -> tuple[Choice, ...]:
    by_route: dict[str, list[ClaimRoute]] = defaultdict(list)
    for action in actions:
        by_route[action.route].append(action)
    routes = [words.edition.routes[words.edition.route_index[ident]] for ident in by_route]
    if len(routes) > _FEW:
        label = Text("claim a route", "bold").append(f": {len(routes)} that you can pay for", "default not bold")
        return (Choice(label, menu=_routes(words, routes, by_route)),)
    return tuple(_claim(words, route, by_route[route.id]) for route in in_order(words, routes))


def _claim(words: Words, route: Route, actions: list[ClaimRoute]) -> Choice:
    label = Text("claim ", "bold").append_text(route_line(words, route))
    if words.edition.points:
        label.append(f" +{points(words, route)}", "green")
    if len(actions) == 1:
        [only] = actions
        return Choice(label.append(f" with {payment(only.colour, only.cards, only.wilds)}", "dim not bold"), str(only))
    return Choice(label, menu=_pay(f"Claim {words.route(route.id)} with:", actions))


def _routes(words: Words, routes: list[Route], by_route: dict[str, list[ClaimRoute]]) -> Menu:
    """Many routes, those that cost the same together, the dearest first."""
    by_price: dict[tuple[int, int, str], list[Route]] = defaultdict(list)
    for route in routes:
        by_price[route.cards, points(words, route), route.piece].append(route)
    sections = []
    for (cost, score, piece), group in sorted(by_price.items(), reverse=True):
        heading = number(cost, "card")
        if words.edition.points:
            heading += f", +{score}"
        if len(words.edition.pieces) > 1:
            heading += f", {piece}"
        choices = (
            Choice(
                route_line(words, route, priced=False),
                menu=_pay(f"Claim {words.route(route.id)} with:", by_route[route.id]),
            )
            for route in in_order(words, group)
        )
        sections.append((heading, tuple(choices)))
    return Menu("Claim which route? (0: back)", tuple(sections))


def _pay(question: str, actions: list[ClaimRoute] | list[BuildStation]) -> Menu:
    return Menu(question, (("", _payments(actions)),), f"In words: {actions[0]}    (0: back)")


def _payments(actions: Iterable[ClaimRoute | BuildStation | PayTunnel]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            Text("pay ").append(payment(a.colour, a.cards, a.wilds)) if isinstance(a, PayTunnel) else _paid(a), str(a)
        )
        for a in actions
    )


def _paid(action: ClaimRoute | BuildStation) -> Text:
    parts = [card(action.colour, action.cards)] if action.cards else []
    if action.wilds:
        parts.append(card("wild", action.wilds))
    return Text(" + ").join(parts)


def _draws(words: Words, actions: list[Action]) -> tuple[Choice, ...]:
    choices = []
    for action in actions:
        if isinstance(action, DrawFaceUp):
            label = Text("take ").append_text(card(action.card))
        elif isinstance(action, DrawCards):
            label = Text("draw cards", "bold").append(": the top two of the pile", "default not bold")
        else:
            label = Text("draw blind")
        choices.append(Choice(label, str(action)))
    return tuple(choices)


def _tickets(words: Words, view: View, actions: list[Action]) -> tuple[Choice, ...]:
    choices = []
    for action in actions:
        if isinstance(action, SwapTickets):
            label = Text("swap tickets", "bold").append(": give up all of yours for new ones", "default not bold")
        else:
            drawn = min(words.edition.draw.tickets, view.ticket_pile)
            told = f": {number(drawn, 'ticket')}, keep at least {min(words.edition.draw.keep, drawn)}"
            label = Text("draw tickets", "bold").append(told, "default not bold")
        choices.append(Choice(label, str(action)))
    return tuple(choices)


def _stations(words: Words, actions: list[BuildStation]) -> tuple[Choice, ...]:
    by_city: dict[str, list[BuildStation]] = defaultdict(list)
    for action in actions:
        by_city[action.city].append(action)
    if not by_city:
        return ()
    choices = tuple(
        Choice(Text(words.city_known(city)), menu=_pay(f"A station in {words.city(city)} with:", by_city[city]))
        for city in sorted(by_city, key=lambda city: alphabetical(words.city(city)))
    )
    cost = actions[0].cards + actions[0].wilds
    label = Text("build a station", "bold").append(f": it costs {number(cost, 'card')}", "default not bold")
    return (Choice(label, menu=Menu("A station in which city? (0: back)", (("", choices),))),)
