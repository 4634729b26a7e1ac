"""A view shows itself in notebooks: what its seat may know, and the board."""

from __future__ import annotations

from dataclasses import replace

from IPython.core.formatters import DisplayFormatter

from perron import Game


def shown(value: object) -> str:
    """What a notebook shows."""
    formats, _ = DisplayFormatter().format(value)  # type: ignore[no-untyped-call]
    told: str = formats["text/html"]
    return told


def test_the_view_of_a_seat_shows_hand_tickets_and_board() -> None:
    view = Game("europe", seats=3, seed=7).view(0)
    assert view.hand is not None
    assert view.offered is not None
    html = shown(view)
    assert "seen by P0" in html
    assert all(f"{n} {kind}" in html for kind, n in view.hand.items())
    assert all(ticket in html for ticket in view.offered)
    assert "<svg" in html
    assert "<b>Europe</b>, turn 1: P0 to move" in html


def test_the_view_of_a_spectator_shows_no_hand() -> None:
    game = Game("europe", seats=3, seed=7)
    html = shown(game.view())
    assert "seen by a spectator" in html
    assert "hand" not in html.partition("<svg")[0]
    assert not any(ticket in html for seat in range(3) for ticket in game.view(seat).offered or ())


def test_a_board_that_is_not_at_hand_is_not_drawn() -> None:
    view = replace(Game("tiny", seed=7).view(0), edition="<mine>")
    html = shown(view)
    assert "<b>&lt;mine&gt;</b>" in html
    assert "<svg" not in html


def test_a_game_shows_what_a_spectator_sees() -> None:
    game = Game("tiny", seed=7)
    while not game.over:
        game.play(int(game.legal_numbers()[-1]))
    html = shown(game)
    assert "over: " in html
    assert "<svg" in html
