"""Curves in one plot, told apart by colour and by dashes, as SVG: `STYLE` has to be in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from perron.plots.svg import line, svg, text

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 66, 16, 14, 52
LOOKS = (
    ("#0072b2", "#6cc0de", ""),
    ("#c0490b", "#ee9c6f", "7 3"),
    ("#00795a", "#4fd1a5", "2 3"),
    ("#7a3e9d", "#c79bea", "11 3 2 3"),
    ("#6b5900", "#e0c340", "14 3 2 3 2 3"),
)
"""Colour on a light and on a dark page, and dashes: colour-blind people and printers tell them apart too."""


def _variables(at: int) -> str:
    return " ".join(f"--curve-{k}: {look[at]};" for k, look in enumerate(LOOKS))


def _classes() -> str:
    dashes = (f" stroke-dasharray: {look[2]};" if look[2] else "" for look in LOOKS)
    return "\n".join(
        f".curve-{k} {{ stroke: var(--curve-{k});{dash} }} .dot-{k} {{ fill: var(--curve-{k}); }}"
        for k, dash in enumerate(dashes)
    )


STYLE = f"""
:root {{ {_variables(0)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(1)} }} }}
.curve {{ fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }}
{_classes()}
.curves .axis {{ font-size: 15px; }} .wide .curves svg {{ max-width: none; }} .wide .curves .axis {{ font-size: 9px; }}
@media (max-width: 560px) {{ .curves .axis, .wide .curves .axis {{ font-size: 21px; }} }}
.named {{ display: inline-block; white-space: nowrap; margin-right: 1.2em; }}
.sample {{ display: inline-block; width: 46px; height: 12px; vertical-align: middle; }}
"""
Curve = Sequence[tuple[float, float]]
Place = Callable[[float], float]


def sample(look: int) -> str:
    """A piece of a curve, for a legend."""
    path = f'<path class="curve curve-{look}" d="M1 6H45"/>'
    return f'<svg class="sample" viewBox="0 0 46 12" aria-hidden="true">{path}</svg>'


def curve_plot(
    title: str,
    curves: Sequence[Curve],
    across: Sequence[float],
    up: Sequence[float],
    below: str,
    *,
    end: float | None = None,
    form: str = "{:g}",
    even: float | None = None,
    height: float = 270,
    dots: bool = True,
    more: Callable[[Place, Place], Iterable[str]] | None = None,
) -> str:
    """A plot with marks `across` and `up`, and words `below`.

    It ends at `end`, by default at the last mark; `even` is a level to compare with; `more` draws on top.
    """
    last = across[-1] if end is None else end

    def x_at(x: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * x / last

    def y_at(y: float) -> float:
        return height - _BOTTOM - (height - _BOTTOM - _TOP) * (y - up[0]) / (up[-1] - up[0])

    body = [line(_LEFT, y_at(y), _WIDTH - _RIGHT, y_at(y), "grid") for y in up]
    body += [text(_LEFT - 6, y_at(y) + 5, form.format(y), "axis", "end") for y in up]
    body += [text(x_at(x), height - 28, f"{x:g}", "axis", "middle") for x in across if x <= last]
    body.append(text(_WIDTH - _RIGHT, height - 6, below, "axis", "end"))
    if even is not None:
        body.append(line(_LEFT, y_at(even), _WIDTH - _RIGHT, y_at(even), "fair"))
    for k, points in enumerate(curves):
        path = " ".join(f"{x_at(x):.1f},{y_at(y):.1f}" for x, y in points)
        body.append(f'<polyline class="curve curve-{k % len(LOOKS)}" points="{path}"/>')
        if dots:
            body += [
                f'<circle class="dot-{k % len(LOOKS)}" cx="{x_at(x):.1f}" cy="{y_at(y):.1f}" r="3"/>' for x, y in points
            ]
    if more is not None:
        body += more(x_at, y_at)
    return f'<div class="curves">{svg(height, body, title, _WIDTH)}</div>'


def legend(names: Sequence[str]) -> str:
    """Which curve is whose, as HTML."""
    return "".join(
        f'<span class="named">{sample(k % len(LOOKS))} {escape(name)}</span> ' for k, name in enumerate(names)
    )
