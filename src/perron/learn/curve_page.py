"""The curves of a run of learning, as a page with plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt
from typing import Any

from perron.editions.edition import Edition
from perron.plots.curves import STYLE, curve_plot, legend
from perron.plots.html_page import card, document
from perron.plots.svg import ticks

Named = tuple[str, Sequence[tuple[float, float]]]


def _plot(title: str, curves: Sequence[Named], unit: str, even: float | None = None) -> str:
    """Curves over minutes, as a card."""
    xs = [x for _, points in curves for x, _ in points] or [0.0]
    ys = [y for _, points in curves for _, y in points] + ([] if even is None else [even])
    across, up = ticks(0, max(xs)), ticks(min(ys, default=0), max(ys, default=1))
    names = [name for name, _ in curves if name]
    says = f"{title}, {unit}" + (f": {', '.join(names)}" if names else "")
    plot = curve_plot(says, [points for _, points in curves], across, up, "minutes", even=even)
    return card(title, f"{escape(unit)} {legend(names)}", plot)


def _error(one: dict[str, Any]) -> float:
    """Half an interval of 95 %, in per cent."""
    return 196 * sqrt(one["wins"] * (1 - one["wins"]) / one["games"])


def _wins(points: Sequence[dict[str, Any]]) -> str:
    """A plot for each table size, with what an even player would win."""
    sizes = sorted({int(one["seats"]) for point in points for one in point["explored"]})
    plots = []
    for seats in sizes:
        curves = [
            (
                name,
                [
                    (point["seconds"] / 60, 100 * one["wins"])
                    for point in points
                    for one in point[kind]
                    if one["seats"] == seats
                ],
            )
            for name, kind in (("while exploring", "explored"), ("best actions", "judged"))
        ]
        plots.append(_plot(f"Games won against planners, {seats} seats", curves, "per cent", 100 / seats))
    return "".join(plots)


def curve_page(edition: Edition, points: Sequence[dict[str, Any]]) -> str:
    """The page; it needs nothing from elsewhere."""

    def curve(name: str, times: float = 1.0) -> list[tuple[float, float]]:
        return [(point["seconds"] / 60, times * point[name]) for point in points]

    title = f"Learning {edition.title['en']}"
    rows = "".join(
        f"<tr><td>{point['seconds'] / 60:.1f}</td><td>{point['decisions'] / 1e6:,.1f}</td><td>{point['rate']:,}</td>"
        + "".join(
            f"<td>{one['seats']}</td><td>{100 * one['wins']:.1f} ± {_error(one):.1f}</td>" for one in point["judged"]
        )
        + "</tr>"
        for point in points
        if point["judged"]
    )
    head = "".join(f"<th>{name}</th>" for name in ("minutes", "decisions, millions", "per second"))
    head += "<th>seats</th><th>wins, %</th>" * max((len(point["judged"]) for point in points), default=0)
    plots = (
        _wins(points)
        + _plot("Entropy of the player's choices", [("", curve("entropy"))], "nats")
        + _plot("Decisions that follow the planner's advice", [("", curve("advised", 100))], "per cent")
        + _plot("Loss", [("critic × 10", curve("critic_loss", 10)), ("win chances", curve("value_loss"))], "mean")
    )
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    return document(
        title,
        f'<h1>{escape(title)}</h1><p class="soft">Version {edition.version} of the rules. '
        f'Planners sit in all other seats.</p><div class="cards">{plots}</div>'
        + card("Best actions", "", table, "wide"),
        STYLE,
    )
