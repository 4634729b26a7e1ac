"""Pictures of games: pixels put together from parts are those of the whole drawing, and a window shows them."""

from __future__ import annotations

from importlib import import_module

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from perron.board import Laid, board_svg, geometry, to_png
from perron.editions import load
from perron.env import aec, vector
from perron.env.gym_env import LearnerEnv
from perron.env.pixels import PixelBoard, pixels
from perron.errors import PerronError
from perron.extras import MissingExtra

WIDTH = 600


def whole(name: str, laid: Laid) -> NDArray[np.uint8]:
    return pixels(to_png(board_svg(geometry(load(name)), laid, width=WIDTH), WIDTH))[..., :3]


def everything_laid(name: str, first: int) -> Laid:
    """A board on which every route is claimed and every place has a station, by seats in turn."""
    board, seats = geometry(load(name)), load(name).players[1]
    return Laid(
        routes={track.id: (first + i) % seats for i, track in enumerate(board.tracks)},
        stations={place.id: (first + i) % seats for i, place in enumerate(board.places)},
    )


@pytest.mark.parametrize(
    "name",
    # The others have no kind of track that none of these has.
    [
        *("europe", "amsterdam", "berlin"),
        *(pytest.param(one, marks=pytest.mark.exhaustive) for one in ("tiny", "first_journey")),
    ],
)
def test_a_picture_put_together_is_the_whole_drawing(name: str) -> None:
    board = PixelBoard(load(name), WIDTH)
    seen = []
    for laid in (Laid(), everything_laid(name, 0)):
        full, parts = whole(name, laid), board.draw(laid)
        assert parts.shape == full.shape
        apart = np.abs(parts.astype(int) - full)
        # Where edges are smoothed, a part that is drawn alone may differ in the last bits of its opacity.
        assert apart.max() <= 24
        assert apart.mean() < 0.2
        seen.append(full)
    assert np.abs(seen[0].astype(int) - seen[1]).mean() > 5, "a tolerance that would hide the pieces"


def test_a_picture_depends_on_what_is_laid_and_not_on_what_was() -> None:
    board = PixelBoard(load("tiny"), WIDTH)
    laid = everything_laid("tiny", 1)
    first = board.draw(laid)
    empty = board.draw(Laid())
    assert (board.draw(laid) == first).all()
    assert (board.draw(Laid()) == empty).all()
    assert (empty != first).any()
    board.draw(laid)[:] = 0
    assert (board.draw(laid) == first).all(), "what was given away is a copy"


def test_pixels_of_an_environment_are_those_of_its_drawing() -> None:
    env = aec("tiny", 2, render_mode="rgb_array")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        env.step(int(rng.choice(np.flatnonzero(env.game.mask()))))
    shown = env.render()
    env.render_mode = "svg"
    drawn = pixels(to_png(env.render()))[..., :3]
    assert any(player.routes for player in env.game.view(None).players)
    assert shown.shape == drawn.shape
    assert np.abs(shown.astype(int) - drawn).max() <= 24


@pytest.fixture
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL draws into memory."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.usefixtures("_no_screen")
def test_a_window_shows_people_what_rgb_array_shows_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.env.rendering.FPS", 1000)
    env = gymnasium.make("perron/Tiny-2p-v1", render_mode="human", disable_env_checker=True)
    seen, _ = env.reset(seed=1)
    pygame = import_module("pygame")
    learner = env.unwrapped
    assert isinstance(learner, LearnerEnv)
    for _ in range(30):
        if seen["action_mask"].any():
            seen, *_ = env.step(int(seen["action_mask"].nonzero()[0][-1]))
        shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        learner.render_mode = "rgb_array"
        assert (shown == learner.render()).all()
        learner.render_mode = "human"
    assert "to move" in pygame.display.get_caption()[0] or "over" in pygame.display.get_caption()[0]
    assert env.render() is None
    env.close()
    assert not pygame.display.get_init()


@pytest.mark.usefixtures("_no_screen")
def test_pettingzoo_shows_every_step_in_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.env.rendering.FPS", 1000)
    env = aec("tiny", 2, render_mode="human")
    env.reset(seed=1)
    pygame = import_module("pygame")
    captions = {pygame.display.get_caption()[0]}
    for _ in range(6):
        env.step(int(env.game.mask().nonzero()[0][0]))
        captions.add(pygame.display.get_caption()[0])
    assert len(captions) > 2
    env.close()
    env.close()


def test_without_pygame_the_window_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perron.extras._installed", lambda name: name != "pygame-ce")
    with pytest.raises(MissingExtra, match=r"perron\[window\].*pip install \"pygame-ce"):
        aec("tiny", render_mode="human")
    with pytest.raises(MissingExtra, match="pygame-ce"):
        LearnerEnv("tiny", render_mode="human")


def test_a_vector_has_no_window() -> None:
    with pytest.raises(PerronError, match="ansi, svg, rgb_array, not 'human'"):
        vector("tiny", 2, 2, render_mode="human")
