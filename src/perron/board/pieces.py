"""The pieces that lie on claimed spaces, and stations. Drawn for a space of 60 by 17 around the origin.

What takes the player's colour has no fill of its own: it is inherited, as with <use fill="…">. The body may be
stretched along the track; the badge with the player's symbol is drawn over it and is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTH, HEIGHT = 60.0, 22.0
"""Of a body before it is stretched."""
BADGE = 8.4
"""Radius of the badge."""

_SHADOW = '<path d="M-28 11.5h56q3-9 0-13h-56q-3 6 0 13z" fill="#1d130a" fill-opacity=".38"/>'
_WHEEL = (
    '<circle cx="{x}" cy="{y}" r="{r}" fill="#2a2118" stroke="none"/>'
    '<circle cx="{x}" cy="{y}" r="{h}" fill="#cdbb95" stroke="none"/>'
)


def _wheels(y: float, r: float, *xs: float) -> str:
    return "".join(_WHEEL.format(x=x, y=y, r=r, h=round(r * 0.4, 1)) for x in xs)


SHAPES: Mapping[str, str] = {
    "train": _SHADOW
    + '<g stroke="#20160c" stroke-width="1.1" stroke-linejoin="round">'
    + '<path d="M-29.5 4h2v-2.5h-2zM27.5 4h2v-2.5h-2z" fill="#2a2118"/>'
    + '<path d="M-27.5 6.5v-13q0-2.5 2.5-2.5h50q2.5 0 2.5 2.5v13z"/>'
    + '<path d="M-29-7.5q2-4 6-4h46q4 0 6 4z" fill="#fff" fill-opacity=".42"/></g>'
    + '<path d="M-24.5-4h4.4v5.4h-4.4zM-18-4h4.4v5.4h-4.4zM13.6-4h4.4v5.4h-4.4zM20.1-4h4.4v5.4h-4.4z" fill="#fff8e4"/>'
    + '<path d="M-27 3.8h54" stroke="#fff" stroke-opacity=".55" stroke-width="1.1"/>'
    + _wheels(7.6, 3.1, -20.5, -13, 13, 20.5),
    "cart": _SHADOW
    + '<g stroke="#20160c" stroke-width="1.1" stroke-linejoin="round">'
    + '<path d="M-19-4v-6.5h10V-4zM9-4v-6.5h10V-4z" fill="#b98a4e"/>'
    + '<path d="M-19-7.4h10M9-7.4h10" fill="none" stroke-opacity=".6"/>'
    + '<path d="M-28-4h54l3.5-3 1.5 1.5-4 4-2 6h-49z"/></g>'
    + '<path d="M-26-1.2h50" stroke="#fff" stroke-opacity=".6" stroke-width="1.4"/>'
    + '<path d="M-25.4 1.6h48" stroke="#20160c" stroke-opacity=".35" stroke-width="1"/>'
    + _wheels(5.6, 5.6, -17, 17)
    + '<path d="M-22.6 5.6h11.2M-17 0v11.2M11.4 5.6h11.2M17 0v11.2" stroke="#cdbb95" stroke-width=".9"/>',
    "tram": _SHADOW
    + '<path d="M-7-10l7-4 7 4M-4-14h8" fill="none" stroke="#20160c" stroke-width="1.2"/>'
    + '<g stroke="#20160c" stroke-width="1.1" stroke-linejoin="round">'
    + '<path d="M-28.5 6.5q-.8-8 1.5-16h54q2.3 8 1.5 16z"/>'
    + '<path d="M-25-11h50l2 2.6h-54z" fill="#fff" fill-opacity=".5"/></g>'
    + (
        '<path d="M-26.2-6h3.6v6h-4zM-20.6-6h5v6h-5zM-13.4-6h3.4v6h-3.4zM10-6h3.4v6H10zM15.6-6h5v6h-5zM22.6-6h3.6'
        'l.4 6h-4z" fill="#fff8e4"/>'
    )
    + '<path d="M-28 2.4h56" stroke="#fff" stroke-opacity=".7" stroke-width="1.5"/>'
    + '<path d="M-28 4.6h2.4M25.6 4.6H28" stroke="#ffe9a0" stroke-width="1.8"/>'
    + _wheels(7.6, 2.7, -17, -11, 11, 17),
    "metro": _SHADOW
    + '<g stroke="#20160c" stroke-width="1.1" stroke-linejoin="round">'
    + '<path d="M-24-9.5h48q4.5 2 5 9.5v7.5h-58V0q.5-7.5 5-9.500z"/>'
    + '<path d="M-23-11h46q3 1 3.6 3h-53.200q.6-2 3.6-3z" fill="#fff" fill-opacity=".35"/></g>'
    + '<path d="M-23.5-5.500h12V.500h-14.500q0-4 2.5-6zM11.5-5.500h12q2.5 2 2.5 6H11.500z" fill="#22303a"/>'
    + (
        '<path d="M-21-4.600l-2 4M-15-4.600l-2 4M14-4.600l-2 4M20-4.600l-2 4" stroke="#fff" stroke-opacity=".5" '
        'stroke-width="1"/>'
    )
    + '<path d="M-29 3.400h58" stroke="#fff" stroke-opacity=".8" stroke-width="1.8"/>'
    + '<path d="M-27 9h54" stroke="#2a2118" stroke-width="2.6"/>',
}
"""By kind of piece; a kind we do not know is drawn as a train."""

STATION = (
    '<path d="M-13 13q13 4 26 0l1-4h-28z" fill="#1d130a" fill-opacity=".4"/>'
    '<g stroke="#20160c" stroke-width="1.2" stroke-linejoin="round">'
    '<path d="M-12 11V-2h24v13z"/><path d="M-15-2 0-14 15-2z" fill="#fff" fill-opacity=".45"/>'
    '<path d="M-15-2 0-14 15-2z" fill-opacity=".55"/></g>'
    '<path d="M-9.5 11V4q0-3 2.5-3t2.5 3v7zM4.5 11V4q0-3 2.5-3t2.5 3v7z" fill="#2a2118" fill-opacity=".75"/>'
)
"""A station, to stand on a place."""


def to_dict() -> dict[str, Any]:
    """The drawings, ready for JSON."""
    return {"length": LENGTH, "height": HEIGHT, "badge": BADGE, "shapes": dict(SHAPES), "station": STATION}


def definitions() -> str:
    """The drawings as SVG definitions, to be used as `#p-train` and `#p-station`."""
    shapes = "".join(f'<g id="p-{kind}">{body}</g>' for kind, body in SHAPES.items())
    return f'{shapes}<g id="p-station">{STATION}</g>'
