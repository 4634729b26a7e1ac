"""`python -m tests.server.soak`: kill the server hundreds of times on each store, attack it, write down the outcome."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import perron
from tests.server.crash import crash
from tests.server.hostile import endure
from tests.server.postgres import Postgres


@contextmanager
def _database(store: str) -> Iterator[tuple[str, Path]]:
    """A new database, and a folder for the server's log."""
    with tempfile.TemporaryDirectory(prefix="perron-soak-") as folder:
        if store == "sqlite":
            yield f"sqlite:///{folder}/perron.sqlite", Path(folder)
            return
        postgres = Postgres(durable=True)
        try:
            yield postgres.new_database(), Path(folder)
        finally:
            postgres.close()


def main() -> None:
    """Soak both stores, or the one that is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=200, help="on each store; 0: none")
    asked.add_argument("--minutes", type=float, default=10.0, help="of attacks on each store; 0: none")
    asked.add_argument("--only", choices=["sqlite", "postgres"])
    asked.add_argument("--seed", type=int, default=int(time.time()))
    asked.add_argument("--out", type=Path, default=Path("build/soak.txt"), help="lines are added for each store")
    options = asked.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    timely = True
    for store in [options.only] if options.only else ["sqlite", "postgres"]:
        write = _writer(options.out, f"{store}, seed {options.seed}")
        if options.kills:
            with _database(store) as (url, folder):
                write(str(crash(url, folder, options.kills, options.seed, say=print)))
        if options.minutes:
            with _database(store) as (url, folder):
                account = endure(url, folder, options.minutes, say=print)
            write(f"{options.minutes:g} minutes of attacks: {account}")
            timely = timely and account.timely
    sys.exit(0 if timely else 1)


def _writer(out: Path, what: str) -> Callable[[str], None]:
    def write(outcome: str) -> None:
        when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        line = f"{when}, perron {perron.__version__}, Python {platform.python_version()}, {what}: {outcome}"
        print(line)
        with out.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    return write


if __name__ == "__main__":
    main()
