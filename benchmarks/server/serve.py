"""`python -m benchmarks.server.serve PORT URL WORKERS LIMITS`: the server, with its usual limits or none."""

from __future__ import annotations

import sys

from perron.server.run import serve
from perron.server.settings import UNLIMITED, Limits, Settings

_LOTS = 10**6
NONE = Limits(
    rates=UNLIMITED,
    sockets_per_address=_LOTS,
    connections_per_address=_LOTS,
    connections=_LOTS,
    requests_at_once=_LOTS,
)

if __name__ == "__main__":
    port, database, workers, limits = sys.argv[1:]
    allowed = Limits() if limits == "usual" else NONE
    serve(Settings(port=int(port), database=database, workers=int(workers), bot_processes=1, limits=allowed))
