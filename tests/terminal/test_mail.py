"""`sandtable mail`: a turn for each side at the table of `play`, drafts, open matches, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from sandtable.bots import load_bot
from sandtable.bots.player import ask
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SandtableError, SaveError
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Position
from sandtable.terminal.cli import app
from sandtable.terminal.mail import letters
from sandtable.terminal.mail.turns import desk_for, load
from sandtable.terminal.mail.verifying import verify

RUN = CliRunner()
KEYS = {"usaf10": "11" * 32, "cw30": "22" * 32, "seat-1": "33" * 32, "seat-2": "44" * 32}


def sandtable(*words: object, typed: str = "") -> str:
    """Run a command; a sentence of the program is raised as it is."""
    result = RUN.invoke(app, ["mail", *map(str, words)], input=typed, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return " ".join(result.output.split())


def test_a_letter_goes_back_and_forth(tmp_path: Path) -> None:
    letter, ours, theirs = (str(tmp_path / name) for name in ("game.mail", "us.key", "de.key"))
    assert "german plays next" in sandtable("new", "luftwaffe", letter, "--seat", "american", "--key", ours)
    assert Path(ours).stat().st_mode & 0o077 == 0, "only its owner reads a key"
    with pytest.raises(SandtableError, match="It is german's turn"):
        sandtable("open", letter, "--seat", "american", "--key", ours)
    assert "american plays next" in sandtable("open", letter, "--seat", "german", "--key", theirs, "--bot", "greedy")
    assert "german plays next" in sandtable("open", letter, "--seat", "american", "--key", ours, "--bot", "greedy")
    before = Path(letter).read_bytes()
    assert "unchanged" in sandtable("open", letter, "--seat", "german", "--key", theirs, typed="launch nothing\nstop\n")
    assert Path(letter).read_bytes() == before
    assert "american plays next" in sandtable("open", letter, "--seat", "german", "--key", theirs, typed="auto\nrest\n")
    with pytest.raises(SandtableError, match="Both players"):
        sandtable("verify", letter)


def test_bad_files_get_a_sentence(tmp_path: Path) -> None:
    key, letter = tmp_path / "key", tmp_path / "letter"
    key.write_text("no key")
    letter.write_text("no letter")
    with pytest.raises(SaveError, match="not a key file"):
        sandtable("new", "luftwaffe", str(tmp_path / "x"), "--seat", "german", "--key", str(key))
    with pytest.raises(SaveError, match="not a play-by-mail letter"):
        sandtable("verify", str(letter))
    with pytest.raises(SaveError, match="Can't read"):
        sandtable("verify", str(tmp_path / "nothing"))
    with pytest.raises(SandtableError, match="already exists"):
        sandtable("new", "luftwaffe", str(letter), "--seat", "german", "--key", str(tmp_path / "k2"))


class Match:
    """A match of Warbirds in a folder, with a key for each side."""

    def __init__(self, folder: Path) -> None:
        self.file, self.folder = folder / "match.mail", folder
        sandtable(
            "new", "warbirds", self.file, "--seat", "seat-1", "--key", self.key("seat-1"), "--option", "players=2"
        )

    def key(self, seat: str) -> Path:
        return self.folder / f"{seat}.key"

    def open(self, seat: str, *more: str, typed: str = "") -> str:
        return sandtable("open", self.file, "--seat", seat, "--key", self.key(seat), *more, typed=typed)

    def to_play(self) -> str:
        return load(self.file).to_play


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """Both have joined, and the commander is about to man the bomber."""
    match = Match(tmp_path)
    assert match.to_play() == "seat-2"
    assert "seat-2 has joined." in match.open("seat-2")
    if match.to_play() == "seat-1" and "plays next" in match.open("seat-1", typed="quit\n"):
        assert match.to_play() == "seat-2", "the other commands"
    return match


def test_the_table_by_mail_is_that_of_play(match: Match) -> None:
    seat = match.to_play()
    out = match.open(seat, typed="help\nmap\ntable\nlog 5\n?\nwhy dance\nodds\nlook nose\nanalyse\nquit\nbot\nquit\n")
    for part in (
        "by mail> help", "choose an option", "Nose Turret", "Aircraft:", "You can't choose “Dance” now.",
        "The bot chose: ", "Analysis: you play all sides", "analysis> quit", "Back in the game.",
        "The letter is unchanged",
    ):  # fmt: skip
        assert part in out, part


def test_a_half_finished_turn_is_kept_and_gone_on_with(match: Match) -> None:
    seat = match.to_play()
    before = match.file.read_bytes()
    out = match.open(seat, typed="bot\n")
    made = re.search(r"(\d+) choices? of this turn (?:is|are) kept", out)
    assert made is not None
    assert match.file.read_bytes() == before, "nothing is in the letter yet"
    (draft,) = (match.folder / "home" / "mail").glob("*.draft")
    assert b"option" not in draft.read_bytes(), "the draft is sealed"
    again = match.open(seat, typed="quit\n")
    assert int(made[1]) == 1
    assert "You have made 1 choice of this turn." in again
    assert "plays next" in match.open(seat, typed="rest\n")
    assert not list((match.folder / "home" / "mail").glob("*.draft"))


def test_a_draft_of_another_letter_is_not_taken_up(match: Match) -> None:
    seat = match.to_play()
    match.open(seat, typed="bot\nquit\n")
    letter = load(match.file)
    match.file.write_bytes(letters.write(msgspec.structs.replace(letter, open_state="00")))
    assert "answers another letter" in match.open(seat, typed="quit\n")


def test_undo_goes_back_to_the_last_die_and_nothing_more(match: Match) -> None:
    seat = match.to_play()
    out = match.open(seat, typed="undo\nrewind\nsave elsewhere\nanalyse 3\nquit\n")
    assert "By mail nobody is here to agree to more." in out
    assert "`undo` goes back to the last die roll." in out
    assert "A turn by mail is kept automatically" in out
    assert "By mail an analysis starts here" in out


def test_a_choice_without_dice_is_undone_by_mail_too(match: Match) -> None:
    seat = match.to_play()
    out = match.open(seat, typed="bot\nundo\nredo\nundo\nquit\n")
    assert "0 choices of this turn are kept" in out


def test_refusals_name_the_true_cause(match: Match) -> None:
    seat = match.to_play()
    with pytest.raises(Refused, match=r"There is no key file .*missing\.key"):
        sandtable("open", match.file, "--seat", seat, "--key", match.folder / "missing.key")
    assert not (match.folder / "missing.key").exists()
    with pytest.raises(Refused, match="There is no seat 'north'"):
        sandtable("open", match.file, "--seat", "north", "--key", match.key(seat))
    letter = load(match.file)
    match.file.write_bytes(letters.write(msgspec.structs.replace(letter, rules_version="0")))
    with pytest.raises(SaveError, match="with version 0 of the rules of Warbirds; this program has version"):
        match.open(seat)
    match.file.write_bytes(letters.write(msgspec.structs.replace(letter, data_version="0")))
    with pytest.raises(SaveError, match="other components of Warbirds"):
        match.open(seat)


@pytest.mark.parametrize(
    ("game", "option", "seat", "cause"),
    [
        ("warbirds", "players=1", "seat-1", "With these options Warbirds has 1 player."),
        ("airlift", "players=3", "usaf10", "has 3 players"),
        ("ontoberlin", "fog_of_war=on", "allied", "it takes a referee who knows both"),
        ("vengeance", "scenario=train1", "german", "it takes a referee who knows both"),
    ],
)
def test_what_cannot_be_mailed_says_why(game: str, option: str, seat: str, cause: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=cause):
        sandtable("new", game, tmp_path / "x", "--seat", seat, "--key", tmp_path / "k", "--option", option)


@pytest.mark.parametrize(("game", "first", "second"), [("airlift", "cw30", "usaf10"), ("warbirds", "seat-1", "seat-2")])
def test_an_open_match_is_played_to_its_end_and_verified(game: str, first: str, second: str) -> None:
    """Every letter is written and read again; both see the same from both desks."""
    letter = letters.begin(find_game(game), {"players": 2}, first, KEYS[first])
    dice, bot = Dice(seed_from("mail")), load_bot("random")
    for _ in range(2000):
        if letter.result:
            break
        letter = letters.read(letters.write(letter))
        desk = desk_for(letter, letter.to_play, KEYS[letter.to_play])
        while desk.goes_on():
            desk.choose(ask(desk.position, desk.seat, bot, dice))
        letter = desk.letter_back()
    assert letter.result
    assert verify(letter) == letter.result
    forged = msgspec.structs.replace(letter, result="somebody wins")
    with pytest.raises(SaveError, match="does not end the way"):
        verify(forged)
    turns = list(letter.turns)
    turns[3] = msgspec.structs.replace(turns[3], seen="0" * 32)
    with pytest.raises(SaveError, match="Turn 4 showed"):
        verify(msgspec.structs.replace(letter, turns=turns))


@pytest.mark.parametrize("game", ["airlift", "warbirds"])
def test_where_nobody_hides_anything_all_see_the_same(game: str) -> None:
    position = Position.new(find_game(game), {"players": 2}, 5)
    dice, bot = Dice(seed_from("open")), load_bot("random")
    assert position.game.hides(position.options_chosen) == ()
    for _ in range(300):
        if position.over:
            break
        one, two = (msgspec.structs.replace(position.sight(seat), seat="") for seat in position.seats)
        assert one == two
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, bot, dice))


def test_the_dice_need_both_players() -> None:
    """Neither the one who begins a match nor the one who joins it can pick the set-up or the first rolls."""
    game = find_game("airlift")
    seen = set()
    for theirs in ("22" * 32, "55" * 32, "66" * 32):
        letter = letters.begin(game, {"players": 2}, "usaf10", KEYS["usaf10"], "ab" * 16)
        joined = desk_for(letter, "cw30", theirs).letter_back()
        assert joined.to_play == "usaf10"
        desk = desk_for(joined, "usaf10", KEYS["usaf10"])
        seen.add(desk.position.state.dice.seed)
    assert len(seen) == 3
