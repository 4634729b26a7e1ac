"""A window that shows pixels to people, by pygame."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perron.extras import need


def need_window() -> None:
    """Raise MissingExtra if no window can be opened here."""
    need("window", 'render_mode="human" needs')


class Window:
    """A window, open from the first picture until it is closed."""

    def __init__(self) -> None:
        self._screen: Any = None
        self._clock: Any = None

    def show(self, picture: NDArray[np.uint8], title: str, fps: int) -> None:
        """Show a picture (height, width, 3), and wait so that there are no more than `fps` of them in a second."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on stdout
        pygame = import_module("pygame")
        height, width, _ = picture.shape
        if self._screen is None:
            pygame.display.init()
            self._screen, self._clock = pygame.display.set_mode((width, height)), pygame.time.Clock()
        pygame.display.set_caption(title)
        self._screen.blit(pygame.image.frombuffer(picture.tobytes(), (width, height), "RGB"), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(fps)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            import_module("pygame").display.quit()
            self._screen = None
