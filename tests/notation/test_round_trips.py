"""Three forms of an action, each the same as the others: typed, text and int."""

from __future__ import annotations

import pytest

from perron import codec, notation
from perron.engine import actions as ints
from tests.views.playing import TABLES, played

pytestmark = pytest.mark.sampled


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_text_typed_and_int_say_the_same_of_every_legal_action(name: str, seats: int) -> None:
    kinds = set()
    for seed in (11, 12):
        for game in played(name, seats, seed):
            edition, s = game.edition, game.state
            numbers = game.legal_numbers().tolist()
            actions = game.legal_actions()
            assert len(numbers) == len(actions) == len(set(numbers)) == len(set(actions))
            for number, action in zip(numbers, actions, strict=True):
                text = str(action)
                assert notation.parse(text, edition) == action
                assert notation.parse(f"  {text.upper()}\t", edition) == action
                assert codec.encode(action, edition, s) == number
                assert codec.decode(number, edition, s) == action
                kinds.add(number >> 16)
    assert ints.CLAIM in kinds
    assert (ints.SWAP_TICKETS in kinds) == game.edition.swap_tickets


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_three_forms_play_the_same_game(name: str, seats: int) -> None:
    for number, game in enumerate(played(name, seats, 13)):
        if number % 5 or game.over:
            continue
        numbers = game.legal_numbers().tolist()
        k = number % len(numbers)
        action = game.legal_actions()[k]
        moves, states = set(), set()
        for form in (action, str(action), numbers[k]):
            other = game.copy()
            moves.add(other.play(form))
            states.add(other.state.tobytes())
        assert len(moves) == len(states) == 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_one_payment_a_colour_is_a_choice_of_the_actions_with_every_payment(name: str, seats: int) -> None:
    fewer = 0
    for game in (game for seed in range(14, 20) for game in played(name, seats, seed)):
        every, one = game.legal_numbers("all").tolist(), game.legal_numbers("one").tolist()
        # Kind, index and colour: of each there is one payment, that with the fewest wilds.
        fewest: dict[int, int] = {}
        for number in every:
            fewest[number >> 4] = min(number, fewest.get(number >> 4, number))
        assert len(one) == len(fewest)
        assert set(one) == set(fewest.values())
        fewer += len(one) < len(every)
    assert (fewer > 0) == (name != "micro")  # where every route is paid with one card


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_int_has_its_fields_in_bits_of_their_own(name: str, seats: int) -> None:
    edition = next(played(name, seats, 15)).edition
    for game in played(name, seats, 15):
        for number in game.legal_numbers().tolist():
            kind, index, colour, wilds = number >> 16, number >> 8 & 255, number >> 4 & 15, number & 15
            assert 0 <= number < 1 << 20
            assert kind <= ints.DECLINE
            if kind == ints.CLAIM:
                assert index < len(edition.routes)
                assert wilds <= edition.routes[index].cards
                assert (colour == 8) == (wilds == edition.routes[index].cards)
            elif kind == ints.STATION:
                assert index < len(edition.cities)
            elif kind == ints.DRAW_FACE_UP:
                assert (index, wilds) == (0, 0)
                assert colour < len(edition.colours) or colour == 8
            elif kind == ints.PAY_TUNNEL:
                assert (index, colour) == (0, 0)
            elif kind == ints.KEEP_TICKETS:
                assert (colour, wilds) == (0, 0)
            else:
                assert number & 0xFFFF == 0
