"""Gymnasium's ids: perron/Europe-2p-v1 and so on, one for each edition and number of seats."""

from __future__ import annotations

import gymnasium

from perron.editions import every_version

NAMESPACE = "perron"


def ids() -> dict[str, tuple[str, int]]:
    """Edition and seats by id. The version is that of the edition's rules."""
    found = {}
    for edition in every_version():
        title = "".join(word.capitalize() for word in edition.id.split("_"))
        for seats in range(edition.players[0], edition.players[1] + 1):
            found[f"{NAMESPACE}/{title}-{seats}p-v{edition.version}"] = (f"{edition.id}@{edition.version}", seats)
    return found


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
