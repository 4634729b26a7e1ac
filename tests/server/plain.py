"""Requests that are not encrypted: reading the certificates for each would take longer than the request itself."""

from __future__ import annotations

from functools import partial

import httpx

get = partial(httpx.get, verify=False)
post = partial(httpx.post, verify=False)
