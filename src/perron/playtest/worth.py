"""What a claimed route was worth beyond its own points: the tickets that would not have been made without it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from perron.editions.edition import Edition


def carried(edition: Edition, own: Collection[int], borrowed: Iterable[int], made: Iterable[int]) -> dict[int, int]:
    """Points (or number) of the tickets made that hang on each of a seat's own routes; a ticket may hang on many."""
    borrowed, made = list(borrowed), list(made)
    worth = {}
    for route in own:
        labels = networks(edition, [r for r in own if r != route] + borrowed)
        lost = (ticket for ticket in made if _parted(edition, labels, ticket))
        worth[route] = sum(edition.tickets[ticket].points or 1 for ticket in lost)
    return worth


def _parted(edition: Edition, labels: list[int], ticket: int) -> bool:
    a, b = (edition.city_index[city] for city in (edition.tickets[ticket].a, edition.tickets[ticket].b))
    return labels[a] != labels[b]


def networks(edition: Edition, routes: Iterable[int]) -> list[int]:
    """For every city the number of its network, where these routes are the only ones."""
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
