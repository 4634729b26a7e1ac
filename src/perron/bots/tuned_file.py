"""The file that the tuner writes: weights, and beside them how they were found and how they did on fresh deals."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perron import __version__
from perron.bots.edition_weights import FILE, in_order, weights_for, weights_text
from perron.bots.tuning import Found, Trial, group_of
from perron.editions import Edition
from perron.editions.check_folder import check_file
from perron.errors import EditionError

EVIDENCE = "found"
"""The table of the file that says how the weights were found."""


def start_from(edition: Edition, file: Path) -> NDArray[np.int64]:
    """The weights of a file that is to be written again, or those that the bots have; raises EditionError.

    Weights of another edition are not written over.
    """
    if not file.exists():
        return weights_for(edition)
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EditionError(f"{file} cannot be read: {error}") from None
    faults = check_file(FILE, text)
    if faults:
        raise EditionError("\n  ".join([f"{file} has faults:", *map(str, faults)]), faults)
    table = tomllib.loads(text)
    found = table.get(EVIDENCE)
    of = found.get("edition", edition.id) if isinstance(found, dict) else edition.id
    if of != edition.id:
        raise EditionError(f"{file} has weights for {of}: say with --out FILE where those for {edition.id} go")
    return in_order(table)


def changes_of(trial: Trial) -> str:
    """A change in words."""
    changed = ", ".join(f"{name} {old} to {new}" for name, (old, new) in trial.changes.items())
    return f"{changed} ({trial.mean:+.3f} a game, z {trial.z:.1f})"


def file_text(edition: Edition, found: Sequence[Found], weights: NDArray[np.int64]) -> str:
    """The file, without a date: the same version, seed and number of changes tried give the same."""
    lines = [
        f"# The planner's weights on {edition.id}, found by `perron tune`; docs/bots.md says how.",
        "",
        f"[{EVIDENCE}]",
        f"edition = {_text(edition.id)}",
        f"version = {edition.version}",
        f"perron = {_text(__version__)}",
        "",
    ]
    for one in found:
        if one.is_better:
            lines += [*_evidence(one), ""]
    return "\n".join([*lines, weights_text(weights), ""])


def _evidence(found: Found) -> list[str]:
    lines = [
        f"[{EVIDENCE}.{group_of(found.seats)}]",
        f"seats = {found.seats}",
        f"seed = {_text(found.seed)}",
        f"trials = {found.tried}",
        f"kept = {len(found.kept)}",
    ]
    shown = found.evidence
    if shown is not None:
        low, high = shown.interval
        lines += [
            f"deals = {shown.deals}",
            f"games = {shown.games}",
            f"wins = {shown.wins:.4f}",
            f"interval = [{low:.4f}, {high:.4f}]",
            f"even = {shown.even:.4f}",
        ]
    return [*lines, *(f"# {changes_of(trial)}" for trial in found.kept)]


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)  # TOML escapes a text as JSON does
