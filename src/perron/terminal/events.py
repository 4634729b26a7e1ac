"""What an action did, in words: an event holds no more than its viewer may know."""

from __future__ import annotations

from perron.event import Event
from perron.terminal.words import Words, cards, number
from perron.view import View

_ES = {"pass": "passes", "try": "tries"}


class Teller:
    """Tells an event to somebody, who is called `you` where the event is their own."""

    def __init__(self, words: Words, event: Event, *, you: bool) -> None:
        self.words, self.event, self.you = words, event, you

    @property
    def subject(self) -> str:
        """Who did it."""
        return "You" if self.you else f"P{self.event.seat}"

    def tell(self) -> str:
        """What was done, without its subject: `claims Paris – Dieppe with 1 red (+1)`."""
        event = self.event
        match event.kind:
            case "claim":
                return self._claim()
            case "station":
                return f"{self._verb('build')} a station in {self.words.city(event.city or '')} with {self._paid()}"
            case "pay_tunnel":
                return f"{self._verb('pay')} {self._paid()} more and {self._verb('claim')} it{self._gains()}"
            case "decline":
                return f"{self._verb('let')} the tunnel go"
            case "draw_face_up":
                return f"{self._verb('take')} {next(iter(event.cards or {}))}"
            case "draw_blind":
                return f"{self._verb('draw')} blind{self._drawn()}"
            case "draw_cards":
                return f"{self._verb('draw')} {number(event.count or 0, 'card')}{self._drawn()}"
            case "draw_tickets":
                return f"{self._verb('draw')} {number(event.count or 0, 'ticket')}"
            case "keep_tickets":
                return self._keep()
            case "swap_tickets":
                return f"{self._verb('swap')} tickets{self._gains()}"
            case "undo":
                return f"{self._verb('take')} that back"
        return self._verb("pass")

    def _verb(self, verb: str) -> str:
        return verb if self.you else _ES.get(verb, f"{verb}s")

    def _claim(self) -> str:
        event = self.event
        route = self.words.route(event.route or "")
        if not event.extra:
            return f"{self._verb('claim')} {route} with {self._paid()}{self._gains()}"
        asked = f"{number(event.extra, 'card')} more asked"
        return f"{self._verb('try')} the tunnel {route} with {self._paid()}; up come {', '.join(event.shown)}: {asked}"

    def _keep(self) -> str:
        event = self.event
        if event.tickets is not None:
            return f"{self._verb('keep')} {self.words.tickets(event.tickets)}"
        if event.count is None:
            return f"{self._verb('choose')} tickets"
        return f"{self._verb('keep')} {event.count} of {number(event.offered or 0, 'ticket')}"

    def _paid(self) -> str:
        return cards(self.event.cards or {})

    def _drawn(self) -> str:
        return f" ({cards(self.event.cards)})" if self.event.cards else ""

    def _gains(self) -> str:
        """Points, bonus cards and tickets completed that came with it."""
        event = self.event
        parts = []
        if event.completed:
            parts.append(f"completed {self.words.tickets(event.completed)}")
        if event.points:
            parts.append(f"{event.points:+d}")
        if event.bonus:
            parts.append("the east-west bonus" if self.words.edition.east_west else "a trade bonus card")
        if event.tickets:
            parts.append(f"new: {self.words.tickets(event.tickets)}")
        return f" ({'; '.join(parts)})" if parts else ""


def announcement(before: View, after: View) -> str | None:
    """What concerns the whole table, if anything: how many tickets were kept, or that the last round begins."""
    if before.phase == "setup" and after.phase != "setup" and after.outcome is None:
        kept = ", ".join(f"P{seat} {player.tickets}" for seat, player in enumerate(after.players))
        return f"All have chosen; tickets kept: {kept}."
    if before.last_round is None and after.last_round is not None:
        return "The last round begins: one more turn for everybody."
    return None
