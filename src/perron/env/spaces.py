"""Gymnasium's spaces for the observations and actions of an edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from perron.env.observation import Field, highs, structured
from perron.errors import PerronError

FORMS = ("flat", "dict")
"""flat: one row of bytes; dict: the same bytes as named arrays."""


def check_form(form: str) -> str:
    """The form of an observation, if there is such a one."""
    if form not in FORMS:
        raise PerronError(f"the form of an observation is {' or '.join(FORMS)}, not {form!r}")
    return form


def observation_space(fields: Sequence[Field], actions: int, form: str) -> spaces.Dict:
    """`observation` in its form, and `action_mask`."""
    inner: spaces.Space[Any]
    if form == "flat":
        inner = spaces.Box(0, highs(fields), dtype=np.uint8)
    else:
        inner = spaces.Dict({field.name: spaces.Box(0, field.high, field.shape, np.uint8) for field in fields})
    return spaces.Dict({"observation": inner, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def in_form(row: NDArray[np.uint8], fields: Sequence[Field], form: str) -> Any:
    """A flat row, or rows, in the form asked for."""
    return row if form == "flat" else structured(row, fields)
