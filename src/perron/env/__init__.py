"""Environments for learning: PettingZoo, Gymnasium, and many games at once. They need the extra `perron[env]`.

Importing this module makes Gymnasium's ids known: `gymnasium.make("perron/Utrecht-2p-v1", opponents="planner")`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from perron.extras import need

if TYPE_CHECKING:
    from perron.editions.edition import Edition
    from perron.env.aec_env import AECGame
    from perron.env.vector_env import VectorGame

__all__ = ["aec", "vector"]


def aec(edition: str | Edition, seats: int = 2, **options: Any) -> AECGame:
    """A PettingZoo environment: `aec("utrecht", seats=4)`."""
    need("env", "environments need")
    from perron.env.aec_env import AECGame  # noqa: PLC0415  # kernels alone need no PettingZoo

    return AECGame(edition, seats, **options)


def vector(edition: str | Edition, seats: int = 2, num_envs: int = 1024, **options: Any) -> VectorGame:
    """Many games at once, stepped by compiled code: `vector("utrecht", num_envs=4096)`."""
    need("env", "environments need")
    from perron.env.vector_env import VectorGame  # noqa: PLC0415

    return VectorGame(num_envs, edition, seats, **options)


if find_spec("gymnasium") is not None:
    from perron.env.registration import register

    register()
