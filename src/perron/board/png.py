"""SVG to PNG, with the extra that can."""

from __future__ import annotations

from importlib.util import find_spec

from perron.errors import PerronError


def can_draw_png() -> bool:
    """Whether the extra that can is there."""
    return find_spec("resvg_py") is not None


def to_png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, so many pixels wide; PerronError says which extra is missing."""
    try:
        import resvg_py  # noqa: PLC0415
    except ImportError:
        raise PerronError(
            "drawing a PNG needs an extra: install it with pip install 'perron[picture]', or ask for an .svg"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
