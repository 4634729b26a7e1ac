"""Learning curves as SVG: one panel for each bot, one line with its interval for each learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from benchmarks.baselines.results import Mean

Line = Sequence[tuple[int, Mean]]
_WIDE, _HIGH, _LEFT, _TOP, _GAP = 250, 190, 46, 64, 26
# Okabe and Ito's colours, which colour-blind people can tell apart, each with a pattern of its own.
_LOOKS = (("#0072b2", ""), ("#d55e00", "7 4"), ("#009e73", "2 3"), ("#cc79a7", "9 3 2 3"))


def plot(title: str, panels: Mapping[str, Mapping[str, Line]]) -> str:
    """Panels by bot, lines by learner."""
    most = max(decisions for lines in panels.values() for line in lines.values() for decisions, _ in line) or 1
    wide, high = _LEFT + len(panels) * (_WIDE + _GAP) + 10, _TOP + _HIGH + 44
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    font = 'font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {font} role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    x = float(_LEFT)
    for name, (colour, dash) in zip(names, _LOOKS, strict=False):
        parts.append(f'<path d="M{x:.0f} 38h28" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>')
        parts.append(f'<text x="{x + 34:.0f}" y="42">{escape(name)}</text>')
        x += 52 + 7.2 * len(name)
    for number, (bot, lines) in enumerate(panels.items()):
        parts += _panel(_LEFT + number * (_WIDE + _GAP), bot, lines, most, numbered=number == 0)
    return "\n".join([*parts, "</svg>", ""])


def _panel(left: float, bot: str, lines: Mapping[str, Line], most: int, *, numbered: bool) -> list[str]:
    def x(decisions: int) -> float:
        return left + _WIDE * decisions / most

    def y(points: float) -> float:
        return _TOP + _HIGH * (1 - points)

    parts = [f'<text x="{left + _WIDE / 2:.0f}" y="{_TOP - 6}" text-anchor="middle">against {escape(bot)}</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{left} {y(share):.1f}h{_WIDE}" stroke="#ddd"/>')
        if numbered:
            parts.append(f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
    for part in (0, 0.5, 1):
        where, label = left + _WIDE * part, f"{most * part / 1e6:.2g} M" if part else "0"
        parts.append(f'<text x="{where:.0f}" y="{_TOP + _HIGH + 16}" text-anchor="middle">{label}</text>')
    parts.append(
        f'<text x="{left + _WIDE / 2:.0f}" y="{_TOP + _HIGH + 34}" text-anchor="middle" fill="#555">decisions</text>'
    )
    for line, (colour, dash) in zip(lines.values(), _LOOKS, strict=False):
        above = [f"{x(n):.1f},{y(one.high):.1f}" for n, one in line]
        below = [f"{x(n):.1f},{y(one.low):.1f}" for n, one in reversed(line)]
        middle = " ".join(f"{x(n):.1f},{y(one.points):.1f}" for n, one in line)
        parts.append(f'<polygon points="{" ".join(above + below)}" fill="{colour}" opacity="0.15"/>')
        parts.append(
            f'<polyline points="{middle}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
        )
    return parts
