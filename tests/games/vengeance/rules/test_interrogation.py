"""Civilian interrogation, and who is unseen in the dark (chapters E2, E1.3, E1.23)."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.campaign import Campaign, Sheet
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.civilians import interrogators, secrets_near
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.night.sky import hidden_by_night
from sandtable.games.vengeance.scenarios.cards import CARDS
from sandtable.kernel.state import replace
from tests.games.vengeance import cards as cards
from tests.games.vengeance.bench import battle, drive, lines, put


def occupied(side: str = "german", *rolls: int) -> Battle:
    """A Rally Phase of the campaign with a squad in a building."""
    s = battle("RPh", side, dice=rolls, E5="1.5")
    s.campaign = Campaign(Sheet(), Sheet())
    s.step = "organize"
    put(s, "ge_4-4-7", "E5", "a")
    return s


def test_the_people_give_something_away() -> None:
    """RV-E2.1 A DR of 4 or less: the opponent shows a stack within four hexes."""
    s = occupied("german", 2, 2)
    put(s, "ru_4-4-7", "E8", "x", concealed=True)
    put(s, "ru_4-4-7", "E8", "y", concealed=True)
    put(s, "ru_4-4-7", "E10", "far", concealed=True)
    put(s, "ru_4-4-7", "G5", "hip", hidden=True)
    s.units["a"] = replace(s.units["a"], concealed=True)
    assert secrets_near(s, s.units["a"]) == ["x", "hip"]
    drive(s, ("interrogate", "a"), ("give_away", "x"))
    assert not s.units["x"].concealed
    assert not s.units["y"].concealed
    assert not s.units["a"].concealed  # who asks shows himself
    assert s.units["hip"].hidden
    assert interrogators(s, "german") == []  # once in a Rally Phase


@pytest.mark.parametrize(("side", "total", "success"), [("german", (2, 3), False), ("german", (1, 3), True)])
def test_the_number_to_roll(side: str, total: tuple[int, int], success: bool) -> None:
    """RV-E2.1"""
    s = occupied(side, *total)
    if success:
        drive(s, ("interrogate", "a"), ("nothing_near",))
        assert lines(s, "nothing_near") == [{"unit": "a"}]
    else:
        drive(s, ("interrogate", "a"))
    assert lines(s, "interrogation")[0]["success"] == success


def test_hidden_works_and_the_sniper() -> None:
    """RV-E2.1 A hidden fortification can be given away; an Original 12 calls the enemy sniper."""
    s = occupied("german", 1, 1)
    s.works["mine"] = Work("mine", "ap_mine", "russian", "E7", hidden=True)
    drive(s, ("interrogate", "a"), ("give_away", "mine"))
    assert not s.works["mine"].hidden
    s = occupied("german", 6, 6, 5)
    s.snipers["russian"] = "A1"
    drive(s, ("interrogate", "a"))
    assert lines(s, "sniper")[0]["side"] == "russian"


def test_only_in_the_campaign_and_by_able_squads() -> None:
    """RV-E2.1 Good Order, unpinned, in a building, in the own Rally Phase."""
    s = occupied()
    assert [u.id for u in interrogators(s, "german")] == ["a"]
    assert interrogators(s, "russian") == []
    put(s, "ge_4-4-7", "A5", "open")
    assert [u.id for u in interrogators(s, "german")] == ["a"]
    s.campaign = None
    assert interrogators(s, "german") == []


def test_the_dark_conceals() -> None:
    """RV-E1.3 At the end of the CCPh: not illuminated, and beyond the NVR of every Good Order enemy, in any terrain."""
    s = battle("CCPh", "russian")
    s.night = Night(3, 3, "full", "none", "german")
    put(s, "ru_4-4-7", "E5", "near")
    put(s, "ru_4-4-7", "J10", "far")
    put(s, "ru_4-4-7", "A10", "lit")
    put(s, "ge_4-4-7", "E8", "a")
    s.lights.append(Light("A10", 1))
    gain(s, ("russian",))
    assert [s.units[id].concealed for id in ("near", "far", "lit")] == [False, True, False]


def test_set_up_in_the_dark() -> None:
    """RV-E1.23 A quarter of the defender's squads may hide; who is unseen sets up concealed in any terrain."""
    card = CARDS["dark_streets"]
    assert hidden_by_night(card, "german") == 1
    assert hidden_by_night(card, "russian") == 0
    assert hidden_by_night(CARDS["guns_afar"], "german") == 0
    s = battle("setup", "russian")
    s.night = Night(3, 3, "full", "none", "german")
    put(s, "ru_4-4-7", "E5", "x")
    put(s, "ge_4-4-7", "E9", "a")
    gain(s, rolls=False)
    assert s.units["x"].concealed
    assert s.units["a"].concealed
