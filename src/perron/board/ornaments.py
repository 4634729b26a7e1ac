"""Small drawings for backgrounds: waves, mountains and woods, a compass rose, a steamship."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from perron.board.boxes import Point


def waves(spots: Iterable[Point]) -> str:
    """Small strokes on open water."""
    d = "".join(f"M{x:.0f} {y:.0f}q3-4 6 0t6 0" + ("t6 0" if i % 3 else "") for i, (x, y) in enumerate(spots))
    return (
        f'<path d="{d}" fill="none" stroke="#7fa3ab" stroke-opacity=".55" stroke-width="1.3" stroke-linecap="round"/>'
    )


def mountains(peaks: Iterable[tuple[float, float, float]]) -> Iterator[str]:
    """Peaks (x, y, size) with a lit and a shaded side, those in front drawn last."""
    lit, shade, ridges = [], [], []
    for x, y, h in sorted(peaks, key=lambda peak: peak[1]):
        w, t = 7.5 * h, 11 * h
        lit.append(f"M{x - w:.1f} {y:.1f}l{w:.1f}-{t:.1f} {w:.1f} {t:.1f}z")
        shade.append(f"M{x:.1f} {y - t:.1f}l{w:.1f} {t:.1f}h-{0.75 * w:.1f}l{-0.4 * w:.1f}-{0.45 * t:.1f}z")
        ridges.append(f"M{x - w:.1f} {y:.1f}l{w:.1f}-{t:.1f} {w:.1f} {t:.1f}")
    yield f'<path d="{"".join(lit)}" fill="#f3e8cd"/>'
    yield f'<path d="{"".join(shade)}" fill="#a98a5c" fill-opacity=".55"/>'
    yield (
        f'<path d="{"".join(ridges)}" fill="none" stroke="#7c6138" stroke-opacity=".8" stroke-width="1.1" '
        'stroke-linejoin="round"/>'
    )


def pines(trees: Iterable[Point], u: float) -> str:
    """Trees, those in front drawn last."""
    there = sorted(trees, key=lambda tree: tree[1])
    d = "".join(
        f"M{x - 3.4 * u:.1f} {y:.1f}l{3.4 * u:.1f}-{8.5 * u:.1f} {3.4 * u:.1f} {8.5 * u:.1f}z" for x, y in there
    )
    trunks = "".join(f"M{x:.1f} {y:.1f}v{2 * u:.1f}" for x, y in there)
    return (
        f'<path d="{d}" fill="#93a06a" fill-opacity=".75" stroke="#66713f" stroke-opacity=".6" stroke-width=".7"/>'
        f'<path d="{trunks}" stroke="#7c6138" stroke-width="1.2"/>'
    )


def compass(x: float, y: float, r: float) -> str:
    """A rose of sixteen winds."""
    parts = [
        f'<g transform="translate({x:.0f} {y:.0f})" stroke="#6d5836" stroke-width=".8" stroke-opacity=".75">',
        f'<circle r="{0.78 * r:.1f}" fill="#f3ead2" fill-opacity=".45"/><circle r="{0.68 * r:.1f}" fill="none"/>',
    ]
    for long, turn in ((0.62, pi / 8), (0.8, pi / 4), (1.0, 0.0)):
        for i in range(8 if long == 0.62 else 4):
            angle = turn + i * (pi / 4 if long == 0.62 else pi / 2)
            tip = (r * long * sin(angle), -r * long * cos(angle))
            for side, fill in ((-1, "#f7efda"), (1, "#8c6f42")):
                foot = (0.2 * r * sin(angle + side * pi / 4), -0.2 * r * cos(angle + side * pi / 4))
                parts.append(f'<path d="M0 0L{foot[0]:.1f} {foot[1]:.1f} {tip[0]:.1f} {tip[1]:.1f}z" fill="{fill}"/>')
    return "".join([*parts, f'<circle r="{0.06 * r:.1f}" fill="#c8443c"/></g>'])


def steamer(x: float, y: float, size: float) -> str:
    """A steamship of 1901, smoke and all; a negative size lets it sail to the left."""
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({size:.2f} {abs(size):.2f})">'
        '<path d="M-9-17c-9-3-8-10-17-9s-9-6-19-4" fill="none" stroke="#fff" stroke-opacity=".6" '
        'stroke-width="4.5" stroke-linecap="round"/>'
        '<path d="M-26 0h50l6-8h-14v-5h-26v5h-18z" fill="#5a4632"/><path d="M-14-8h26v-5h-26z" fill="#f3e8cd"/>'
        '<path d="M-8-13h5v-9h-5zM2-13h5v-9h-5z" fill="#b5453b"/>'
        '<path d="M-20-8v-12M20-8v-14" stroke="#5a4632" stroke-width="1.2"/>'
        '<path d="M-30 2q5 4 10 0t10 0 10 0 10 0 10 0 10 0" fill="none" stroke="#eef6f3" stroke-width="2"/></g>'
    )
