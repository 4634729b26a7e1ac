"""The report for people: tables and facts, the same for the terminal and for a Markdown page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from perron.editions.edition import Edition
from perron.outcome import REASON_TEXTS
from perron.playtest.report import GroupUse, Report, RouteUse, Stock, TicketUse
from perron.simulate import Spread


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the report: the first column is text, the others are numbers."""

    title: str
    note: str
    """What the columns mean, where their headings do not say it."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def heading(edition: Edition, report: Report) -> str:
    """What was played."""
    return f"{edition.title['en']}, {report.seats} seats, {report.games:,} games of {report.bot}, seed {report.seed}"


def facts(edition: Edition, report: Report) -> list[tuple[str, str]]:
    """Findings, one per line: a label and a text."""
    return list(_facts(edition, report))


def _facts(edition: Edition, report: Report) -> Iterator[tuple[str, str]]:
    turns, each = report.turns, report.turns.mean / report.seats
    yield "length", f"{_spread(turns)} turns, {each:.1f} a player; {_spread(report.decisions)} decisions"
    for n, (end, share) in enumerate(report.ends.items()):
        yield "" if n else "ends", f"{_percent(share)} {end}: {REASON_TEXTS[end]}"
    yield "", f"{_percent(report.ender_wins)} won by the player who had the last turn"
    unit = "points" if edition.points else "tickets"
    yield "margin", f"{_spread(report.margin)} {unit} to the next; {_percent(report.shared_wins)} of the wins shared"
    yield "score", ", ".join(f"{line.word} {report.score_lines[line.id]:+.1f}" for line in edition.score)
    tickets = report.ticket_totals
    yield "tickets", f"{_spread(tickets.kept)} kept by a player; {_percent(tickets.made_rate)} of them completed"
    lost = f"{_percent(tickets.blocked_rate)} blocked, {_percent(tickets.short_rate)} out of reach of the pieces left"
    yield "", f"not completed: {lost}, {_percent(tickets.open_rate)} still possible"
    yield from _mechanics(report)
    yield "actions", ", ".join(f"{kind} {_percent(share)}" for kind, share in report.actions.items())
    for what, dead in (
        ("places", report.dead.cities),
        ("routes", report.dead.routes),
        ("tickets", report.dead.tickets),
    ):
        yield f"dead {what}", ", ".join(dead) or "none"
    if report.faults:
        yield "bot faults", ", ".join(f"{what} {n:,} times" for what, n in report.faults.items())


def _mechanics(report: Report) -> Iterator[tuple[str, str]]:
    for piece in report.pieces:
        left = f"{_spread(piece.left)} left to a player"
        yield f"{piece.id}s", f"{left}; {_percent(piece.used_up)} of the players used up all"
    if report.stations is not None:
        yield "stations", _stock(report.stations, "built")
    if report.bonus is not None:
        yield "bonus cards", _stock(report.bonus, "taken")
    if report.longest is not None:
        yield "longest path", f"{_spread(report.longest)} pieces"
    if report.tunnels_tried:
        yield "tunnels", f"tried {report.tunnels_tried:,} times, claimed {report.tunnels_claimed:,} times"


def _stock(stock: Stock, done: str) -> str:
    return f"{_spread(stock.each)} {done} by a player; {_percent(stock.none)} of the players none"


def tables(edition: Edition, report: Report) -> list[Table]:
    """Every table of the report."""
    return [
        _seats(report),
        _routes(edition, report),
        _tickets(edition, report),
        _groups("Prices", "cards", report.prices),
        _groups("Colours", "colour", report.colours),
        _places(report),
    ]


def _seats(report: Report) -> Table:
    rows = (
        (
            f"P{use.seat}",
            _percent(use.wins),
            f"{_percent(use.wins_low)} to {_percent(use.wins_high)}",
            f"{use.score.mean:.2f}",
            f"{use.score.sd:.2f}",
            f"{use.score.least} to {use.score.most}",
            f"{use.turns:.2f}",
            _percent(use.ended),
        )
        for use in report.by_seat
    )
    note = "P0 begins. The interval is one of 95 %. ended: share of the games in which it had the last turn."
    return Table(
        "Seats", note, ("seat", "wins", "interval", "mean score", "sd", "range", "turns", "ended"), tuple(rows)
    )


def _routes(edition: Edition, report: Report) -> Table:
    index = edition.route_index

    def row(use: RouteUse) -> tuple[str, ...]:
        shares = _percent(use.share), _percent(use.link_share) if edition.routes[index[use.id]].double else ""
        numbers = _number(use.mean_turn), _number(use.ticket_points), _number(use.worth)
        return use.id, str(use.cards), str(use.points), *shares, *numbers, _percent(use.owner_wins)

    note = (
        "games: share in which it was claimed. either: it or the other track of its double route. turn: of its "
        "owner's. tickets: points (or number) of tickets that hang on it. worth: points and tickets. wins: share "
        "of its owner's games."
    )
    columns = ("route", "cards", "points", "games", "either", "turn", "tickets", "worth", "wins")
    return Table("Routes", note, columns, tuple(map(row, sorted(report.routes, key=lambda use: -use.share))))


def _tickets(edition: Edition, report: Report) -> Table:
    def row(use: TicketUse) -> tuple[str, ...]:
        numbers = _percent(use.kept_rate), _percent(use.made_rate), "–" if use.worth is None else f"{use.worth:+.1f}"
        lost = (_percent(part / use.kept if use.kept else None) for part in (use.blocked, use.short))
        return use.id, str(use.points), str(use.offered), *numbers, *lost, _percent(use.owner_wins)

    def rank(use: TicketUse) -> float:
        value = use.worth if edition.points else use.made_rate
        return float("inf") if value is None else -value

    note = (
        "kept: of the times it was offered. completed, blocked, short: of those kept; short of pieces. "
        "worth: points with their sign. wins: share of its owner's games."
    )
    columns = ("ticket", "points", "offered", "kept", "completed", "worth", "blocked", "short", "wins")
    return Table("Tickets", note, columns, tuple(map(row, sorted(report.tickets, key=rank))))


def _groups(title: str, what: str, groups: Iterable[GroupUse]) -> Table:
    rows = (
        (
            f"{use.piece}, {use.group}",
            str(use.tracks),
            "–" if use.points is None else str(use.points),
            _percent(use.share),
        )
        for use in groups
    )
    note = "games: mean share of the games in which such a track was claimed."
    return Table(title, note, (f"piece, {what}", "tracks", "points", "games"), tuple(rows))


def _places(report: Report) -> Table:
    """Stations only where the edition has them."""
    last = 4 if report.stations is None else 5
    rows = (
        (use.name, _percent(use.players), _percent(use.games), str(use.tickets), str(use.stations))[:last]
        for use in sorted(report.cities, key=lambda use: -use.players)
    )
    columns = ("place", "players", "games", "tickets", "stations")
    note = "players, games: share of those with a route there. tickets: that end there."
    return Table("Places", note, columns[:last], tuple(rows))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _number(number: float | None) -> str:
    return "–" if number is None else f"{number:.1f}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} (sd {spread.sd:.1f}, {spread.least} to {spread.most})"


def markdown(edition: Edition, report: Report) -> str:
    """The report as a page of its own, with the heat map that lies beside it."""
    parts = [f"# {heading(edition, report)}", "![Heat map](heat_map.svg)"]
    parts.append(_markdown_table(("", ""), facts(edition, report)))
    for table in tables(edition, report):
        parts += [f"## {table.title}", table.note, _markdown_table(table.columns, table.rows)]
    return "\n\n".join(parts) + "\n"


def _markdown_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = ["---", *["--:" if any(columns) else "---"] * (len(columns) - 1)]
    lines = (" | ".join(cell.replace("|", "&#124;") for cell in row) for row in (columns, rule, *rows))
    return "\n".join(f"| {line} |" for line in lines)
