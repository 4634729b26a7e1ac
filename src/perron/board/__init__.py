"""Boards as pictures: one geometry for each, drawn here as SVG and PNG and by the page."""

from perron.board.geometry import Geometry, geometry
from perron.board.picture import picture_of
from perron.board.png import to_png
from perron.board.svg import Laid, board_svg

__all__ = ["Geometry", "Laid", "board_svg", "geometry", "picture_of", "to_png"]
