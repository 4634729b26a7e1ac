"""A game as a picture: its board with all that everybody can see lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from perron.board.geometry import PRINTED, geometry
from perron.board.svg import Laid, board_svg
from perron.editions import known_edition
from perron.editions.edition import Edition


class SeenPlayer(Protocol):
    """What a picture needs of a player's view."""

    @property
    def routes(self) -> Sequence[str]:
        """Claimed by the player."""

    @property
    def stations(self) -> Sequence[str]:
        """Cities with a station of the player's."""


class Seen(Protocol):
    """What a picture needs of a view."""

    @property
    def edition(self) -> str:
        """Its id."""

    @property
    def rules(self) -> int:
        """The version of its rules."""

    @property
    def players(self) -> Sequence[SeenPlayer]:
        """By seat."""


@runtime_checkable
class Played(Protocol):
    """What a picture needs of a game."""

    @property
    def edition(self) -> Edition:
        """With all that its file says."""

    def view(self) -> Seen:
        """What a spectator sees."""


def laid_on(seen: Seen, lit: Iterable[str] = ()) -> Laid:
    """What lies on the board; `lit` are ids of routes and of cities to be made to glow."""
    lit = frozenset(lit)
    return Laid(
        routes={route: seat for seat, player in enumerate(seen.players) for route in player.routes},
        stations={city: seat for seat, player in enumerate(seen.players) for city in player.stations},
        lit_routes=lit,
        lit_places=lit,
    )


def picture_of(
    game: Played | Seen,
    *,
    edition: Edition | None = None,
    language: str = PRINTED,
    surroundings: str = "dark",
    lit: Iterable[str] = (),
    width: int | None = None,
) -> str:
    """The board of a game, or of a view of one, as SVG. A view on an edition of your own needs that edition too."""
    seen: Seen
    if isinstance(game, Played):
        edition, seen = game.edition, game.view()
    else:
        seen = game
        edition = edition or known_edition(seen.edition, version=seen.rules)
    title = edition.title.get(language, edition.title["en"])
    return board_svg(
        geometry(edition), laid_on(seen, lit), language=language, surroundings=surroundings, width=width, title=title
    )
