"""What covers a Location is kept from one look at the table to the next, and is the same as if it were asked again."""

from __future__ import annotations

import pytest

from sandtable.bots import chooser, load_bot
from sandtable.games.vengeance.bot.exposure import Lines, Threat, cover_between, enemy_fire, lines_of, threats
from sandtable.games.vengeance.bot.mind import Mind, mind_of
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Decision, Option
from sandtable.kernel.game import find_game
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import State, replace
from tests.games.vengeance.bench import battle, put, vehicle


class Enough(Exception):
    """The game was long enough."""


def danger(s: Battle, lines: Lines, enemies: tuple[Threat, ...], at: str, moving: bool) -> float:
    """How dangerous the fire of enemies makes a Location."""
    fire = enemy_fire(s, lines, enemies)
    return (fire.moving if moving else fire.staying)[at]


@pytest.mark.parametrize("scenario", ["brv01", "brv02", "brv06"])
def test_what_is_kept_is_what_would_be_found_again(scenario: str) -> None:
    game = find_game("vengeance")
    seated = {side: load_bot("greedy") for side in ("german", "russian")}
    choose = chooser(game, seated, Dice(seed_from("kept/bots")))
    looks = 0

    def watched(seat: str, decision: Decision, s: State) -> Option:
        nonlocal looks
        assert isinstance(s, Battle)
        looks += 1
        if s.phase != "setup" and looks % 7 == 0:
            f, enemies = field_of(s), threats(s, seat)
            fresh, kept = Lines(f, ()), lines_of(s, f)
            for at in list(f.steps)[looks % 11 :: 11]:
                for moving in (False, True):
                    assert danger(s, kept, enemies, at, moving) == danger(s, fresh, enemies, at, moving)
        if looks > 600:
            raise Enough
        return choose(seat, decision, s)

    with pytest.raises(Enough):
        play_out(game, game.new({"scenario": scenario}, Dice(seed_from("kept"))), watched)


def test_smoke_and_wrecks_change_what_is_kept() -> None:
    s = battle("MPh", "russian")
    put(s, "ge_6-5-8", "E8", "x")
    f, enemies = field_of(s), threats(s, "russian")
    bare = danger(s, lines_of(s, f), enemies, "E6", True)
    assert danger(s, lines_of(s, f), enemies, "E6", True) == bare > 0
    s.smoke["E7"] = 2
    assert 0 < danger(s, lines_of(s, f), enemies, "E6", True) < bare
    s.smoke.clear()
    assert danger(s, lines_of(s, f), enemies, "E6", True) == bare
    covered = cover_between(s, lines_of(s, f), "E8", "E6")
    vehicle(s, "ge_stug3g", "E6", "t")
    assert (cover_between(s, lines_of(s, f), "E8", "E6") or 0) > (covered or 0)


def test_a_table_that_has_not_changed_is_not_thought_about_again() -> None:
    s = battle("PFPh", "russian", on="brv01")
    put(s, "ru_6-2-8", "E2", "a")
    put(s, "ge_6-5-8", "E3", "x")
    dice = Dice(seed_from("x"))

    def look(rule: str) -> Mind:
        return mind_of(sight(s, "russian"), "russian", dice, rule, False)

    first = look("RV-A3.2")
    first.danger("E2", False)
    again = look("RV-A7.5")
    assert (again.s, again.rule) == (first.s, "RV-A7.5")
    assert again.s is first.s
    s.units["x"] = replace(s.units["x"], broken=True)
    changed = look("RV-A7.5")
    assert changed.s is not first.s
    assert changed.danger("E2", False) == 0 < first.danger("E2", False)
