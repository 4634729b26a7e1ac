"""`perron play`: whole games, stopped games, games gone on with."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from perron import Game
from perron.editions import featured, load, names
from perron.record import load_record, save_record, verify_record, write_record
from tests.cli.command import CLAIM_OR_DRAW, COMMAND, ENVIRONMENT, Run, assert_refused, in_a_process
from tests.sampling import share


def own_actions(path: Path, seat: int) -> list[str]:
    return [action.text for action in load_record(path).actions if action.seat == f"P{seat}"]


@pytest.mark.parametrize("edition", names())
def test_a_whole_game_is_played_by_numbers_and_again_by_words(run: Run, tmp_path: Path, edition: str) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    flags = ("play", "--edition", edition, "--seats", "2", "--seat", "1", "--seed", "3", "--record")
    answer = run(*flags, str(first), typed=CLAIM_OR_DRAW)
    assert (answer.code, answer.err) == (0, "")
    assert "the game is over" in answer.out
    assert verify_record(load_record(first)).game.over
    again = run(*flags, str(second), typed="\n".join(own_actions(first, 1)))
    assert again.code == 0
    assert second.read_text() == first.read_text()


def test_the_real_command_plays_a_game_from_lines_on_stdin(tmp_path: Path) -> None:
    answer = in_a_process("play", "--edition", "amsterdam", "--seed", "5", typed=CLAIM_OR_DRAW, folder=tmp_path)
    assert (answer.code, answer.err) == (0, "")
    assert "Amsterdam: the game is over" in answer.out
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_an_edition_asks_which(run: Run) -> None:
    answer = run("play", typed="nowhere\n99\ntiny\nquit\n")
    assert answer.code == 0
    listed = [*featured(), *(name for name in names() if name not in featured())]  # as on the start page
    for number, name in enumerate(listed, 1):
        edition = load(name)
        whose = {"exact": "original", "part": "partly our own", "house": "our own board"}[edition.provenance]
        fewest, most = edition.players
        assert f" {number} {edition.title['en']} ({name}), {fewest} to {most} players, {whose}\n" in answer.out
    assert answer.out.count("Type a number") == 2
    assert "Tiny, turn 1" in answer.out
    by_number = run("play", typed=f"{listed.index('tiny') + 1}\n")
    assert "Tiny, turn 1" in by_number.out


def test_no_edition_and_no_answer_is_refused(run: Run) -> None:
    answer = run("play")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "--edition" in answer.err


def test_three_play_if_nothing_is_said_and_seat_0_is_the_persons(run: Run) -> None:
    answer = run("play", "--edition", "amsterdam", "--seed", "5")
    assert "You are P0." in answer.out
    assert [line.split()[0] for line in answer.out.splitlines() if "0+2" in line] == ["You", "P1", "P2"]


def test_a_game_stopped_half_way_goes_on_as_if_nothing_had_been(run: Run, tmp_path: Path) -> None:
    whole, halves = tmp_path / "whole.txt", tmp_path / "halves.txt"
    flags = ("play", "--edition", "amsterdam", "--seats", "3", "--seat", "1", "--seed", "3", "--record")
    run(*flags, str(whole), typed=CLAIM_OR_DRAW)
    actions = own_actions(whole, 1)
    half = len(actions) // 2
    stopped = run(*flags, str(halves), typed="\n".join(actions[:half]))
    assert stopped.code == 0
    assert f"perron play --record {halves}" in stopped.out
    assert not verify_record(load_record(halves)).game.over
    quit_again = run("play", "--record", str(halves), typed="quit\n")
    assert quit_again.code == 0
    assert "Going on with the game" in quit_again.out
    assert "You are P1." in quit_again.out
    done = run("play", "--record", str(halves), typed="\n".join(actions[half:]))
    assert "the game is over" in done.out
    assert halves.read_text() == whole.read_text()


def test_people_play_against_medium_bots_if_nothing_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    answer = run("play", "--edition", "amsterdam", "--seed", "5", "--record", str(path), typed="quit\n")
    assert "P1 is medium, P2 is medium." in answer.out
    assert load_record(path).header["note"] == "P0 at the terminal; P1 medium; P2 medium"


def test_every_seat_can_have_another_bot_and_keeps_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    flags = ("play", "--edition", "tiny", "--seats", "3", "--seat", "1", "--seed", "3", "--record", str(path))
    answer = run(*flags, "--bots", "greedy,search:20it", typed="1 2\n1\nquit\n")
    assert "P0 is greedy, P2 is search:20it." in answer.out
    again = run("play", "--record", str(path), typed=CLAIM_OR_DRAW)
    assert "P0 is greedy, P2 is search:20it." in again.out
    assert verify_record(load_record(path)).game.over
    whole = tmp_path / "whole.txt"
    run(*flags[:-1], str(whole), "--bots", "greedy,search:20it", typed="\n".join(own_actions(path, 1)))
    assert whole.read_text() == path.read_text()


def test_other_bots_play_another_game(run: Run, tmp_path: Path) -> None:
    texts = set()
    for bot in ("random", "greedy", "hard"):
        path = tmp_path / f"{bot}.txt"
        run("play", "--edition", "tiny", "--seed", "3", "--bots", bot, "--record", str(path), typed=CLAIM_OR_DRAW)
        assert verify_record(load_record(path)).game.over
        texts.add("\n".join(action.text for action in load_record(path).actions))
    assert len(texts) == 3


def test_a_game_recorded_before_there_were_bots_goes_on_at_random(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save_record(Game("tiny", 2, 7), path, extra={"note": "P0 at the terminal, the others at random"})
    assert "P1 is played at random." in run("play", "--record", str(path), typed="quit\n").out


def test_a_bot_that_gives_no_legal_answer_is_told_of_and_chance_decides(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        "from perron.bots import register\n"
        "class Wrong:\n"
        "    name = 'wrong'\n"
        "    def choose(self, view, clock):\n"
        "        return 'claim nowhere-nothing red*1'\n"
        "register('wrong', lambda argument, seed: Wrong())\n"
    )
    flags = ("--edition", "tiny", "--seats", "2", "--seed", "3", "--load", "wrong.py", "--bots", "wrong")
    answer = in_a_process("play", *flags, typed=CLAIM_OR_DRAW, folder=tmp_path)
    assert (answer.code, answer.err) == (0, "")
    assert "P1 (wrong) gave no legal answer, so chance decides" in " ".join(answer.out.split())
    assert "the game is over" in answer.out


@pytest.mark.parametrize("at", [3, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (1, 8))])
def test_ctrl_c_leaves_a_record_that_can_be_gone_on_with(tmp_path: Path, at: int) -> None:
    record = tmp_path / "game.txt"
    flags = ("--edition", "tiny", "--seats", "2", "--seed", "11", "--bots", "random", "--record", str(record))
    process = subprocess.Popen(
        [*COMMAND, "play", *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    process.stdin.write("1 2\n" + "draw blind\n" * (at - 1))
    process.stdin.flush()
    while not record.exists() or len(own_actions(record, 0)) < at:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, err) == (130, "")
    assert f"To go on with it: perron play --record {record}" in out
    assert list(tmp_path.iterdir()) == [record]
    found = verify_record(load_record(record))
    assert found.committed
    assert not found.game.over
    done = in_a_process("play", "--record", str(record), typed=CLAIM_OR_DRAW)
    assert done.code == 0
    assert verify_record(load_record(record)).game.over


def test_a_game_that_is_not_kept_says_so(run: Run) -> None:
    assert "--record FILE" in run("play", "--edition", "tiny", typed="quit\n").out


def test_what_is_wrong_is_told_in_words_with_the_clause(run: Run) -> None:
    answer = run(
        "play", "--edition", "europe", "--seats", "2", "--seed", "7", typed="1\nkeep\nfly\n1 9\n1 2\nlet go\n99\n"
    )
    assert answer.code == 0
    assert "[tickets/too_few, EU-S6]" in answer.out
    assert "\nEU-S6: Before the first turn" in answer.out
    assert "'fly' is not an action" in answer.out
    assert "there is no ticket 9" in answer.out
    assert "[tunnel/none, EU-U1]" in answer.out
    assert "there is no number 99" in answer.out


def test_questions_are_answered_at_any_prompt(run: Run) -> None:
    typed = "help\nboard\n1 2\nnews\nplayers\nids\nboard north\nundo\n7\n0\nback\n\n"
    answer = run("play", "--edition", "tiny", "--seats", "2", "--seed", "7", typed=typed)
    assert answer.code == 0
    assert "claim north-east/1 red*2" in answer.out
    assert "Free, red" in answer.out
    assert "P1 chooses tickets." in answer.out
    assert "There is no undo" in answer.out
    assert "Middle  middle" in answer.out
    assert answer.out.count("What do you do?") >= 3


def test_places_are_found_by_the_names_of_the_language_asked_for(run: Run) -> None:
    typed = "board köpenhamn\nids\n"
    answer = run("play", "--edition", "europe", "--seats", "2", "--language", "sv", typed=typed)
    assert "Kobenhavn – Stockholm" in answer.out
    assert "Kobenhavn (Köpenhamn)" in answer.out


@pytest.mark.parametrize("edition", names())
def test_what_is_not_the_original_is_named_before_the_game_begins(run: Run, edition: str) -> None:
    note, told = load(edition).provenance_note["en"], " ".join(run("play", "--edition", edition).out.split())
    assert (note in told) == (load(edition).provenance != "exact")


@pytest.mark.parametrize(
    ("edition", "words"), [("berlin", "The board is our own"), ("amsterdam", "the other 20 are ours")]
)
def test_a_house_board_is_named_as_one(run: Run, edition: str, words: str) -> None:
    assert words in " ".join(run("play", "--edition", edition).out.split())
    assert words not in " ".join(run("play", "--edition", "europe").out.split())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--edition utrecht", ["utrecht"]),
        ("--edition tiny --seats 1", ["2 to 3 players", "1"]),
        ("--edition tiny --seats 9", ["2 to 3 players", "9"]),
        ("--edition tiny --seats 2 --seat 2", ["no seat 2", "0 to 1"]),
        ("--edition tiny --seat -1", ["no seat -1"]),
        ("--edition tiny --bots nobody", ["no bot is called 'nobody'"]),
        ("--edition tiny --seats 3 --bots easy,hard,easy", ["3 bots for 2 seats"]),
        ("--edition tiny --load missing.py", ["missing.py"]),
        ("--edition tiny --record .", ["a folder"]),
        ("--edition tiny --record nowhere/game.txt", ["no folder nowhere"]),
        ("--edition tiny --record /dev/null", ["/dev/null", "not a file"]),
    ],
)
def test_what_cannot_be_played_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run("play", *flags.split()), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_record_is_left_alone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary,\n")
    assert_refused(run("play", "--record", str(path)), f"{path}, line 1")
    assert path.read_text() == "Dear diary,\n"


def test_a_torn_or_changed_record_is_not_gone_on_with(run: Run, begun: Path) -> None:
    whole = begun.read_text()
    begun.write_text(whole[:-5])
    assert_refused(run("play", "--record", str(begun)), str(begun), "torn")
    begun.write_text(whole.replace("4 P", "4 P1 pass\n5 P"))
    assert_refused(run("play", "--record", str(begun)), str(begun), "line")


def test_a_finished_game_is_not_gone_on_with(run: Run, finished: Path) -> None:
    before = finished.read_text()
    assert_refused(run("play", "--record", str(finished)), str(finished), "is over", "perron replay")
    assert finished.read_text() == before


@pytest.mark.parametrize("flags", ["--edition europe", "--seats 3", "--seed 8"])
def test_flags_that_do_not_fit_the_game_in_the_record_are_refused(run: Run, begun: Path, flags: str) -> None:
    assert_refused(run("play", "--record", str(begun), *flags.split()), str(begun), flags.split(maxsplit=1)[0])
    assert run("play", "--record", str(begun), "--edition", "tiny", "--seats", "2", "--seed", "7").code == 0


def test_a_game_is_gone_on_with_against_the_same_bots(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "--edition", "tiny", "--seats", "2", "--bots", "easy", "--record", str(path))
    assert_refused(run("play", "--record", str(path), "--bots", "hard"), "against easy", "--bots")
    assert run("play", "--record", str(path), "--bots", "easy").code == 0


def test_a_game_is_gone_on_with_from_the_same_seat(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "--edition", "tiny", "--seats", "2", "--seat", "1", "--record", str(path))
    assert_refused(run("play", "--record", str(path), "--seat", "0"), "seat 1", "seat 0")
    assert "You are P1." in run("play", "--record", str(path)).out


def test_a_record_without_its_key_cannot_be_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "keyless.txt"
    path.write_text(write_record(Game("tiny", 2, 7), reveal_key=False))
    assert_refused(run("play", "--record", str(path)), str(path), "key")


def test_a_game_recorded_elsewhere_keeps_its_note(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save_record(Game("tiny", 2, 7), path, extra={"note": "a puzzle"})
    assert run("play", "--record", str(path), typed="1 2\n").code == 0
    record = load_record(path)
    assert record.header["note"] == "a puzzle"
    assert len(record.actions) > 1


def test_any_line_is_answered(run: Run) -> None:
    chance = random.Random(5)
    words = [
        *(
            "1",
            "2",
            "3",
            "0",
            "7",
            "99",
            "1 2",
            "١",
            "-1",
            "1.5",
            "draw",
            "blind",
            "wild",
            "red",
            "red*2",
            "claim",
            "keep",
        ),
        *(
            "north-east/1",
            "north-east",
            "west-middle/2",
            "station",
            "north",
            "pay",
            "let",
            "go",
            "pass",
            "board",
            "ids",
        ),
        *(
            "players",
            "news",
            "help",
            "back",
            "*",
            "/",
            "-",
            ",",
            "[bold]",
            "[/]",
            ":train:",
            "é",
            "\x00",
            "\x1b[31m",
            "x" * 3000,
        ),
    ]
    for seed in range(share(4)):
        lines = [" ".join(chance.choices(words, k=chance.randint(0, 3))) for _ in range(600)]
        answer = run("play", "--edition", "tiny", "--seats", "3", "--seed", str(seed), typed="\n".join(lines))
        assert (answer.code, answer.err) == (0, "")
        assert "The game is not kept" in answer.out or "the game is over" in answer.out


def test_a_link_to_a_record_stays_a_link(run: Run, tmp_path: Path, begun: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(begun)
    assert run("play", "--record", str(link), typed="quit\n").code == 0
    assert link.is_symlink()
    assert "at the terminal" not in begun.read_text()
