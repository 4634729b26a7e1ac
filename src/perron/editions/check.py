"""Everything that is wrong with an edition file, each fault with its line; never only the first."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from perron.editions import check_scoring, format_1, limits
from perron.editions.check_board import check_board
from perron.editions.draft import Draft
from perron.editions.edition import GRAY, PROVENANCES, TIE_BREAKS, WILD
from perron.editions.faults import CODES, Fault, Faults, Severity, shown
from perron.editions.folder import clause_prefixes
from perron.editions.section import TEXT_LENGTH, Section

__all__ = ["CODES", "Fault", "Severity", "check"]

FORMAT = 2


def check(text: str, source: str = "<text>") -> list[Fault]:
    """Every fault of an edition file, by line; none if it is good. Never raises, whatever the text."""
    data = read(text, source)
    return data if isinstance(data, list) else check_tables(data, text)


def read(text: str, source: str) -> dict[str, Any] | list[Fault]:
    """The tables of a TOML text, or the fault that keeps it from being read."""
    if len(text) > limits.FILE_SIZE:
        return [Fault(None, "error", "toml/too_large", f"{source} has more than {limits.FILE_SIZE} letters")]
    try:
        return tomllib.loads(text)
    except RecursionError:
        return [Fault(None, "error", "toml/syntax", f"{source} has brackets nested too deeply")]
    except ValueError as error:  # tomllib's own error is one; a number with thousands of digits is another
        return [Fault(_syntax_line(str(error), text), "error", "toml/syntax", str(error))]


def _syntax_line(message: str, text: str) -> int | None:
    place = re.search(r"at line (\d+)", message)
    if place:
        return int(place[1])
    return text.count("\n") + 1 if "end of document" in message else None


def check_tables(data: dict[str, Any], text: str) -> list[Fault]:
    """Every fault of what tomllib read from a text."""
    faults = Faults(text)
    top = Section(faults, (), data)
    draft = Draft(has_trade_bonus="trade_bonus" in data)
    if data.get("format") == 1:
        format_1.read_switches(top, draft)
    else:
        check_scoring.read_switches(top, draft)
    _check_header(top, draft)
    _check_cards(top, draft)
    _check_pieces(top, draft)
    _check_setup(top, draft)
    _check_draw(top, draft)
    if data.get("format") == 1:
        format_1.check_end(top, draft)
        format_1.check_mechanics(top, draft)
    else:
        check_scoring.check_mechanics(top, draft)
    board = top.table("board")
    if board is not None:
        check_board(board, draft)
    if data.get("format") == 1:
        format_1.check_race(top, draft)
    else:
        check_scoring.check_east_west(top, draft)
    _check_deal(top, draft)
    top.close()
    return faults.in_order()


def _check_header(top: Section, draft: Draft) -> None:
    found = top.raw("format")
    if found is not None and (type(found) is not int or not 1 <= found <= FORMAT):
        top.error("format/unknown", f"'format' must be {FORMAT}, or 1 as it was before, not {shown(found)}", "format")
    top.ident("id")
    top.choice("rules", clause_prefixes(), required=False)
    top.integer("version", 1, 1_000_000)
    top.choice("provenance", tuple(PROVENANCES))
    for key in ("provenance_note", "summary"):
        top.texts(key, TEXT_LENGTH)
    for key in ("title", "wild_name", "ticket_name"):
        top.texts(key)
    players = top.integers("players", 2, limits.PLAYERS, 2, 2)
    if players is not None:
        draft.players = (min(players), max(players))
        if players[0] > players[1]:
            top.error("players/order", f"{players[0]} players at least, but {players[1]} at most", "players")
    top.number("aspect", 0.2, 5)
    draft.last_round_at = top.integer("last_round_at", 0, limits.PIECES)
    top.integer("double_closed_up_to", 0, limits.PLAYERS)
    _check_tie_breaks(top, draft)


def _check_tie_breaks(top: Section, draft: Draft) -> None:
    seen: set[str] = set()
    for path, name in top.strings("tie_breaks", 0, len(TIE_BREAKS)):
        top.check_reference(name, path, TIE_BREAKS, "tie_break/unknown", "tie-break")
        if name in seen:
            top.faults.error(path, "tie_break/duplicate", f"tie-break {shown(name)} comes twice")
        seen.add(name)
        if not draft.has_points:
            code, message = draft.no_points
            top.faults.error(path, code, f"{message} tie-breaks: tied players win together")
        elif name == "fewest_stations" and "stations" not in top:
            top.faults.warning(path, "tie_break/idle", "'fewest_stations' never decides: there are no stations")


def _check_cards(top: Section, draft: Draft) -> None:
    cards = top.table("cards")
    if cards is None:
        return
    for key in cards.data:
        cards.check_ident(key, key)
        if key == GRAY:
            cards.error("cards/reserved", "'gray' is the word for routes that take any colour", key)
        draft.deck[key] = cards.integer(key, 1, limits.CARDS)
    colours = [key for key in cards.data if key != WILD]
    if list(cards.data)[-1:] != [WILD]:
        cards.error("cards/no_wild", "the deck must have 'wild' cards, and they come last", WILD)
    if not 1 <= len(colours) <= limits.COLOURS:
        cards.error("size/limit", f"the deck must have 1 to {limits.COLOURS} colours, not {len(colours)}")
    counts = [count for count in draft.deck.values() if count is not None]
    if len(counts) < len(cards.data):
        return
    total, wilds = sum(counts), draft.deck.get(WILD) or 0
    if total > limits.CARDS:
        cards.error("size/limit", f"the deck must have {limits.CARDS} cards at most, not {total}")
    if wilds > total - wilds:
        # the display would be replaced again and again while it shows too many of them
        cards.error("cards/too_many_wilds", f"{wilds} wilds, but only {total - wilds} coloured cards", WILD)


def _check_pieces(top: Section, draft: Draft) -> None:
    for kind in top.tables("pieces", 1, limits.PIECE_KINDS):
        ident = kind.ident("id")
        count = kind.integer("count", 1, limits.PIECES)
        kind.texts("name")
        points = _check_points(kind, draft)
        kind.close()
        if ident is not None:
            if ident in draft.pieces:
                kind.error("pieces/duplicate", f"there are two kinds of pieces {shown(ident)}", "id")
            draft.pieces[ident] = count
            draft.points[ident] = points
    counts = [count for count in draft.pieces.values() if count is not None]
    if len(counts) == len(draft.pieces) > 0 and (draft.last_round_at or 0) >= sum(counts):
        message = f"'last_round_at' is {draft.last_round_at}, but a player has only {sum(counts)} pieces to begin with"
        top.error("pieces/last_round", message, "last_round_at")


def _check_points(kind: Section, draft: Draft) -> frozenset[int] | None:
    """Numbers of cards that the points table has; None if it cannot be used."""
    if not draft.has_points:
        draft.refuse_points(kind, "points")
        return None
    table = kind.table("points")
    if table is None:
        return None
    lengths = table.counts("a number of cards", 1, limits.ROUTE_CARDS)
    for cards in lengths:
        table.integer(str(cards), 0, limits.POINTS)
    return frozenset(lengths)


def _check_setup(top: Section, draft: Draft) -> None:
    setup = top.table("setup")
    if setup is None:
        return
    draft.setup_cards = setup.integer("cards", 0, limits.CARDS)
    tickets = draft.setup_tickets = setup.integer("tickets", 0, limits.OFFER)
    long = draft.setup_long = setup.integer("long_tickets", 0, limits.OFFER)
    offered = None if tickets is None or long is None else tickets + long
    most = limits.SWAPPED if draft.swap_tickets else limits.OFFER
    if offered is not None and not 1 <= offered <= most:
        setup.error("size/limit", f"each player must be dealt 1 to {most} tickets in all, not {offered}", "tickets")
    if long and (draft.swap_tickets or draft.open_tickets):
        code = "race/no_points" if top.data.get("format") == 1 else "tickets/open_long"
        setup.error(code, "where tickets are laid open or swapped no long ones are dealt", "long_tickets")
    if draft.swap_tickets:
        for key in ("keep", "returned"):
            draft.refuse_choice(setup, key)
    else:
        setup.choice("returned", ("box", "under"))
        _check_keep(setup, offered)
    setup.close()


def _check_draw(top: Section, draft: Draft) -> None:
    draw = top.table("draw")
    if draw is None:
        return
    draft.draw_cards = draw.integer("cards", 1, limits.DRAW)
    display = draft.display = draw.integer("display", 0, limits.DISPLAY)
    reset_at = draw.integer("reset_at", 0, limits.DISPLAY)
    if display is not None and reset_at is not None and not min(1, display) <= reset_at <= display:
        wanted = f"from 1 to {display}, the size of the display" if display else "0 where nothing is face up"
        draw.error("draw/reset", f"'reset_at' must be {wanted}, not {reset_at}", "reset_at")
    if draft.swap_tickets:
        for key in ("tickets", "keep"):
            draft.refuse_choice(draw, key)
    else:
        _check_keep(draw, draw.integer("tickets", 1, limits.OFFER))
    draw.close()


def _check_keep(section: Section, offered: int | None) -> None:
    keep = section.integer("keep", 1, limits.OFFER)
    if keep is not None and offered is not None and keep > offered:
        section.error("tickets/keep", f"{keep} tickets to keep, but only {offered} to choose from", "keep")


def _check_deal(top: Section, draft: Draft) -> None:
    """Whether there is enough of everything for the most players."""
    if draft.players is None:
        return
    players = draft.players[1]
    counts = [count for count in draft.deck.values() if count is not None]
    if draft.setup_cards is not None and counts and len(counts) == len(draft.deck):
        shown_or_drawn = draft.display or draft.draw_cards or 0
        needed = players * draft.setup_cards + shown_or_drawn
        if needed > sum(counts):
            message = f"{players} players need {needed} cards to begin, but the deck has {sum(counts)}"
            top.faults.error(("setup", "cards"), "cards/too_few", message)
    if not draft.tickets:
        return  # there is a fault already
    regular = draft.tickets - draft.long_tickets
    for key, each, there in (
        ("tickets", draft.setup_tickets, regular),
        ("long_tickets", draft.setup_long, draft.long_tickets),
    ):
        if each is not None and players * each > there:
            kind = "long" if key == "long_tickets" else "regular"
            message = f"{players} players need {players * each} {kind} tickets to begin, but there are {there}"
            top.faults.error(("setup", key), "tickets/too_few", message)
