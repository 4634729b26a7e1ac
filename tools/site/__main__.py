"""Build the documentation site; a warning, such as a link that leads nowhere, fails it.

The site needs no server: open index.html in the folder that it was built into.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.site.source import assemble

ROOT = Path(__file__).parents[2]
CONFIGURATION = Path(__file__).parent


def build(source: Path, into: Path, kept: Path) -> int:
    """Build an assembled tree, keeping what Sphinx has read for the next time; 0 if nothing is wrong."""
    gc.set_threshold(100_000, 50, 1000)  # looking through the nodes of all pages, which stay, took a sixth of the time
    os.environ.setdefault("NUMBA_ENABLE_CUDASIM", "1")  # the reference reads the GPU's modules where there is no GPU
    options = ["--quiet", "--fail-on-warning", "--builder", "html", "--conf-dir", str(CONFIGURATION)]
    return build_main([*options, "--doctree-dir", str(kept), str(source), str(into)])


def main(arguments: list[str] | None = None) -> int:
    """Build the site of this working tree."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "build" / "site", help="build/site if not said")
    out = parser.parse_args(arguments).out
    work = ROOT / "build" / "site-source"
    assemble(ROOT, work / "pages")
    wrong = build(work / "pages", out, work / "read")
    if not wrong:
        print(f"The site is built: {out / 'index.html'}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
