"""What hovering tells of a space of the board: more than its name, in words that a player uses."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.game import find_game, games

GAMES = sorted(game for game in games() if game != "pearls")
_PROGRAMS = re.compile(
    r"\d\.5\b|_|\b(?:building stone|sbahn under|factory gutted|rubble stone|entry (?:north|south))\b"
)


@pytest.mark.parametrize("game", GAMES)
def test_a_note_tells_more_than_the_name_above_it(game: str) -> None:
    told = find_game(game)
    for space in told.board(told.settle({})).spaces:
        # The parts of a hex have short labels, "1" or "C": above them stands their name.
        heading = (space.kind != "part" and space.label) or told.words.name(space.id)
        assert not space.note or space.note != heading, space.id


@pytest.mark.parametrize("game", GAMES)
def test_notes_have_no_words_of_the_program(game: str) -> None:
    told = find_game(game)
    notes = {space.note for space in told.board(told.settle({})).spaces}
    assert [note for note in notes if _PROGRAMS.search(note)] == []


def test_red_vengeance_tells_what_a_hex_is() -> None:
    """RV-MAP6"""
    told = find_game("vengeance")
    notes = {space.id: space.note for space in told.board(told.settle({"scenario": "brv07"})).spaces}
    assert notes["X17"] == "Reichstag: stone building, TEM +3, 2 MF, 2½ levels"
    assert notes["Y18"] == "Reichstag: burnt-out hall, TEM +2, 3 MF, 3½ levels"
    assert notes["J24"] == "Boulevard: TEM −1, 1 MF"
    assert notes["V19"] == "Pond: TEM +0"
