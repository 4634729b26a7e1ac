"""A game is read, replayed and verified under the version of the rules that it was played by, and under no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from perron import Game, RecordError
from perron.editions import load
from perron.record import load_record, read_record, replay_record, verify_record, write_record
from tests.every_version import EARLIER
from tests.golden.make import FOLDER

KEPT = sorted(path for name in EARLIER for path in (FOLDER / name).glob("*.record"))
NEW = sorted(path for name in ("amsterdam", "first_journey") for path in (FOLDER / name).glob("*.record"))


def relabelled(path: Path, rules: int) -> str:
    """A record that says of itself that it was played by other rules."""
    lines = path.read_text("utf-8").split("\n")
    assert lines[2].startswith("rules ")
    lines[2] = f"rules {rules}"
    return "\n".join(lines)


def ident(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", KEPT, ids=ident)
def test_a_record_of_an_earlier_version_verifies_under_that_version(path: Path) -> None:
    record = load_record(path)
    assert record.edition == load(path.parent.name)
    assert record.edition.version == 1
    game = verify_record(record).game
    assert game.edition is record.edition
    assert write_record(game, extra={"covers": record.header["covers"]}) == path.read_text("utf-8")


@pytest.mark.parametrize("path", KEPT, ids=ident)
def test_the_newest_edition_at_hand_does_not_relabel_an_earlier_record(path: Path) -> None:
    newest = load(path.parent.name.partition("@")[0])
    assert load_record(path, newest).edition.version == 1
    assert verify_record(load_record(path, newest)).key_checked


@pytest.mark.parametrize(("path", "rules"), [*((path, 2) for path in KEPT), *((path, 1) for path in NEW)], ids=str)
def test_a_record_that_claims_other_rules_does_not_verify(path: Path, rules: int) -> None:
    with pytest.raises(RecordError):
        verify_record(read_record(relabelled(path, rules)))


@pytest.mark.parametrize("path", NEW, ids=ident)
def test_a_version_that_perron_does_not_have_is_refused_with_its_line(path: Path) -> None:
    with pytest.raises(RecordError, match=f"no version 3 of the rules of {path.parent.name}, only 1 and 2") as caught:
        read_record(relabelled(path, 3))
    assert caught.value.line == 3


@pytest.mark.parametrize("name", EARLIER)
def test_a_game_of_an_earlier_version_can_still_be_begun_in_the_middle(name: str) -> None:
    game = Game.from_position(f"{name} seats=2 hand=P0:red*4,blue*4 seed=3")
    assert game.edition == load(name)
    assert game.view(0).rules == 1
    while not game.over:
        game.play(game.legal_actions()[0])
    record = read_record(write_record(game))
    assert record.header["rules"] == "1"
    assert verify_record(record).game.state_hash() == replay_record(record).state_hash() == game.state_hash()


def test_a_header_names_an_edition_by_its_id_alone() -> None:
    text = NEW[0].read_text("utf-8").replace("\nedition amsterdam\n", "\nedition amsterdam@1\n", 1)
    with pytest.raises(RecordError, match="no edition is called 'amsterdam@1'") as caught:
        read_record(text)
    assert caught.value.line == 2


def test_a_position_and_a_header_of_two_versions_do_not_go_together() -> None:
    game = Game.from_position("amsterdam@1 hand=P0:red*4 seed=3")
    game.play(game.legal_actions()[0])
    text = write_record(game).replace("position amsterdam@1", "position amsterdam@2")
    with pytest.raises(RecordError, match="another edition"):
        verify_record(read_record(text))
