"""`python -m benchmarks.server.serve PORT URL WORKERS`: the server as it is, but for an address's limits."""

from __future__ import annotations

import sys

from perron.server.run import serve
from perron.server.settings import Limits, Settings

_LOTS = 10**6
LIMITS = Limits(
    requests_per_second=_LOTS,
    request_burst=_LOTS,
    tables_per_address=_LOTS,
    messages_per_second=_LOTS,
    message_burst=_LOTS,
    sockets_per_address=_LOTS,
)

if __name__ == "__main__":
    port, database, workers = sys.argv[1:]
    serve(Settings(port=int(port), database=database, workers=int(workers), bot_processes=1, limits=LIMITS))
