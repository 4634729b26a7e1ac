"""SVG to PNG, with the extra that can."""

from __future__ import annotations

from perron.extras import missing, need


def can_draw_png() -> bool:
    """Whether the extra that can is there."""
    return not missing("picture")


def need_png() -> None:
    """Raise MissingExtra if no PNG can be drawn here."""
    need("picture", "pictures of pixels (an .svg can be had without) need")


def to_png(svg: str, width: int | None = None, *, letters: bool = True) -> bytes:
    """The picture as PNG, `width` pixels wide; raises MissingExtra.

    A picture without letters is drawn sooner: the system's fonts are not looked for.
    """
    need_png()
    import resvg_py  # noqa: PLC0415

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=not letters))
