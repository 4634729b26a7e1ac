"""A record that has been tampered with is found out, and the first line that is wrong is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from perron import Game, PerronError, RecordError
from perron.editions import load
from perron.record import read_record, verify_record, write_record
from tests.positions import position
from tests.views.playing import played

pytestmark = pytest.mark.sampled

HEADER = 7
"""Lines of the header, the empty line included."""


def _finished(name: str, seats: int, seed: int) -> Game:
    *_, game = played(name, seats, seed)
    return game


GAMES = {
    "tiny": _finished("tiny", 2, 0),
    "tiny_race": _finished("tiny_race", 3, 0),
    "amsterdam": _finished("amsterdam", 3, 0),
    "europe": _finished("europe", 2, 0),
}
LINES = {name: write_record(game).splitlines() for name, game in GAMES.items()}
WITHOUT_KEY = {name: write_record(game, reveal_key=False).splitlines() for name, game in GAMES.items()}


def fault(lines: list[str]) -> int:
    """The line that verification names as the first that is wrong."""
    with pytest.raises(RecordError) as error:
        verify_record(read_record("\n".join(lines) + "\n"))
    assert error.value.line is not None, str(error.value)
    assert len(str(error.value)) < 600
    return error.value.line


def believed(lines: list[str]) -> Game | None:
    """The game of a record in which nothing wrong is found."""
    try:
        return verify_record(read_record("\n".join(lines) + "\n")).game
    except RecordError:
        return None


def every_action_of(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Every action's line with its number in the file, counted from 0."""
    for i, line in enumerate(lines):
        if line[:1].isdigit():
            yield i, line


