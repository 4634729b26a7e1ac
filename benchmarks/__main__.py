"""`python -m benchmarks`: the same as `perron bench`, from a checkout."""

import typer

from perron.cli.bench import bench

if __name__ == "__main__":
    typer.run(bench)
