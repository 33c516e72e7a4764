"""What an experienced defender of houses keeps, lets go and takes back."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.bot.habits import HABITS
from sandtable.games.vengeance.bot.keeping import Posts, houses_asked, rooms
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.movement import who_moves
from sandtable.games.vengeance.bot.rout_and_close_combat import where_to_advance
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.altered_ground import RUBBLE_STONE, alter
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.victory.control import controls_building
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from tests.games.vengeance.bench import battle, put

SEED = Dice(seed_from("x"))


def veteran(s: Battle) -> Mind:
    return Mind(sight(s, "german"), "german", SEED, habits=HABITS)


def posts_in(s: Battle) -> Posts:
    found = veteran(s).posts
    assert found is not None
    return found


def embassies(phase: Phase = "MPh", side: str = "german", turn: int = 3) -> Battle:
    """BRV4: the Russian needs two of five houses when the game ends."""
    s = battle(phase, side, on="brv04")
    s.turn = turn
    return s


def take(s: Battle, house: str) -> None:
    """The Russian has a house to himself."""
    for at in rooms("brv04", house):
        s.control[at] = s.open_control[at] = "russian"
    assert controls_building(s, field_of(s), house, "russian")


def test_he_knows_how_many_houses_may_be_lost() -> None:
    s = embassies()
    assert houses_asked("brv04").needed == 2
    assert posts_in(s).to_spare == 1
    take(s, "H13")
    assert (posts_in(s).to_spare, posts_in(s).lost) == (0, frozenset({"H13"}))
    take(s, "L10")
    assert posts_in(s).to_spare == -1


@pytest.mark.parametrize("on", ["brv01", "brv06"])
def test_a_task_that_counts_no_houses_has_no_posts(on: str) -> None:
    """RV-SCN8 Where single Locations count, each is kept for itself."""
    assert veteran(battle("MPh", "german", on=on)).posts is None


def test_the_second_man_goes_to_a_house_without_anybody() -> None:
    """RV-A26.1 One in a house denies all of it: of two in S10 one goes to O12, and who is alone stays."""
    s = embassies()
    for house, at in (("H13", "H13"), ("L10", "L10"), ("O9", "O9")):
        put(s, "ge_4-4-7", at, house)
    put(s, "ge_4-4-7", "S10", "a")
    assert posts_in(s).sent == {}
    put(s, "ge_4-4-7", "R10", "b")
    sent = posts_in(s).sent
    assert list(sent.values()) == [rooms("brv04", "O12")]
    assert set(sent) < {"a", "b"}


def test_a_house_of_which_a_part_came_down_is_kept_like_any_other() -> None:
    """RV-B24.11 Nobody thinks of floors that are gone."""
    s = embassies()
    alter(s, "R9", RUBBLE_STONE)
    assert "R9-1" not in field_of(s).steps
    for house, at in (("H13", "H13"), ("L10", "L10"), ("O9", "O9"), ("a", "S10"), ("b", "R9")):
        put(s, "ge_4-4-7", at, house)
    put(s, "ru_4-4-7", "V9")
    assert {unit.id for unit in posts_in(s).men["S10"]} == {"a", "b"}
    assert list(posts_in(s).sent.values()) == [rooms("brv04", "O12")]


def test_two_lost_houses_are_one_too_many_and_he_goes_for_the_nearer_one() -> None:
    s = embassies(turn=6)
    take(s, "H13")
    take(s, "L10")
    for at, id in (("O9", "a"), ("O10", "b"), ("O12", "c"), ("S10", "d")):
        put(s, "ge_4-4-7", at, id)
    sent = posts_in(s).sent
    assert set(sent.values()) == {rooms("brv04", "L10")}
    assert len(sent) == 1
    (sent_one,) = sent
    options: list[Option] = [("move", id) for id in "abcd"] + [("done",)]
    assert who_moves(veteran(s), options) == ("move", sent_one)
    assert sent_one in "ab"


@pytest.mark.parametrize(("turn", "side", "judged"), [(7, "german", True), (7, "russian", False), (6, "german", False)])
def test_the_last_word_is_spoken_in_the_last_player_turn(turn: int, side: str, judged: bool) -> None:
    """RV-SCN8 BRV4 is judged when the game ends; BRV3 after every turn."""
    assert posts_in(embassies("APh", side, turn)).judged is judged
    s = battle("APh", side, on="brv03")
    s.turn = turn
    assert posts_in(s).judged is (side == "german")


def test_in_the_last_player_turn_he_advances_into_a_fight_that_denies_the_house() -> None:
    """RV-A26.1 The Russian holds two houses; a German hand to hand with him in one of them has not lost it yet."""
    chosen = {}
    for turn in (4, 7):
        s = embassies("APh", turn=turn)
        take(s, "H13")
        take(s, "L10")
        put(s, "ru_4-4-7", "M10", "foe")
        put(s, "ge_4-4-7", "N9", "a")
        where: list[Option] = [("to", "M10"), ("stay", "a")]
        chosen[turn] = where_to_advance(veteran(s), where)
    assert chosen == {4: ("stay", "a"), 7: ("to", "M10")}
