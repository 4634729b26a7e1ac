"""`python -m tests.server.soak`: kill the server hundreds of times on each store, and write down what became of it."""

from __future__ import annotations

import argparse
import platform
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import perron
from tests.server.crash import Toll, crash
from tests.server.postgres import Postgres


def _soak(store: str, kills: int, seed: int) -> Toll:
    with tempfile.TemporaryDirectory(prefix="perron-soak-") as folder:
        if store == "sqlite":
            return crash(f"sqlite:///{folder}/perron.sqlite", Path(folder), kills, seed, say=print)
        postgres = Postgres(durable=True)
        try:
            return crash(postgres.new_database(), Path(folder), kills, seed, say=print)
        finally:
            postgres.close()


def main() -> None:
    """Soak both stores, or the one that is named."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=200, help="on each store")
    asked.add_argument("--only", choices=["sqlite", "postgres"])
    asked.add_argument("--seed", type=int, default=int(time.time()))
    asked.add_argument("--out", type=Path, default=Path("build/soak.txt"), help="a line is added for each store")
    options = asked.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    for store in [options.only] if options.only else ["sqlite", "postgres"]:
        toll = _soak(store, options.kills, options.seed)
        when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        line = f"{when}, perron {perron.__version__}, Python {platform.python_version()}, {store}, seed {options.seed}"
        line = f"{line}: {toll}"
        print(line)
        with options.out.open("a", encoding="utf-8") as out:
            out.write(f"{line}\n")


if __name__ == "__main__":
    main()
