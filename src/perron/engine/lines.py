"""The lines of the score sheet by number: where `sheet.lines` and `t.line_points` have them."""

# Not by way of the package or the tables: kernels are recompiled whenever a file that they import from changes.
from perron.editions.score_lines import LINES

LINE_AT = {ident: at for at, ident in enumerate(LINES)}

ROUTES = LINE_AT["routes"]
TICKETS_WON = LINE_AT["tickets_won"]
TICKETS_LOST = LINE_AT["tickets_lost"]
UNUSED_STATIONS = LINE_AT["stations"]
LONGEST_PATH = LINE_AT["longest_path"]
TRADE_BONUS = LINE_AT["trade_bonus"]
TICKETS = LINE_AT["tickets"]
EAST_WEST = LINE_AT["east_west"]
MOST_TICKETS = LINE_AT["most_tickets"]
