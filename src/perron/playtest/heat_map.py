"""The heat map of a board: an SVG with every track and place drawn by how much it was used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from perron.editions.edition import Edition
from perron.playtest.layout import NAME_SIZE, SHARE_SIZE, TOP, WIDTH, Box, Point, Track, lay_out
from perron.playtest.report import RARELY, CityUse, Report, RouteUse
from perron.playtest.report_tables import heading

_RAMP = ((226, 214, 178), (243, 185, 82), (228, 113, 44), (179, 32, 44), (84, 10, 44))
_PAPER = "#fcfbf8"
_INK = "#22282d"
_FONT = "Helvetica, Arial, sans-serif"
_DEAD = "#8d979e"
_THIN, _THICK = 3.0, 11.0


def heat_map(edition: Edition, report: Report) -> str:
    """The SVG: the width and colour of a track and the colour of a place show how often they were used."""
    layout = lay_out(edition)
    size = f'viewBox="0 0 {WIDTH} {layout.height}" width="{WIDTH}" height="{layout.height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}" fill="{_INK}">',
        f"<title>{escape(heading(edition, report))}</title>",
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
        *_head(edition, report),
    ]
    # The most used tracks are drawn last, on top.
    order = sorted(range(len(report.routes)), key=lambda r: (report.routes[r].share, r))
    second = edition.pieces[1].id if len(edition.pieces) > 1 else None
    for r in order:
        parts += _draw_track(report.routes[r], layout.tracks[r], inlaid=report.routes[r].piece == second)
    parts += [_draw_city(city, point) for city, point in zip(report.cities, layout.cities, strict=True)]
    parts += _texts(SHARE_SIZE, "normal", map(_share_text, report.routes, layout.shares))
    parts += _texts(NAME_SIZE, "bold", map(_name_text, report.cities, layout.names))
    return "\n".join([*parts, "</svg>", ""])


def colour_of(share: float) -> str:
    """The colour of a share: pale for little, dark for much."""
    at = min(max(share, 0.0), 1.0) * (len(_RAMP) - 1)
    low = min(int(at), len(_RAMP) - 2)
    mixed = (round(a + (b - a) * (at - low)) for a, b in zip(_RAMP[low], _RAMP[low + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def width_of(share: float) -> float:
    """The width of a track that was claimed in this share of the games."""
    return _THIN + (_THICK - _THIN) * share


def _head(edition: Edition, report: Report) -> Iterator[str]:
    yield f'<text x="24" y="36" font-size="22" font-weight="bold">{escape(heading(edition, report))}</text>'
    told = (
        "Tracks: per cent of the games in which each was claimed. Places: per cent of the players with a route there."
    )
    if len(edition.pieces) > 1:
        told += f" White inside: {edition.pieces[1].name['en']}."
    yield f'<text x="24" y="60" font-size="14">{escape(told)}</text>'
    yield f'<g font-size="12" transform="translate(24 {TOP - 14})">'
    yield _line(Track((0, 0), (20, 0), (40, 0)), _DEAD, _THIN, dashed=True)
    yield f'<text x="46" y="4">under {RARELY:.0%}</text>'.replace("%", " %")
    for i, share in enumerate((0.1, 0.25, 0.5, 0.75, 1.0)):
        x = 130 + 100 * i
        yield _line(Track((x, 0), (x + 20, 0), (x + 40, 0)), colour_of(share), width_of(share))
        yield f'<text x="{x + 46}" y="4">{100 * share:.0f} %</text>'
    yield "</g>"


def _line(track: Track, colour: str, width: float, *, dashed: bool = False) -> str:
    (x0, y0), (x1, y1), (x2, y2) = track.start, track.bend, track.end
    dashes = ' stroke-dasharray="7 6"' if dashed else ""
    return (
        f'<path d="M{x0:.0f} {y0:.0f}Q{x1:.0f} {y1:.0f} {x2:.0f} {y2:.0f}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:.1f}"{dashes}/>'
    )


def _draw_track(use: RouteUse, track: Track, *, inlaid: bool) -> Iterator[str]:
    told = f"{use.id} ({use.cards} {use.colour}): claimed in {100 * use.share:.1f} % of the games"
    if use.worth is not None and use.owner_wins is not None:
        told += f", worth {use.worth:.1f}, its owner won {100 * use.owner_wins:.0f} %"
    yield f"<g><title>{escape(told)}</title>"
    dead = use.link_share < RARELY  # of two gray tracks a bot may always take the first: the other is not dead
    yield _line(track, _DEAD if dead else colour_of(use.share), width_of(use.share), dashed=dead)
    if inlaid:
        yield _line(track, _PAPER, width_of(use.share) / 3)
    yield "</g>"


def _draw_city(city: CityUse, point: Point) -> str:
    told = f"{city.name}: {100 * city.players:.1f} % of the players had a route there"
    fill = _PAPER if city.players < RARELY else colour_of(city.players)
    return (
        f'<circle cx="{point[0]:.0f}" cy="{point[1]:.0f}" r="11" fill="{fill}" stroke="{_INK}" stroke-width="2">'
        f"<title>{escape(told)}</title></circle>"
    )


def _texts(size: int, weight: str, texts: Iterable[tuple[str, Point]]) -> Iterator[str]:
    """Texts that can be read on whatever is under them: first their halos, then the letters."""
    drawn = [f'<text x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>' for text, (x, y) in texts]
    head = f'<g font-size="{size}" font-weight="{weight}" text-anchor="middle"'
    yield f'{head} stroke="{_PAPER}" stroke-width="3.5" stroke-linejoin="round">'
    yield from (*drawn, "</g>", f"{head}>", *drawn, "</g>")


def _share_text(use: RouteUse, point: Point) -> tuple[str, Point]:
    return f"{100 * use.share:.0f}", (point[0], point[1] + 4)


def _name_text(city: CityUse, box: Box) -> tuple[str, Point]:
    return city.name, ((box.left + box.right) / 2, box.bottom - 3)
