"""Boards as pictures: one geometry for each, drawn here as SVG and PNG and by the page."""

from perron.board.geometry import Geometry, geometry, is_placed
from perron.board.picture import picture_of
from perron.board.png import can_draw_png, need_png, to_png
from perron.board.svg import Laid, board_svg

__all__ = ["Geometry", "Laid", "board_svg", "can_draw_png", "geometry", "is_placed", "need_png", "picture_of", "to_png"]
