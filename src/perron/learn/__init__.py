"""Learning to play an edition by self-play. Needs `perron[learn]`, and a GPU unless the board is small."""

from perron.extras import need

need("learn", "learning needs")
