"""Fresh cases of shells, bombs and charges, worked out from the clauses first."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.rules.air.attacks import strafe
from sandtable.games.vengeance.rules.artillery.shelling import strike_hex
from sandtable.games.vengeance.rules.special_weapons.flamethrowers_and_charges import detonate, place
from sandtable.games.vengeance.rules.special_weapons.set_charges import blow
from tests.games.vengeance.bench import arm, battle, put, struck

CROWDED = "RV-A5.131"


def crowd(side: str, squads: int, at: str = "E6", dice: tuple[int, ...] = (6, 6, *[1] * 30)) -> Battle:
    """So many squads in the open, an enemy of theirs beside them."""
    s = battle("AFPh", side="german", dice=list(dice))
    for n in range(squads):
        put(s, "ru_4-4-7" if side == "russian" else "ge_4-4-7", at, f"x{n}")
    return s


# -- crowds ------------------------------------------------------------------------------------------------------------


def crowding(s: Battle) -> list[int]:
    """What was told of crowds."""
    return [m[0] for line in struck(s) for m in line["modifiers"] if m[1] == CROWDED]


@pytest.mark.parametrize(("squads", "less"), [(3, []), (4, [-1]), (5, [-2])])
def test_shells_on_a_crowd(squads: int, less: list[int]) -> None:
    """RV-A5.12, RV-A5.131, RV-C1.5 Each squad too many is -1, whoever sends the shells."""
    s = crowd("german", squads)
    strike_hex(s, "E6", 12, (6, 6), "RV-C1.5")
    assert crowding(s) == less


def test_shells_on_a_crowd_and_its_enemies() -> None:
    """RV-A5.11, RV-A5.131 Both sides count separately."""
    s = crowd("russian", 5)
    put(s, "ge_4-4-7", "E6", "a")
    strike_hex(s, "E6", 12, (6, 6), "RV-C1.5")
    assert [line["final"] for line in struck(s)] == [10, 12]


@pytest.mark.parametrize(("squads", "less"), [(3, []), (5, [-2])])
def test_a_charge_placed_in_a_crowd(squads: int, less: list[int]) -> None:
    """RV-A5.131, RV-A23.1"""
    s = crowd("russian", squads, dice=(5, 6, *[1] * 30))
    put(s, "ge_8-3-8", "E5", "a")
    arm(s, "ge_dc", "a", "dc")
    s.move = Move(("a",), 0, placing=("dc", "E6"))
    place(s)
    detonate(s, s.charges[0])
    assert crowding(s) == less


@pytest.mark.parametrize(("squads", "less"), [(3, []), (4, [-1])])
def test_a_charge_set_under_a_crowd(squads: int, less: list[int]) -> None:
    """RV-A5.131, RV-A23.7"""
    s = crowd("russian", squads, dice=(1, 1, 6, 6, *[1] * 30))
    put(s, "ge_4-4-7", "E4", "a")
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", "E6", "a", "E4"))
    blow(s, "dc")
    assert crowding(s) == less


@pytest.mark.parametrize(("squads", "less"), [(3, []), (5, [-2])])
def test_who_strafes_a_crowd(squads: int, less: list[int]) -> None:
    """RV-A5.131, RV-E7.41"""
    s = crowd("german", squads)
    s.planes["il"] = Plane("il", "ru_fb44", "russian", here=True)
    strafe(s, "il", "E6")
    assert crowding(s) == less
