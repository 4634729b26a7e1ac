"""`perron warm`: compile in advance."""

from __future__ import annotations

from typing import Annotated

import typer


def warm(
    bots: Annotated[bool, typer.Option("--bots", help="Also what the bots need.")] = False,
    environments: Annotated[bool, typer.Option("--environments", help="Also what the environments need.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Rules, bots and environments.")] = False,
) -> None:
    """Compile the rules in advance, for this Python and this processor, so that a first use starts at once."""
    from perron.cli.compiling import BOTS, ENVIRONMENTS, LEARNED, REVIEWS, RULES, make_ready
    from perron.cli.console import err
    from perron.extras import missing, need

    if environments:
        need("env", "environments need")
    wanted = [RULES]
    if bots or everything:
        wanted += [BOTS, LEARNED, REVIEWS]
    if environments or (everything and not missing("env")):
        wanted.append(ENVIRONMENTS)
    for what in wanted:
        seconds = make_ready(what)
        err().print(f"The {what} {'were compiled already' if seconds is None else f'took {seconds:.1f} s'}.")
    if everything and ENVIRONMENTS not in wanted:
        err().print("The environments are left out: they need the extra perron[env], which is not installed here.")
