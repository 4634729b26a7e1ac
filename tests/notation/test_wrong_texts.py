"""Texts that are no action: what is wrong with them is said, and the game goes on as it was."""

from __future__ import annotations

import pytest

from perron import DrawBlind, Game, KeepTickets, NotationError, notation
from perron.editions import load
from tests.positions import position

WRONG = [
    ("", "an action is missing"),
    ("   ", "an action is missing"),
    ("fly", "'fly' is not an action; the forms are: draw COLOUR"),
    ("draw", "'draw' is not an action"),
    ("draw red blue", "is not an action"),
    ("draw gray", "'gray' is no card of tiny: red, blue, green, wild"),
    ("draw bleu", "did you mean 'blue'"),
    ("draw locomotive", "'locomotive' is no card of tiny"),
    ("keep", "'keep' is not an action"),
    ("keep north", "'north' does not join two places; write"),
    ("keep north-south-east", "does not join two places"),
    ("keep north-atlantis", "'atlantis' is no place of tiny"),
    ("keep north-nort", "did you mean 'north'"),
    ("keep middle-middle", "'middle-middle' is no ticket of tiny"),
    ("keep north-east north-east", "the same ticket is named twice"),
    ("keep north-east east-north", "the same ticket is named twice"),
    ("keep west-east/2", "is not one ticket: there are west-east"),
    ("claim", "'claim' is not an action"),
    ("claim north-middle", "is not an action"),
    ("claim north-east red*2", "'north-east' is not one route: there are north-east/1, north-east/2"),
    ("claim east-north blue*2", "'east-north' is not one route: there are north-east/1, north-east/2"),
    ("claim north-east/3 red*2", "is not one route: there are north-east/1, north-east/2"),
    ("claim north-east/x red*2", "is not one route"),
    ("claim north-east/01 red*2", "is not one route"),
    ("claim north-south red*2", "'north-south' is no route of tiny"),
    ("claim north-middle red*x", "'red*x' is not a number of cards; write blue*2"),
    ("claim north-middle red*", "'red*' is not a number of cards"),
    ("claim north-middle red**2", "is not a number of cards"),
    ("claim north-middle red*-1", "is not a number of cards"),
    ("claim north-middle red*1000", "is not a number of cards"),
    ("claim north-middle red*1.0", "is not a number of cards"),
    ("claim north-middle red*²", "is not a number of cards"),
    ("claim north-middle 2*red", "is not a number of cards"),
    ("claim north-middle red*0", "a payment of no cards at all"),
    ("claim north-middle red*1 blue*1", "a payment is of one colour and wilds, not red and blue"),
    ("station", "'station' is not an action"),
    ("station north", "is not an action"),
    ("station atlantis red*1", "'atlantis' is no place of tiny"),
    ("pay", "'pay' is not an action"),
    ("pay nothing", "'nothing' is no card of tiny"),
    ("let", "is not an action"),
    ("let go now", "is not an action"),
    ("pass pass", "is not an action"),
    ("dräw blind", "is not an action"),
    ("draw\x00blind", "is not an action"),
    ("claim " + "x" * 3000, "this is too long for an action"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_a_wrong_text_is_told_what_is_wrong(text: str, told: str) -> None:
    game = position("tiny hand=P0:red*3,blue*2 turn=P0")
    before = game.state.tobytes()
    with pytest.raises(NotationError) as error:
        game.play(text)
    assert told in str(error.value)
    assert len(str(error.value)) < 400
    assert game.state.tobytes() == before


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("claim middle-north red*1", "claim north-middle red*1"),
        ("claim north-middle/1 red*1", "claim north-middle red*1"),
        ("claim north-middle red", "claim north-middle red*1"),
        ("claim north-east/1 red red", "claim north-east/1 red*2"),
        ("claim east-north/1 red*1 red*1", "claim north-east/1 red*2"),
        ("claim north-east/1 wild*1 red*1", "claim north-east/1 red*1 wild*1"),
        ("claim north-east/1 red*2 wild*0", "claim north-east/1 red*2"),
        ("CLAIM North-East/1 Red*2", "claim north-east/1 red*2"),
        ("keep east-north", "keep north-east"),
        ("draw   WILD", "draw wild"),
        ("\tlet\n go ", "let go"),
    ],
)
def test_a_text_may_be_written_a_little_differently(text: str, meant: str) -> None:
    assert str(notation.parse(text, load("tiny"))) == meant


@pytest.mark.parametrize(
    "action", [None, 1.5, True, b"draw blind", ("draw", "blind"), ["pass"], {}, object, DrawBlind, float("nan")]
)
def test_what_is_neither_text_nor_int_nor_action_is_refused(action: object) -> None:
    game = Game("tiny", 2, seed=1)
    with pytest.raises(NotationError, match="an action is an Action, a text or an int, not"):
        game.play(action)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 1 << 24, 1 << 62, 1 << 64, -(1 << 63), 10**30, 10**5000], ids=int.bit_length)
def test_an_int_that_is_no_actions_number_is_refused(number: int) -> None:
    game = Game("tiny", 2, seed=1)
    with pytest.raises(NotationError, match="not an action's number"):
        game.play(number)


@pytest.mark.parametrize("word", ["P2", "P9", "p-1", "0", "P", "P00", "seat", "", "P٠"])
def test_a_word_that_is_no_seat_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="is not a seat; write P0 to P1"):
        notation.seat_number(word, 2)


def test_the_order_of_the_tickets_kept_does_not_matter() -> None:
    game = Game("europe", 2, seed=3)
    offered = game.view(0).offered
    assert offered is not None
    one, other = game.copy(), game.copy()
    one.play(KeepTickets((offered[0], offered[2])))
    other.play(f"keep {offered[2]} {offered[0]}")
    assert one.moves == other.moves
