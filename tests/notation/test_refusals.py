"""Every refusal there is comes up, with its code and a clause that the rules have."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import perron.editions
from perron import Action, Game, IllegalAction, codec, notation, rules
from perron.editions import parse
from perron.engine import refusals as no
from tests.positions import assert_illegal, position

OVER = "tiny pieces=P0:1,metro*1 last_round=1 turn=P0"
"""A position whose turn is the last."""
SETUP = "setup"
"""Not a position but a game just dealt."""

ASKED: dict[int, list[tuple[str, str | int, str]]] = {
    no.NO_SUCH_ACTION: [
        ("tiny", 11 << 16, "EU-T1"),
        ("amsterdam", 255 << 16, "AM-T1"),
        ("tiny", 2 << 16 | 1, "EU-T1"),
        ("tiny", 7 << 16 | 13 << 8, "EU-T1"),
        ("tiny", 7 << 16 | 2 << 8 | 5 << 4, "EU-T1"),
        ("tiny", 8 << 16 | 5 << 8, "EU-T1"),
        ("berlin", 1 << 16 | 9 << 4, "BE-T1"),
        ("first_journey", 6 << 16 | 1 << 8, "FJ-T1"),
    ],
    no.FINISH_DRAW: [
        ("tiny phase=second display=red,red,red,red,red", "draw tickets", "RU-3"),
        ("tiny phase=second hand=P0:red*1 display=red,red,red,red,blue", "claim north-middle red*1", "RU-3"),
    ],
    no.KEEP_FIRST: [
        (SETUP, "draw blind", "EU-S6"),
        ("tiny offered=P0:north-east,north-west turn=P0", "draw blind", "RU-39"),
    ],
    no.NOTHING_OFFERED: [
        ("europe", "keep athina-angora", "EU-K2"),
        ("amsterdam", "keep none", "AM-K1"),
        ("berlin", "keep none", "BE-K1"),
        ("first_journey", "keep none", "FJ-T1"),
    ],
    no.NO_TUNNEL: [("tiny", "let go", "EU-U1"), ("tiny", "pay red*1", "EU-U1"), ("tiny", 9 << 16 | 1, "EU-U1")],
    no.MUST_ACT: [("tiny", "pass", "RU-27"), ("first_journey", "pass", "RU-27")],
    no.NOT_FACE_UP: [
        ("tiny display=red,red,red,red,red", "draw blue", "EU-D1"),
        ("amsterdam display=red,red,red,red,red", "draw blue", "AM-D1"),
        ("berlin display=red,red,red,red,red", "draw wild", "BE-D1"),
    ],
    no.WILD_SECOND: [
        ("tiny phase=second display=wild,red,red,red,red", "draw wild", "EU-D3"),
        ("amsterdam phase=second display=wild,red,red,red,red", "draw wild", "AM-D2"),
        ("berlin phase=second display=wild,red,red,red,red", "draw wild", "BE-D2"),
    ],
    no.NO_CARDS: [
        ("tiny hand=P1:rest display=none turn=P0", "draw blind", "RU-24"),
        ("tiny_race hand=P1:rest turn=P0", "draw cards", "RU-11"),
    ],
    no.NO_DISPLAY: [("first_journey", "draw blue", "FJ-S1"), ("tiny_race", "draw wild", "FJ-S1")],
    no.DRAWN_TOGETHER: [("first_journey", "draw blind", "FJ-T1")],
    no.DRAWN_ONE_BY_ONE: [
        ("europe", "draw cards", "EU-D1"),
        ("amsterdam", "draw cards", "AM-D1"),
        ("berlin", "draw cards", "BE-D1"),
    ],
    no.NO_TICKETS: [
        ("tiny ticket_pile=none", "draw tickets", "RU-8"),
        ("tiny_race ticket_pile=none", "swap tickets", "RU-8"),
    ],
    no.NO_TICKET_DRAW: [("first_journey", "draw tickets", "FJ-T1")],
    no.NO_SWAP: [
        ("europe", "swap tickets", "EU-K4"),
        ("amsterdam", "swap tickets", "AM-K3"),
        ("berlin", "swap tickets", "BE-K3"),
    ],
    no.TOO_FEW_KEPT: [
        (SETUP, "keep none", "EU-S6"),
        ("tiny offered=P0:north-east,north-west turn=P0", "keep none", "EU-K2"),
        ("tiny offered=P0:north-east,north-west turn=P0", 5 << 16, "EU-K2"),
    ],
    no.NOT_OFFERED: [
        ("tiny offered=P0:north-east,north-west turn=P0", "keep west-middle", "EU-K2"),
        ("tiny offered=P0:north-east,north-west turn=P0", 5 << 16 | 4 << 8, "EU-K2"),
    ],
    no.ROUTE_TAKEN: [
        ("tiny own=P1:north-middle hand=P0:red*1", "claim north-middle red*1", "EU-R4"),
        ("tiny_race own=P1:north-middle hand=P0:blue*1", "claim north-middle blue*1", "FJ-R2"),
    ],
    no.DOUBLE_CLOSED: [
        ("tiny seats=2 own=P1:north-east/1 hand=P0:blue*2", "claim north-east/2 blue*2", "EU-X3"),
    ],
    no.DOUBLE_OWN: [
        ("tiny seats=3 own=P0:north-east/1 hand=P0:blue*2", "claim north-east/2 blue*2", "EU-X1"),
        ("tiny_race seats=3 own=P0:east-middle/1 hand=P0:blue*1", "claim east-middle/2 blue*1", "FJ-X1"),
    ],
    no.TOO_FEW_PIECES: [
        ("tiny pieces=P0:1 hand=P0:red*2", "claim north-east/1 red*2", "EU-R3"),
        ("tiny pieces=P0:metro*0 hand=P0:red*2", "claim east-south/2 red*2", "EU-R3"),
        ("tiny_race pieces=P0:1 hand=P0:red*2", "claim north-east/1 red*2", "RU-29"),
    ],
    no.WRONG_COLOUR: [
        ("tiny hand=P0:blue*2", "claim north-east/1 blue*2", "EU-R1"),
        ("tiny_race hand=P0:blue*2", "claim north-east/1 blue*2", "FJ-R1"),
        ("berlin hand=P0:blue*3", "claim charlottenburger_tor-schloss_bellevue/2 blue*3", "BE-R3"),
    ],
    no.TOO_FEW_SYMBOLS: [("tiny hand=P0:red*2", "claim south-west red*2", "EU-F1")],
    no.WRONG_AMOUNT: [
        ("tiny hand=P0:red*3", "claim north-east/1 red*3", "EU-R1"),
        ("tiny hand=P0:red*3", "claim north-east/1 red*1", "EU-R1"),
        ("tiny hand=P0:wild*3", "claim north-middle wild*3", "EU-R1"),
        ("tiny hand=P0:wild*3", 7 << 16 | 2 << 8 | 8 << 4 | 3, "EU-R1"),
        ("tiny hand=P0:wild*3", 7 << 16 | 0 << 8 | 8 << 4 | 1, "EU-R1"),
        ("tiny hand=P0:red*3,wild*3", 7 << 16 | 0 << 8 | 0 << 4 | 2, "EU-R1"),
        ("tiny hand=P0:red*3", "station north red*2", "EU-B2"),
        ("tiny hand=P0:wild*3", 8 << 16 | 0 << 8 | 8 << 4 | 0, "EU-B2"),
        ("tiny hand=P0:wild*3", 8 << 16 | 0 << 8 | 8 << 4 | 2, "EU-B2"),
        ("berlin hand=P0:black*2", "claim charlottenburger_tor-schloss_bellevue/2 black*2", "BE-R3"),
    ],
    no.NOT_IN_HAND: [
        ("tiny hand=P0:red*1", "claim north-east/1 red*2", "EU-R1"),
        ("tiny hand=P0:red*1", "claim north-east/1 red*1 wild*1", "EU-R1"),
        ("tiny hand=P0:red*1", "station north blue*1", "EU-B2"),
        ("berlin hand=P0:black*2", "claim charlottenburger_tor-schloss_bellevue/2 black*3", "BE-R3"),
    ],
    no.NO_STATIONS: [
        ("amsterdam hand=P0:red*1", "station munttoren red*1", "AM-T1"),
        ("berlin", 8 << 16, "BE-T1"),
        ("first_journey", 8 << 16 | 1, "FJ-T1"),
    ],
    no.STATION_TAKEN: [("tiny stations=P1:north hand=P0:red*1", "station north red*1", "EU-B1")],
    no.NO_STATION_LEFT: [("tiny stations=P0:north,east hand=P0:red*3", "station south red*3", "EU-C2")],
}
"""Of each refusal some positions and actions that bring it, with the clause told; tunnels and the end stand below."""

NO_INT = (no.WRONG_AMOUNT, no.NOT_OFFERED, no.NOTHING_OFFERED, no.NO_STATIONS, no.NO_STATION_LEFT, no.NO_TUNNEL)
ASKED_LIST = [(reason, *asked) for reason, several in ASKED.items() for asked in several]


def at(where: str) -> Game:
    """The game of a position, or one just dealt."""
    return Game("tiny", 2, seed=1) if where == SETUP else position(where)


@pytest.mark.parametrize(("reason", "where", "action", "rule"), ASKED_LIST)
def test_an_illegal_action_is_refused_with_its_code_and_its_clause(
    reason: int, where: str, action: str | int, rule: str
) -> None:
    game = at(where)
    code = no.REASONS[reason].code
    before = game.state.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        game.play(action)
    assert (refusal.value.code, refusal.value.rule) == (code, rule)
    assert code in str(refusal.value)
    assert rule in str(refusal.value)
    assert no.REASONS[reason].text in str(refusal.value)
    assert game.state.tobytes() == before
    assert game.moves == ()
    assert action not in {str(legal) for legal in game.legal_actions()}
    assert action not in game.legal_numbers().tolist()


@pytest.mark.parametrize(("reason", "where", "action", "rule"), [asked for asked in ASKED_LIST if asked[1] != SETUP])
def test_the_same_action_is_refused_the_same_way_in_all_its_forms(
    reason: int, where: str, action: str | int, rule: str
) -> None:
    game = at(where)
    if isinstance(action, int):
        forms: list[Action | int] = [action, np.int64(action)]  # type: ignore[list-item]
    else:
        typed = notation.parse(action, game.edition)
        forms = [typed]
        try:
            forms.append(codec.encode(typed, game.edition, game.state))
        except codec.Refused:  # such amounts, or tickets that were not offered, have no int
            assert reason in NO_INT
    for form in forms:
        with pytest.raises(IllegalAction) as refusal:
            game.play(form)
        assert (refusal.value.code, refusal.value.rule) == (no.REASONS[reason].code, rule)


def trying(laid: str) -> Game:
    """A tunnel being tried on tiny that asks for two green cards, or wilds, more."""
    game = position("tiny hand=P0:green*3,wild*3,red*2 display=none pile=green*1,wild*1,red*1 discards=rest turn=P0")
    game.play(f"claim east-middle {laid}")
    return game


@pytest.mark.rule("EU-U1", "EU-U5", "RU-39")
def test_a_tunnel_must_be_answered_and_with_what_it_asks_for() -> None:
    reached: dict[int, tuple[str | int, ...]] = {
        no.TUNNEL_FIRST: ("draw blind", 2 << 16, "pass", "claim north-middle red*1"),
        no.TUNNEL_AMOUNT: ("pay green*1", "pay red*2", "pay green*2 wild*1", 9 << 16 | 3),
        no.NOT_IN_HAND: ("pay green*2",),
    }
    for reason, actions in reached.items():
        for action in actions:
            game = trying("green*2")
            with pytest.raises(IllegalAction) as refusal:
                game.play(action)
            assert refusal.value.code == no.REASONS[reason].code
    game = trying("wild*2")
    assert_illegal(game, "pay green*1", "tunnel/wilds_only", "EU-U5")
    with pytest.raises(IllegalAction, match="only wilds were laid"):
        game.play(9 << 16)


@pytest.mark.rule("EU-E1", "FJ-E1")
@pytest.mark.parametrize(("where", "action", "rule"), [(OVER, "draw blind", "EU-E1"), ("race", "draw cards", "FJ-E1")])
def test_nothing_can_be_played_when_the_game_is_over(where: str, action: str, rule: str) -> None:
    if where == "race":
        game = position("tiny_race seats=2 pieces=P0:1 hand=P0:blue*1 turn=P0")
        game.play("claim north-middle blue*1")
    else:
        game = position(where)
        while not game.over:
            game.play(game.legal_actions()[0])
    for attempt in (action, "pass", "let go", "keep none", "swap tickets", "pay wild*1", 7 << 16):
        with pytest.raises(IllegalAction) as refusal:
            game.play(attempt)
        assert (refusal.value.code, refusal.value.rule) == ("game/over", rule)
    assert game.legal_actions() == []


def test_every_refusal_is_brought_about_here() -> None:
    elsewhere = {no.GAME_OVER, no.TUNNEL_FIRST, no.TUNNEL_AMOUNT, no.TUNNEL_WILDS_ONLY}
    assert set(ASKED) | elsewhere == set(no.REASONS)


def test_every_refusal_has_a_code_of_its_own_and_rests_on_rulings_that_there_are() -> None:
    codes = [reason.code for reason in no.REASONS.values()]
    assert len(set(codes)) == len(codes)
    assert {reason.ruling for reason in no.REASONS.values()} - {""} <= set(rules.clauses())


@pytest.mark.parametrize("name", rules.told_rules())
def test_an_edition_names_clauses_of_its_own_or_rulings_for_codes_that_there_are(name: str) -> None:
    told = rules.told_rules()[name]
    codes = {reason.code for reason in no.REASONS.values()}
    rulings = {ident for one in rules.all_rulings() for ident in one.clauses}
    assert "" in told.refusals
    for named in told.refusals.values():
        assert set(named) <= codes
        assert set(named.values()) <= {*told.clauses, *rulings}


def test_an_edition_without_clauses_gives_the_reason_and_cites_nothing() -> None:
    """A board of one's own need not claim to follow the clauses of a printed one."""
    text = (Path(perron.editions.__file__).parent / "tiny" / "edition.toml").read_text("utf-8")
    own = parse(text.replace('rules = "EU"\n', "").replace('id = "tiny"', 'id = "utrecht"'))
    game = Game.from_position("utrecht seats=2 turn=P0", own)
    with pytest.raises(IllegalAction) as refusal:
        game.play("pay wild*1")
    assert refusal.value.rule is None
    assert str(refusal.value) == f"pay wild*1: {no.REASONS[no.NO_TUNNEL].text} [tunnel/none]"
    assert pickle.loads(pickle.dumps(refusal.value)).rule is None
