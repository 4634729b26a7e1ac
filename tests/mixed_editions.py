"""Small editions that mix what no printed board does: made from the tiny ones, so that no board is drawn twice."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from perron.editions import Edition, load, parse


def _text(name: str) -> str:
    return resources.files("perron.editions").joinpath(f"{name}/edition.toml").read_text("utf-8")


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with some pieces of it replaced, each of which must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def open_points_text() -> str:
    """Points, drawing and choosing as in tiny; tickets are laid open as soon as they are completed."""
    return changed(
        _text("tiny"),
        ('id = "tiny"', 'id = "tiny_open"'),
        ("open_tickets = false", "open_tickets = true"),
        ("long_tickets = 1", "long_tickets = 0"),
        (", long = true", ""),
        ("keep = 2\nreturned", "keep = 1\nreturned"),
    )


def points_and_goal_text() -> str:
    """Open tickets, swapping and a goal as in the tiny race; but the most points win, and the bonus is worth five."""
    text = changed(
        _text("tiny_race"),
        ('id = "tiny_race"', 'id = "tiny_goal"'),
        ("points = false", "points = true"),
        ('{ line = "tickets" },', '{ line = "routes" },\n  { line = "tickets_won" },\n  { line = "tickets_lost" },'),
        ('{ line = "east_west" }', '{ line = "east_west", points = 5 }'),
        ("count = 5", "count = 5\npoints = { 1 = 1, 2 = 2, 3 = 4 }"),
        ("tie_breaks = []", 'tie_breaks = ["tickets_made"]'),
    )
    board, tickets = text.split("tickets = [\n")
    return board + "tickets = [\n" + re.sub(r" \},$", ", points = 3 },", tickets, flags=re.MULTILINE)


def secret_swaps_text() -> str:
    """No points and no goal: tickets stay secret and can be swapped, and the most of them win after a last round."""
    return changed(
        _text("tiny_race"),
        ('id = "tiny_race"', 'id = "tiny_secret"'),
        ("goal = 3", "goal = 0"),
        ("open_tickets = true", "open_tickets = false"),
        ('  { line = "east_west" },\n', ""),
        ('[east_west]\ncards = 3\neast = ["east"]\nwest = ["west", "south"]\n\n', ""),
    )


def most_tickets_text() -> str:
    """Tiny, with a bonus of four points for the most tickets."""
    return changed(
        _text("tiny"),
        ('id = "tiny"', 'id = "tiny_most"'),
        ('{ line = "tickets_lost" },', '{ line = "tickets_lost" },\n  { line = "most_tickets", points = 4 },'),
    )


MIXED = {"tiny_open": open_points_text, "tiny_goal": points_and_goal_text, "tiny_secret": secret_swaps_text}
OWN = MIXED | {"tiny_most": most_tickets_text}
"""Those that mix the switches, and one with a line of the score sheet that no built-in edition has."""


@cache
def any_edition(name: str) -> Edition:
    """A built-in edition, or one of these."""
    return parse(OWN[name](), name) if name in OWN else load(name)