def actions_of(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Every action of a short game; of a long one the first ones and the last, and some of every sort."""
    actions = list(every_action_of(lines))
    if len(actions) < 70:
        yield from actions
        return
    sorts: dict[tuple[str, bool, bool], int] = {}
    for place, (i, line) in enumerate(actions):
        sort = (line.split()[2], " > " in line, " #" in line)
        sorts[sort] = sorts.get(sort, 0) + 1
        if place < 3 or place >= len(actions) - 3 or sorts[sort] in (1, 4, 16):
            yield i, line


def test_nothing_is_wrong_with_the_records_before_they_are_tampered_with() -> None:
    for lines in (*LINES.values(), *WITHOUT_KEY.values()):
        verify_record(read_record("\n".join(lines) + "\n"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_an_action_removed_is_missed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, _line in actions_of(lines):
        assert fault(lines[:i] + lines[i + 1 :]) == i + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_an_action_written_twice_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, line in actions_of(lines):
        assert fault([*lines[: i + 1], line, *lines[i + 1 :]]) == i + 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_two_actions_that_changed_places_are_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, _line in list(actions_of(lines))[:-1]:
        assert fault([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]) == i + 1


def renumbered(lines: list[str]) -> list[str]:
    """The same lines with their actions numbered again, as a careful forger would."""
    number = 0
    fresh = []
    for line in lines:
        if line[:1].isdigit():
            number += 1
            fresh.append(re.sub(r"^\d+", str(number), line))
        else:
            fresh.append(line)
    return fresh


@pytest.mark.parametrize("name", GAMES)
def test_an_action_left_out_is_noticed_at_the_latest_at_the_next_hash_or_the_result(name: str) -> None:
    lines = LINES[name]
    last = len(lines)
    for i, line in actions_of(lines):
        forged = renumbered(lines[:i] + lines[i + 1 :])
        found = fault(forged)
        assert i + 1 <= found <= last, line


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_another_seat_than_the_one_to_move_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, line in actions_of(lines):
        seat = int(re.findall(r" P(\d) ", line)[0])
        for other in (seat + 1, (seat + 1) % 2, 9):
            if other != seat:
                changed = line.replace(f" P{seat} ", f" P{other} ", 1)
                assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1


def other_words(line: str, words: list[str], start: str) -> Iterator[str]:
    """The line with one of its answers another one, one left out, one too many."""
    head, answers, tail = re.fullmatch(rf"(.*?{start})([^#]*?)( #.*)?", line).groups()  # type: ignore[union-attr]
    given = answers.split()
    for k, word in enumerate(given[:6]):
        for other in words:
            if other != word:
                yield head + " ".join([*given[:k], other, *given[k + 1 :]]) + (tail or "")
    if len(given) > 1:
        yield head + " ".join(given[1:]) + (tail or "")
        yield head + " ".join(given[:-1]) + (tail or "")
    yield head + " ".join([*given, given[-1]]) + (tail or "")
    yield head + " ".join([*given, words[0]]) + (tail or "")


@pytest.mark.parametrize("name", GAMES)
def test_another_answer_of_chance_is_noticed_where_it_stands(name: str) -> None:
    lines, edition = LINES[name], GAMES[name].edition
    words = [*edition.cards, edition.tickets[0].id, edition.tickets[1].id, "rubbish"]
    tried = 0
    for i, line in actions_of(lines):
        if " > " in line:
            for changed in other_words(line, words, " > "):
                assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1, changed
                tried += 1
        else:
            head, _, tail = line.partition(" #")
            changed = f"{head} > red" + (f" #{tail}" if tail else "")
            assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1
    assert tried > 20


@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_another_answer_of_chance_is_noticed_without_a_key_too(name: str) -> None:
    lines, edition = WITHOUT_KEY[name], GAMES[name].edition
    for i, line in actions_of(lines):
        if " > " in line:
            for changed in other_words(line, [*edition.cards, "rubbish"], " > "):
                # A draw that could have been is found out by the next hash or the result, or by what follows.
                assert i + 1 <= fault([*lines[:i], changed, *lines[i + 1 :]]) <= len(lines), changed


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_a_card_is_not_a_ticket_that_happens_to_have_its_number(name: str, records: dict[str, list[str]]) -> None:
    lines, edition = records[name], GAMES[name].edition
    numbers = {colour: i for i, colour in enumerate(edition.colours)}
    tried = 0
    for i, line in enumerate(lines):
        head, mark, answers = line.partition(" > ") if line[:1].isdigit() else line.partition("deal ")
        words = answers.split()
        if not mark or not words or not numbers.keys() & set(words):
            continue
        k = next(k for k, word in enumerate(words) if word in numbers)
        ticket = edition.tickets[numbers[words[k]]].id
        changed = head + mark + " ".join([*words[:k], ticket, *words[k + 1 :]])
        assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1, changed
        tried += 1
    assert tried > 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_another_deal_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines, edition = records[name], GAMES[name].edition
    deals = [i for i, line in enumerate(lines) if line.startswith("deal ")]
    assert len(deals) == 2
    for i in deals:
        words = list(edition.cards) if i == deals[0] else [ticket.id for ticket in edition.tickets[:3]]
        for changed in other_words(lines[i], words, "deal "):
            found = fault([*lines[:i], changed, *lines[i + 1 :]])
            if records is LINES:
                assert found == i + 1, changed
            else:  # another deal may be a possible one: then what follows does not follow from it
                assert deals[0] + 1 <= found <= len(lines), changed
        assert deals[0] <= fault(lines[:i] + lines[i + 1 :]) - 1 <= len(lines)
        assert fault([*lines[: i + 1], lines[i], *lines[i + 1 :]]) in (deals[0] + 1, deals[1] + 1, deals[1] + 2)
    swapped = lines.copy()
    swapped[deals[0]], swapped[deals[1]] = lines[deals[1]], lines[deals[0]]
    assert fault(swapped) in (deals[0] + 1, deals[1] + 1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_another_action_is_noticed_unless_it_comes_to_the_same_in_the_end(
    name: str, records: dict[str, list[str]]
) -> None:
    """A tunnel let go instead of another, a card drawn blind instead of face up, may leave no trace in a state."""
    lines, game = records[name], GAMES[name]
    other = Game(game.edition, game.seats, key=game.key)
    found = 0
    looked_at = dict(actions_of(lines))
    for (i, line), move in zip(every_action_of(lines), game.moves, strict=True):
        for action in other.legal_actions()[:8] if i in looked_at else ():
            if action == move.action:
                continue
            changed = line.replace(f" {move.action}", f" {action}", 1)
            accepted = believed([*lines[:i], changed, *lines[i + 1 :]])
            if accepted is None:
                assert i + 1 <= fault([*lines[:i], changed, *lines[i + 1 :]]) <= len(lines)
                found += 1
            else:
                assert accepted.state_hash() == game.state_hash(), f"{changed!r} instead of {line!r}"
        other.play(move.number)
    assert found > 20


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_what_is_no_action_or_not_written_like_one_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    moves = dict(zip((i for i, _line in every_action_of(lines)), GAMES[name].moves, strict=True))
    for i, line in actions_of(lines):
        text = str(moves[i].action)
        for rubbish in ("fly", "draw purple_haze", "claim x-y red*1", f"{text} now", text.upper(), f" {text}"):
            changed = line.replace(f" {text}", f" {rubbish}", 1)
            assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_a_hash_changed_removed_or_added_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, line in actions_of(lines):
        head, mark, digest = line.partition(" #")
        if mark:
            other = ("0" if digest[0] != "0" else "1") + digest[1:]
            for changed in (
                f"{head} #{other}",
                head,
                f"{head} #{digest[:-1]}",
                f"{head} #{digest}0",
                f"{line} #{other}",
            ):
                assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1, changed
        else:
            assert fault([*lines[:i], f"{line} #{'0' * 16}", *lines[i + 1 :]]) == i + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_another_result_is_noticed(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    *rest, result = lines
    first, totals, ranks = result.split(" | ")
    wrong = [
        f"{first} | {totals} | {re.sub('P0:1', 'P0:2', ranks) if 'P0:1' in ranks else ranks.replace('P0:', 'P0:-')}",
        f"{first} | {totals}1 | {ranks}",
        f"{first} | {totals}",
        f"{first}",
        f"result goal_in_extra_time | {totals} | {ranks}",
        f"{result} ",
        result.replace(" | ", " |  "),
        "result ",
    ]
    for changed in wrong:
        assert fault([*rest, changed]) == len(lines), changed
    assert fault([*lines, result]) == len(lines) + 1
    assert fault([*lines, ""]) == len(lines) + 1
    with_hashes_only = fault(rest)
    assert with_hashes_only == next(i + 1 for i, line in every_action_of(lines) if " #" in line), (
        "a hash needs a result"
    )


def test_a_result_without_a_hash_before_it_is_missed_at_the_last_action() -> None:
    game = position("tiny seats=2 pieces=P0:1,metro*1 last_round=1 display=red,red,red,blue,blue turn=P0 seed=3")
    game.play("draw red")
    game.play("draw blind")
    assert game.over
    lines = write_record(game).splitlines()
    assert fault(lines[:-1]) == len(lines) - 1
    assert fault([*lines[:-2], lines[-1]]) == len(lines) - 1


@pytest.mark.parametrize("name", GAMES)
def test_a_header_that_says_otherwise_is_noticed(name: str) -> None:
    lines = LINES[name]
    places = {line.split()[0]: i for i, line in enumerate(lines[1:HEADER], 1) if line}

    def changed(word: str, line: str) -> list[str]:
        return [*lines[: places[word]], line, *lines[places[word] + 1 :]]

    key, promised = lines[places["key"]], lines[places["commitment"]]
    other_key = "key " + ("0" if key[4] != "0" else "1") + key[5:]
    other_promise = "commitment " + ("0" if promised[11] != "0" else "1") + promised[12:]
    both = (places["key"] + 1, places["commitment"] + 1)
    assert fault(changed("key", other_key)) in both
    assert fault(changed("commitment", other_promise)) in both
    assert fault(changed("key", key[:-1])) == places["key"] + 1
    assert fault(changed("key", key.upper())) == places["key"] + 1
    assert fault(changed("commitment", promised + "0")) == places["commitment"] + 1
    assert fault(changed("rules", "rules 999")) == places["rules"] + 1
    assert fault(changed("rules", "rules one")) == places["rules"] + 1
    assert fault(changed("seats", "seats 9")) == places["seats"] + 1
    assert fault(changed("seats", "seats ２")) == places["seats"] + 1
    more = load(name).players[1] if GAMES[name].seats == load(name).players[0] else load(name).players[0]
    assert places["seats"] + 1 <= fault(changed("seats", f"seats {more}")) <= HEADER + 2
    assert fault(changed("edition", "edition utopia")) == places["edition"] + 1
    assert fault(changed("edition", "edition /etc/passwd")) == places["edition"] + 1
    other = "berlin" if name != "berlin" else "amsterdam"
    assert places["edition"] + 1 <= fault(changed("edition", f"edition {other}")) <= HEADER + 2
    for word, i in places.items():
        twice = [*lines[: i + 1], lines[i], *lines[i + 1 :]]
        assert fault(twice) == i + 2, word
        assert fault(changed(word, f"x{lines[i]}")) == i + 1
        assert fault(changed(word, word)) == i + 1
    for word in ("edition", "rules", "seats"):
        assert fault(lines[: places[word]] + lines[places[word] + 1 :]) == 1


def test_a_key_with_its_commitment_forged_too_gives_another_deal() -> None:
    honest, other = GAMES["tiny"], Game("tiny", 2, seed="forger")
    lines, forged = LINES["tiny"], write_record(other).splitlines()
    assert honest.key != other.key
    assert fault([*lines[:4], *forged[4:6], *lines[6:]]) == HEADER + 1


def test_a_record_of_a_position_has_the_key_of_the_position_and_no_deal() -> None:
    game = position("tiny hand=P0:red*2 seed=5")
    game.play("draw blind")
    lines = write_record(game).splitlines()
    at = {line.split()[0]: i for i, line in enumerate(lines) if line}
    verify_record(read_record("\n".join(lines) + "\n"))
    other = write_record(position("tiny hand=P0:red*2 seed=6")).splitlines()
    forged = lines.copy()
    forged[at["key"]], forged[at["commitment"]] = other[at["key"]], other[at["commitment"]]
    assert fault(forged) == at["key"] + 1
    for part in ("hand=P0:red*2,rubbish", "hand=P0:red*99", "seats=7"):
        wrong = lines.copy()
        wrong[at["position"]] = f"position tiny {part}"
        assert fault(wrong) == at["position"] + 1
    wrong = lines.copy()
    wrong[at["position"]] = "position tiny seats=3"
    assert fault(wrong) == at["position"] + 1
    blank = lines.index("")
    assert fault([*lines[: blank + 1], "deal red red", *lines[blank + 1 :]]) == blank + 2


def one_way_only(line: str) -> Iterator[str]:
    """The same line, written a little differently."""
    yield re.sub(r"^(\d)", r"0\1", line)
    yield re.sub(r"^\d+", lambda match: match[0].translate({ord("0") + k: 0xFF10 + k for k in range(10)}), line)
    yield line.replace(" > ", " >  ", 1)
    yield line.replace(" > ", " > \t", 1)
    yield f"{line} "
    yield f" {line}"
    yield f"{line}\r"
    yield f"{line} > "
    yield line.replace("deal ", "deal  ", 1)
    yield line.replace("deal ", "deal\t", 1)
    yield re.sub(r"(\w) (\w+)$", r"\1  \2", line)
    yield re.sub(r"^(seats|rules) ", r"\1 0", line)
    yield re.sub(r"^(seats|rules|edition|key|commitment) ", r"\1  ", line)


@pytest.mark.parametrize("name", ["tiny", "tiny_race", "amsterdam"])
@pytest.mark.parametrize("records", [LINES, WITHOUT_KEY], ids=["with key", "without key"])
def test_every_line_is_written_in_one_way_only(name: str, records: dict[str, list[str]]) -> None:
    lines = records[name]
    for i, line in enumerate(lines):
        for changed in one_way_only(line):
            if changed != line:
                assert fault([*lines[:i], changed, *lines[i + 1 :]]) == i + 1, changed


@pytest.mark.parametrize(
    "change",
    [str.upper, lambda line: f"{line}x", lambda line: f"x{line}", lambda _line: "", lambda _line: "perron record 1"],
)
@pytest.mark.parametrize("name", ["tiny", "tiny_race"])
def test_any_line_changed_is_noticed(name: str, change: Callable[[str], str]) -> None:
    lines = LINES[name]
    for i, line in enumerate(lines):
        if change(line) != line:
            found = fault([*lines[:i], change(line), *lines[i + 1 :]])
            # An empty line in the header ends it: then what follows, or what is missing, is wrong.
            assert found == i + 1 or (i < HEADER and found <= HEADER + 2), line


def test_a_display_that_is_cleared_without_an_answer_ends_and_is_refused() -> None:
    """Without answers the same cards would be turned up, and discarded for too many wilds, for ever."""
    game = Game.from_position(
        "berlin seats=2 phase=second display=green,green,wild,black,wild pile=none discards=black*1,wild*4 hand=P1:rest"
    )
    before = game.view(0)
    with pytest.raises(PerronError, match="chance"):
        game.replay("draw green", [8])
    assert game.view(0) == before
