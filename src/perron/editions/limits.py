"""The largest edition there can be: what the engine's fixed-size records have room for."""

PLAYERS = 5
CITIES = 64
ROUTES = 128
TICKETS = 96
COLOURS = 8
CARDS = 120
"""In the whole deck, wilds included."""
ROUTE_CARDS = 15
"""Cards for one route, pieces on it, and cards for one station."""
PIECES = 100
"""Of one kind, for one player."""
PIECE_KINDS = 2
OFFER = 6
"""Tickets looked at together, at setup or when drawn."""
SWAPPED = OFFER // 2
"""Tickets in hand where they are swapped: meanwhile the old and the new ones are held together."""
DISPLAY = 5
DRAW = 2
"""Cards of one draw."""
STATIONS = 4
BONUS_CARDS = 100
POINTS = 100
"""For any one thing: a route, a ticket, a bonus."""
WATERS = 24
"""Shapes of water on a board."""
WATER_POINTS = 600
"""Corners of all of them together: a coast in detail, and a picture that is still small."""
FILE_SIZE = 200_000
"""Letters in an edition file; the largest board needs a tenth of that."""
