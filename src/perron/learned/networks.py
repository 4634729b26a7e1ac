"""The networks of editions, each read when it is first asked for."""

from __future__ import annotations

from functools import lru_cache

from perron.editions.edition import Edition
from perron.editions.folder import NETWORK, EditionFolder, own_folder
from perron.learned.network import Network, read_network


def network_of(edition: Edition) -> Network | None:
    """The network in the folder of an edition; None if there is none. Raises NetworkError if it is no good."""
    folder = own_folder(edition)
    return None if folder is None else _read(edition, folder, folder.place)


# By its place too: folders are told apart by the files that are kept with games, which a network is not.
@lru_cache(maxsize=8)
def _read(edition: Edition, folder: EditionFolder, _: str) -> Network | None:
    data = folder.network(edition.version)
    return None if data is None else read_network(data, edition, f"{NETWORK} of {folder.place or edition.id}")
