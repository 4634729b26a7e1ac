"""Universal sizes: every edition fits them, so that all editions share one compilation."""

SEATS = 5
ROUTES = 128
CITIES = 64
TICKETS = 96
WORDS = 2  # 64-bit words in a set of routes or of tickets
COLOURS = 8
WILD = 8  # the card kind after the eight colours, in every edition
KINDS = 9
CARDS = 120  # in a whole deck, so that every count fits an int8
PRICE = 15  # cards for one route at most
PIECE_KINDS = 2
PIECES = 100
OFFER = 6  # tickets offered at once
DISPLAY = 5
STATIONS = 4
LINES = 12  # of the score sheet
TUNNEL = 3  # cards turned up for a tunnel
TURNS = 1000  # RU-40
NONE = -1
