"""What an action did, told from the difference between two views: nobody is told what they may not know."""

from __future__ import annotations

from perron.terminal.words import Words, cards, number, payment
from perron.view import View

_ES = {"pass": "passes", "try": "tries"}


class Teller:
    """Tells what the seat to move has done, as `view.seat` may know it; that seat itself is `you`, or has a name."""

    def __init__(self, words: Words, before: View, after: View, *, you: bool = True) -> None:
        assert before.to_move is not None
        self.words, self.before, self.after = words, before, after
        self.seat = before.to_move
        self.own = before.seat == self.seat
        self.you = you and self.own
        self.was, self.now = before.players[self.seat], after.players[self.seat]

    @property
    def subject(self) -> str:
        """Who did it."""
        return "You" if self.you else f"P{self.seat}"

    def tell(self) -> str:
        """What was done, without its subject: `claims Paris – Dieppe with 1 red (+1)`."""
        return {
            "setup": self._setup,
            "keep_tickets": self._keep,
            "tunnel": self._tunnel_answer,
        }.get(self.before.phase, self._turn)()

    def _verb(self, verb: str) -> str:
        return verb if self.you else _ES.get(verb, f"{verb}s")

    def _setup(self) -> str:
        if not self.own:
            return f"{self._verb('choose')} tickets"
        kept = self.after.chosen or self.after.tickets or ()
        return f"{self._verb('keep')} {self.words.tickets(kept)}"

    def _keep(self) -> str:
        kept = self.now.tickets - self.was.tickets
        if not self.own:
            return f"{self._verb('keep')} {kept} of {number(self.was.offered, 'ticket')}"
        return f"{self._verb('keep')} {self.words.tickets(self._new_tickets())}"

    def _tunnel_answer(self) -> str:
        tunnel = self.before.tunnel
        assert tunnel is not None
        if tunnel.route not in self.now.routes:
            return f"{self._verb('let')} the tunnel go"
        return f"{self._verb('pay')} {self._paid()} more and {self._verb('claim')} it{self._gains()}"

    def _turn(self) -> str:
        routes = [route for route in self.now.routes if route not in self.was.routes]
        if routes:
            return f"{self._verb('claim')} {self.words.route(routes[0])} with {self._paid()}{self._gains()}"
        stations = [city for city in self.now.stations if city not in self.was.stations]
        if stations:
            return f"{self._verb('build')} a station in {self.words.city(stations[0])} with {self._paid()}"
        if self.after.tunnel is not None:
            return self._tunnel_try()
        if self.now.offered:
            return f"{self._verb('draw')} {number(self.now.offered, 'ticket')}"
        if self.now.cards > self.was.cards:
            return self._draw()
        if self.words.edition.race is not None and self.before.ticket_pile:
            return f"{self._verb('swap')} tickets{self._gains()}"
        return self._verb("pass")

    def _tunnel_try(self) -> str:
        tunnel = self.after.tunnel
        assert tunnel is not None
        laid = payment(tunnel.colour, tunnel.cards, tunnel.wilds)
        asked = f"{number(tunnel.extra, 'card')} more asked"
        shown = ", ".join(tunnel.shown)
        return f"{self._verb('try')} the tunnel {self.words.route(tunnel.route)} with {laid}; up come {shown}: {asked}"

    def _draw(self) -> str:
        drawn = self.now.cards - self.was.cards
        seen = [kind for kind, n in self.now.seen.items() if n > self.was.seen.get(kind, 0)]
        if seen:
            return f"{self._verb('take')} {seen[0]}"
        what = f"{self._verb('draw')} {'blind' if self.words.edition.draw.display else number(drawn, 'card')}"
        return f"{what} ({cards(self._difference(self.after, self.before))})" if self.own else what

    def _paid(self) -> str:
        """The cards spent, named if they are known."""
        spent = self.was.cards - self.now.cards
        if self.own:
            return cards(self._difference(self.before, self.after))
        discarded = {kind: m - self.before.discards.get(kind, 0) for kind, m in self.after.discards.items()}
        discarded = {kind: m for kind, m in discarded.items() if m}
        # A reshuffle, a display replaced or a tunnel's cards blur what was paid: then only the number is told.
        if min(discarded.values(), default=0) < 0 or sum(discarded.values()) != spent:
            return number(spent, "card")
        return cards(discarded)

    def _difference(self, more: View, less: View) -> dict[str, int]:
        assert more.hand is not None
        assert less.hand is not None
        return {kind: n - less.hand.get(kind, 0) for kind, n in more.hand.items() if n > less.hand.get(kind, 0)}

    def _new_tickets(self) -> list[str]:
        return [ticket for ticket in self.after.tickets or () if ticket not in (self.before.tickets or ())]

    def _gains(self) -> str:
        """Points, bonus cards and tickets made that came with it."""
        race = self.words.edition.race is not None
        parts = []
        made = [ticket for ticket in self.now.made if ticket not in self.was.made]
        if made:
            parts.append(f"made {self.words.tickets(made)}")
        if self.now.score != self.was.score and not race:
            parts.append(f"{self.now.score - self.was.score:+d}")
        if self.now.bonus > self.was.bonus:
            parts.append("the east-west bonus" if race else "a trade bonus card")
        if self.own and race and self._new_tickets():
            parts.append(f"new: {self.words.tickets(self._new_tickets())}")
        return f" ({'; '.join(parts)})" if parts else ""


def announcement(words: Words, before: View, after: View) -> str | None:
    """What concerns the whole table, if anything: how many tickets were kept, or that the last round begins."""
    if before.phase == "setup" and after.phase != "setup" and after.outcome is None:
        kept = ", ".join(f"P{seat} {player.tickets}" for seat, player in enumerate(after.players))
        return f"All have chosen; tickets kept: {kept}."
    if before.last_round is None and after.last_round is not None:
        return "The last round begins: one more turn for everybody."
    return None
