"""On to Berlin! without fog by mail: all is open but the Allied plan, which stays sealed until the divisions drop."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from sandtable.bots import load_bot
from sandtable.bots.player import ask
from sandtable.games.ontoberlin.knowledge.sight import OnToBerlinView
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused, SaveError
from sandtable.kernel.game import find_game
from sandtable.kernel.position import Choice
from sandtable.terminal.mail import letters
from sandtable.terminal.mail.letters import Letter
from sandtable.terminal.mail.turns import desk_for
from sandtable.terminal.mail.verifying import verify

KEYS = {"allied": "11" * 32, "german": "22" * 32}
GAME = find_game("ontoberlin")
PLAN = ("assign", "lz")


@cache
def whole_match() -> tuple[Letter, ...]:
    """Every letter of a match between random players, each written, read again and answered."""
    letter = letters.begin(GAME, {"fog_of_war": "off"}, "german", KEYS["german"], "00" * 16)
    dice, bot, sent = Dice(seed_from("mail")), load_bot("random"), [letter]
    while not letter.result:
        desk = desk_for(letters.read(letters.write(letter)), letter.to_play, KEYS[letter.to_play])
        while desk.goes_on():
            desk.choose(ask(desk.position, desk.seat, bot, dice))
        letter = desk.letter_back()
        sent.append(letter)
    return (*sent, letters.finish(letter, letter.to_play, KEYS[letter.to_play]))


def steps_of(letter: Letter, number: int) -> list[Choice]:
    steps = letter.turns[number].steps
    assert isinstance(steps, str)
    return letters.open_steps(steps)


def planning_turn(letter: Letter) -> int:
    return next(number for number, turn in enumerate(letter.turns) if turn.plan is not None)


def with_steps(letter: Letter, number: int, steps: list[Choice]) -> Letter:
    turns = list(letter.turns)
    turns[number] = msgspec.structs.replace(turns[number], steps=msgspec.json.encode(steps).hex())
    return msgspec.structs.replace(letter, turns=turns)


def test_a_match_is_played_to_its_end_and_verified() -> None:
    """OB-3.6.3, OB-15.1.4"""
    last = whole_match()[-1]
    assert last.result
    assert verify(last) == last.result


def test_the_plan_is_in_no_letter_before_the_drop() -> None:
    """OB-2.2, OB-15.1.4 The German answers the strikes before the first turn without knowing the plan."""
    open_plan = [b"assign".hex() in letters.write(letter).decode() for letter in whole_match()]
    first = open_plan.index(True)
    before = whole_match()[first - 1]
    assert open_plan == sorted(open_plan), "what is open stays open"
    planned = planning_turn(before)
    assert sum(not step.option for step in steps_of(before, planned)) == 8, "five airfields and three LZ hexes"
    german = desk_for(whole_match()[planned + 2], "german", KEYS["german"])
    assert german.letter.turns[planned].plan is not None
    view = german.position.sight("german")
    assert isinstance(view, OnToBerlinView)
    assert not any(status.public for status in view.divisions.values())
    opened = whole_match()[first]
    verbs = [step.option[0] for step in steps_of(opened, planned) if step.option]
    assert [verb for verb in verbs if verb in PLAN] == ["assign"] * 5 + ["lz"] * 3
    assert "drop" in [step.option[0] for step in steps_of(opened, len(opened.turns) - 1)]


def test_the_allied_player_plays_on_with_his_true_plan() -> None:
    letter = next(one for one in whole_match() if any(turn.plan for turn in one.turns) and one.to_play == "allied")
    desk = desk_for(letter, "allied", KEYS["allied"])
    opened = next(one for one in whole_match() if b"assign".hex() in letters.write(one).decode())
    wanted = {
        (step.option[1], step.option[2])
        for step in steps_of(opened, planning_turn(opened))
        if step.option[0] == "assign"
    }
    view = desk.position.sight("allied")
    assert isinstance(view, OnToBerlinView)
    assert {(id, status.airfield) for id, status in view.divisions.items() if status.airfield} == wanted


def test_a_plan_that_is_opened_otherwise_than_it_was_sealed_is_found_out() -> None:
    last = whole_match()[-1]
    number = planning_turn(last)
    steps = steps_of(last, number)
    at = next(at for at, step in enumerate(steps) if step.option[0] == "lz")
    division = steps[at].option[1]
    other = Choice("allied", ("lz", division, "0101"))
    with pytest.raises(SaveError, match=f"In turn {number + 1} allied played something different from what he had"):
        verify(with_steps(last, number, [*steps[:at], other, *steps[at + 1 :]]))


def test_nobody_seals_what_must_be_open() -> None:
    """A blank in place of another choice is refused, for him who opens the letter and at the end."""
    last = whole_match()[-1]
    number = next(n for n, turn in enumerate(last.turns) if turn.seat == "german" and len(steps_of(last, n)) > 1)
    steps = steps_of(last, number)
    with pytest.raises(SaveError, match=f"The choices of german in turn {number + 1} are sealed"):
        verify(with_steps(last, number, [Choice("german", ()), *steps[1:]]))


def test_the_match_is_verified_when_the_key_of_the_plan_is_shown() -> None:
    last = whole_match()[-1]
    with pytest.raises(Refused, match="allied must show his key before the match can be verified"):
        verify(msgspec.structs.replace(last, shown={"german": last.shown["german"]}))
