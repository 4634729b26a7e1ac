"""Draw the learning curves of the networks that come with Perron: `python -m tools.learning_curves`.

What they were learned with stands on their cards. It writes a picture for each into `docs/learning/`, and the tables in
`docs/learning.md` again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from perron.editions import Edition, load, names
from perron.learned.networks import network_of
from perron.plots.svg import ticks

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "learning.md"
PICTURES = ROOT / "docs" / "learning"
_ENOUGH = 1000  # games that a point rests on
_LOOKS = {2: ("#0072b2", ""), 3: ("#d55e00", "7 4"), 4: ("#009e73", "2 3"), 5: ("#7a3e9d", "10 3 2 3")}
TYPE = 'font-family="sans-serif" font-size="12"'
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 660, 320, 52, 62, 20, 46

Curve = list[dict[str, Any]]


def learned_editions() -> dict[str, Mapping[str, Any]]:
    """The cards of networks, by the id of their edition."""
    found = {name: network_of(load(name)) for name in names()}
    return {name: network.card for name, network in found.items() if network is not None}


def curve_of(card: Mapping[str, Any]) -> Curve:
    """The points of a network's curve: first those of the network that it began with."""
    before = card.get("before")
    found = curve_of(before) if before else []
    minutes = before["minutes"] if before else 0.0
    decisions = before["decisions"] if before else 0
    for point in card["curve"]:
        wins = {int(seats): share for seats, (share, games) in point["wins"].items() if games >= _ENOUGH}
        at = {"minutes": minutes + point["seconds"] / 60, "decisions": decisions + point["decisions"]}
        found.append({**at, "wins": wins})
    return found


def picture(edition: Edition, curve: Curve) -> str:
    """The shares of games won over minutes, a curve for each number of seats."""
    sizes = sorted({seats for point in curve for seats in point["wins"]})
    across = ticks(0, max(point["minutes"] for point in curve), 8)
    shares = [100 * share for point in curve for share in point["wins"].values()]
    up = ticks(min([*shares, 100 / max(sizes)]) - 2, max([*shares, 50.0]) + 2, 8)

    def x_at(minutes: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * minutes / across[-1]

    def y_at(share: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * (share - up[0]) / (up[-1] - up[0])

    title = f"{edition.title['en']}: games won against planners while exploring"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {TYPE} role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for k, seats in enumerate(sizes):
        colour, dashes = _LOOKS[seats]
        x = _LEFT + 110 * k
        lines.append(f'<path d="M{x} 40h28" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"/>')
        lines.append(f'<text x="{x + 34}" y="44">{seats} seats</text>')
    lines.append(f'<path d="M{_LEFT + 110 * len(sizes)} 40h28" stroke="#555" stroke-dasharray="1 3"/>')
    lines.append(f'<text x="{_LEFT + 110 * len(sizes) + 34}" y="44">even</text>')
    for share in up:
        lines.append(f'<path d="M{_LEFT} {y_at(share):.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y_at(share) + 4:.1f}" text-anchor="end">{share:g} %</text>')
    below = f'y="{_HEIGHT - 28}" text-anchor="middle"'
    lines += [f'<text x="{x_at(minutes):.1f}" {below}>{minutes:g}</text>' for minutes in across]
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    lines.append(f'<text x="{middle:g}" y="{_HEIGHT - 8}" text-anchor="middle" fill="#555">minutes of learning</text>')
    for seats in sizes:
        colour, dashes = _LOOKS[seats]
        known = [(point["minutes"], 100 * point["wins"][seats]) for point in curve if seats in point["wins"]]
        points = [(x_at(minutes), y_at(share)) for minutes, share in known]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        across_all = f"M{_LEFT} {y_at(100 / seats):.1f}H{_WIDTH - _RIGHT}"
        lines.append(f'<path d="{across_all}" stroke="{colour}" stroke-dasharray="1 3"/>')
        lines.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"/>'
        )
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    return "\n".join([*lines, "</svg>", ""])


def _share(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return ""
    error = 196 * sqrt(one["wins"] * (1 - one["wins"]) / one["games"])
    return f"{100 * one['wins']:.1f} % ± {error:.1f}"


def _results(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| edition | learned for | decisions | wins with two seats | with four | command |"
    yield "|---|--:|--:|--:|--:|---|"
    for name, card in cards.items():
        judged = {one["seats"]: one for one in card["judged"]}
        again = {0: "", 1: ", resumed once"}.get(card["resumed"], f", resumed {card['resumed']} times")
        yield (
            f"| {load(name).title['en']} | {card['minutes']:.1f} min on one {card['device']} | "
            f"{card['decisions'] / 1e6:.0f} million | {_share(judged.get(2))} | {_share(judged.get(4))} | "
            f"`{card['command']}`{again} |"
        )


def _points(curve: Curve) -> Iterator[str]:
    sizes = sorted({seats for point in curve for seats in point["wins"]})
    yield "| minutes | decisions | " + " | ".join(f"{seats} seats" for seats in sizes) + " |"
    yield "|--:|--:" + "|--:" * len(sizes) + "|"
    for point in curve:
        shares = [f"{100 * point['wins'][seats]:.1f} %" if seats in point["wins"] else "" for seats in sizes]
        yield f"| {point['minutes']:.1f} | {point['decisions'] / 1e6:.0f} million | " + " | ".join(shares) + " |"


def _curves(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for name, card in cards.items():
        title = load(name).title["en"]
        yield f"### {title}"
        yield ""
        yield f"![Learning curves on {title}](learning/{name}.svg)"
        yield ""
        yield from _points(curve_of(card))
        yield ""


def replaced(text: str, name: str, lines: Iterable[str]) -> str:
    """The text with these lines between the marks of this name."""
    before, _, rest = text.partition(f"<!-- {name} -->\n")
    _, _, after = rest.partition("<!-- end -->")
    return f"{before}<!-- {name} -->\n" + "\n".join(lines) + f"\n<!-- end -->{after}"


def page(text: str) -> str:
    """The page with its tables written again."""
    cards = learned_editions()
    return replaced(replaced(text, "results", _results(cards)), "curves", _curves(cards))


def pictures() -> dict[str, str]:
    """The pictures by the names of their files."""
    return {f"{name}.svg": picture(load(name), curve_of(card)) for name, card in learned_editions().items()}


def main() -> None:
    """Write all of it."""
    PICTURES.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
