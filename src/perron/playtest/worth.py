"""What a claimed route was worth beyond its own points: the tickets that would have been missed without it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from perron.editions.edition import Edition


def depending_points(
    edition: Edition, own: Collection[int], borrowed: Iterable[int], completed: Iterable[int]
) -> dict[int, int]:
    """For each of a seat's routes, the points (or number) of completed tickets that depend on it."""
    borrowed, completed = list(borrowed), list(completed)
    worth = {}
    for route in own:
        labels = networks(edition, [r for r in own if r != route] + borrowed)
        lost = (ticket for ticket in completed if _is_cut(edition, labels, ticket))
        worth[route] = sum(edition.tickets[ticket].points or 1 for ticket in lost)
    return worth


def _is_cut(edition: Edition, labels: list[int], ticket: int) -> bool:
    a, b = (edition.city_index[city] for city in (edition.tickets[ticket].a, edition.tickets[ticket].b))
    return labels[a] != labels[b]


def networks(edition: Edition, routes: Iterable[int]) -> list[int]:
    """For every city the label of its network, made of these routes only."""
    labels = list(range(len(edition.cities)))

    def root(city: int) -> int:
        while labels[city] != city:
            labels[city] = labels[labels[city]]
            city = labels[city]
        return city

    for route in routes:
        a, b = edition.routes[route].a, edition.routes[route].b
        labels[root(edition.city_index[a])] = root(edition.city_index[b])
    return [root(city) for city in range(len(labels))]
