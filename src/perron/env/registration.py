"""Gymnasium's ids, one for each edition and number of seats: `perron/Utrecht-2p-v1` would be that of `utrecht`."""

from __future__ import annotations

import gymnasium

from perron.editions import Edition, every_version

NAMESPACE = "perron"


def ident_of(edition: Edition, seats: int) -> str:
    """The id of an edition with that many seats. The version is that of the edition's rules."""
    title = "".join(word.capitalize() for word in edition.id.split("_"))
    return f"{NAMESPACE}/{title}-{seats}p-v{edition.version}"


def ids() -> dict[str, tuple[str, int]]:
    """Edition and seats by id."""
    return {
        ident_of(edition, seats): (f"{edition.id}@{edition.version}", seats)
        for edition in every_version()
        for seats in range(edition.players[0], edition.players[1] + 1)
    }


def register() -> None:
    """Make the ids known to Gymnasium; once is enough."""
    for ident, (edition, seats) in ids().items():
        if ident not in gymnasium.registry:
            gymnasium.register(
                ident,
                entry_point="perron.env.gym_env:LearnerEnv",
                vector_entry_point="perron.env.vector_env:learner_vector",
                kwargs={"edition": edition, "seats": seats},
            )
