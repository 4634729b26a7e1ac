"""Gymnasium's spaces for the observations and actions of an edition."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from perron.env.observation import highs
from perron.env.options import GameKind


def observation_space(kind: GameKind) -> spaces.Space[Any]:
    """`observation` in its form and `action_mask`; the former alone where masks are told in the info."""
    inner: spaces.Space[Any]
    if kind.form == "flat":
        inner = spaces.Box(0, highs(kind.fields), dtype=np.uint8)
    else:
        inner = spaces.Dict({field.name: spaces.Box(0, field.high, field.shape, np.uint8) for field in kind.fields})
    if kind.mask_in == "info":
        return inner
    return spaces.Dict({"observation": inner, "action_mask": spaces.Box(0, 1, (kind.numbering.size,), np.int8)})
