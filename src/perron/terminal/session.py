"""One person at the terminal, the other seats played by bots or at random."""

from __future__ import annotations

import hashlib
import random
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.text import Text

from perron.bots.protocol import Bot, Clock
from perron.errors import IllegalAction, NotationError
from perron.event import event_of
from perron.game import Game, Move
from perron.rules import clause
from perron.terminal.events import Teller, announcement
from perron.terminal.guide import guide
from perron.terminal.menu import Menu, menu
from perron.terminal.screen import board, columns, final_score, players, route_line, seat_name, show, turn_screen
from perron.terminal.words import Words, alphabetical, number
from perron.view import View

_NO_UNDO = "There is no undo: what has been seen stays seen."


class Stopped(Exception):
    """The person has stopped before the end."""


class Session:
    """A game that a person plays from one seat, seeing nothing but that seat's view."""

    def __init__(
        self,
        game: Game,
        seat: int,
        words: Words,
        console: Console,
        *,
        save: Callable[[Game], None],
        bots: Mapping[int, Bot] | None = None,
        read: Callable[[str], str] = input,
    ) -> None:
        """`save` is called after every action; `bots` play the other seats, those without one being played at random.

        `read` asks for a line and raises EOFError when there are no more.
        """
        self.game, self.seat, self.words, self.console = game, seat, words, console
        self._save, self._bots, self._read = save, bots or {}, read
        self._news: list[str] = []
        self._told: tuple[int, int] | None = None  # seat and turn that the last line of news is about

    def run(self) -> None:
        """Play to the end; raises Stopped when the person stops, KeyboardInterrupt on Ctrl-C."""
        self._save(self.game)
        while not self.game.over:
            if self.game.to_move == self.seat:
                self._decide()
            else:
                self._play(self._bot_action())
        view = self._view()
        show(self.console, *map(Text, self._news), final_score(self.words, view))

    def _view(self) -> View:
        return self.game.view(self.seat)

    # playing

    def _bot_action(self) -> int:
        """What the bot of the seat to move chooses; chance decides where it has no legal answer."""
        seat = self.game.to_move
        assert seat is not None
        bot = self._bots.get(seat)
        if bot is None:
            return self._random_action()
        try:
            return self.game.copy().play(bot.choose(self.game.view(seat), Clock())).number
        except Exception as error:  # a bot may be wrong in any way
            show(self.console, Text(f"P{seat} ({bot.name}) gave no legal answer, so chance decides: {error}", "dim"))
            return self._random_action()

    def _random_action(self) -> int:
        """A uniform choice, by a generator that is not the game's but gives the same when a game is resumed."""
        seed = hashlib.sha256(b"random seats" + (self.game.key or b"") + len(self.game.moves).to_bytes(4)).digest()
        return int(random.Random(seed).choice(self.game.legal_numbers("one")))

    def _play(self, action: str | int) -> None:
        before = self._view()
        with _uninterrupted():  # an action that was played is always saved
            move = self.game.play(action)
            self._save(self.game)
        self._note(move, before, self._view())

    def _note(self, move: Move, before: View, after: View) -> None:
        teller = Teller(self.words, event_of(move, before, after, self.words.edition), you=move.seat == self.seat)
        about = (move.seat, before.turn)
        if about == self._told and self._news:
            self._news[-1] = f"{self._news[-1].removesuffix('.')}, {teller.tell()}."
        else:
            self._news.append(f"{teller.subject} {teller.tell()}.")
        self._told = about
        told = announcement(before, after)
        if told:
            self._news.append(told)
            self._told = None

    # asking

    def _decide(self) -> None:
        """Show what there is to see and ask until an action is played."""
        view = self._view()
        if view.phase in ("setup", "turn") or not self._news:
            show(self.console, turn_screen(self.words, view, self._news))
        elif view.phase != "tunnel":  # in the middle of a turn: only what is new; a tunnel's question tells it all
            show(self.console, *map(Text, self._news[-1:]))
        news, self._news, self._told = self._news, [], None
        root = None if view.offered else menu(self.words, view)
        open_menu = root
        fresh = True
        while True:
            if fresh:
                show(self.console, self._offer(view) if open_menu is None else open_menu.shown())
            line = self._ask()
            fresh = line in ("", "0", "back")
            if fresh:
                open_menu = open_menu if line == "" else root
            elif line in ("quit", "exit"):
                raise Stopped
            elif not self._answered(line, view, news):
                try:
                    chosen = self._chosen(line, view, open_menu)
                    if isinstance(chosen, Menu):
                        open_menu, fresh = chosen, True
                    else:
                        self._play(chosen)
                        return
                except IllegalAction as error:
                    told = [] if error.rule is None else [Text(f"{error.rule}: {clause(error.rule).text}", "dim")]
                    show(self.console, Text(str(error), "red"), *told)
                except NotationError as error:
                    show(self.console, Text(str(error), "red"))

    def _ask(self) -> str:
        try:
            return " ".join(self._read("> ").casefold().split())
        except EOFError:
            show(self.console, "")
            raise Stopped from None

    def _offer(self, view: View) -> Text:
        edition = self.words.edition
        least = edition.setup.keep if view.phase == "setup" else edition.draw.keep
        offered = view.offered or ()
        text = Text(f"Which tickets do you keep? At least {min(least, len(offered))}, as in: 1 2", "bold")
        for n, ticket in enumerate(offered, 1):
            text.append(f"\n  {n:>2} ", "bold cyan").append(self.words.ticket_known(ticket), "default not bold")
            if edition.tickets[edition.ticket_index[ticket]].long:
                text.append(" long", "dim not bold")
        return text

    def _chosen(self, line: str, view: View, open_menu: Menu | None) -> str | Menu:
        """The action or list that a line means."""
        numbers = line.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in numbers):
            return line
        if open_menu is None:
            return self._kept([int(word) for word in numbers], view.offered or ())
        if len(numbers) != 1:
            raise NotationError("one number at a time")
        choices = open_menu.choices
        if not 1 <= int(numbers[0]) <= len(choices):
            raise NotationError(f"there is no number {int(numbers[0])} in the list; it goes from 1 to {len(choices)}")
        choice = choices[int(numbers[0]) - 1]
        return choice.menu or choice.action or ""

    def _kept(self, numbers: list[int], offered: tuple[str, ...]) -> str:
        for n in numbers:
            if not 1 <= n <= len(offered):
                raise NotationError(f"there is no ticket {n}; they go from 1 to {len(offered)}")
        return " ".join(["keep", *(offered[n - 1] for n in dict.fromkeys(numbers))])

    def _answered(self, line: str, view: View, news: list[str]) -> bool:
        """Whether the line was a question to the terminal; then it has been answered."""
        word, _, rest = line.partition(" ")
        if line in ("help", "?"):
            show(self.console, *guide(self.words.edition), _NO_UNDO)
        elif word == "board":
            show(self.console, board(self.words, view, rest))
        elif line == "players":
            self._show_players(view)
        elif line == "news":
            show(self.console, *(map(Text, news) if news else [Text("Nothing has happened yet.")]))
        elif line == "ids":
            cities = sorted(self.words.edition.cities, key=lambda city: alphabetical(self.words.city(city.id)))
            show(self.console, columns(Text(f"{self.words.city_known(c.id)}  ").append(c.id, "dim") for c in cities))
        elif line == "undo":
            show(self.console, _NO_UNDO)
        else:
            return False
        return True

    def _show_players(self, view: View) -> None:
        show(self.console, players(self.words, view))
        edition = self.words.edition
        for seat, player in enumerate(view.players):
            name = seat_name(view, seat)
            if player.routes:
                show(self.console, Text(f"{name}: {number(len(player.routes), 'route')}", "bold"))
                lines = (route_line(self.words, edition.routes[edition.route_index[route]]) for route in player.routes)
                show(self.console, columns(lines))
            if player.stations:
                show(self.console, f"{name}: stations in {', '.join(map(self.words.city, player.stations))}")
            if player.completed:
                show(self.console, f"{name}: completed {self.words.tickets(player.completed)}")


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until this is done."""
    waiting: list[int] = []

    def wait(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    before = signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt
