"""Fresh cases of the campaign's Refit Phase and its charts, worked out from the clauses first."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.campaign import points
from sandtable.games.vengeance.campaign.battle.scoring import ends_now, winner_of
from sandtable.games.vengeance.campaign.charts import chart, fortifications
from sandtable.games.vengeance.campaign.purchase import fortifications as fortify
from sandtable.games.vengeance.campaign.purchase.group_contents import (
    ammunition_modifiers,
    may_have_leader,
    strength_modifiers,
    support_weapons,
)
from sandtable.games.vengeance.campaign.purchase.leaders import leader_found, leader_modifiers
from sandtable.games.vengeance.campaign.refit import escape, veterans, weather
from sandtable.games.vengeance.campaign.refit.guns_and_vehicles import main_armament_modifiers
from sandtable.games.vengeance.campaign.refit.weapons import repair_modifiers
from tests.games.vengeance.bench import lines, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign, total


def told(modifiers: list[tuple[int, str, str]]) -> dict[str, int]:
    """The modifiers by their reasons."""
    return {reason: value for value, _, reason in modifiers}


# -- the Refit Phase ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ce", [True, False])
def test_an_armor_leader_mends_his_gun_with_hatches_open_or_shut(ce: bool) -> None:
    """RV-RePh8.61411, RV-RePh8.602 His modifier is asked for, and hatch markers have left the map by then."""
    s = campaign(lull=True)
    vehicle(s, "ru_t34_85", "F3", "tank", disabled=("MA",), leader="ru_armor_9-2", ce=ce)
    assert total(main_armament_modifiers(s, s.vehicles["tank"])) == -2 - 1


@pytest.mark.parametrize(
    ("types", "elite", "green"),
    [
        (("ru_3-3-7",), 0, 1),
        (("ru_4-2-6",), 0, 1),
        (("ru_1-2-7p", "ru_8-0"), 0, 1),
        (("ru_6-2-8", "ru_3-3-7"), 0, 1),
        (("ru_6-2-8", "ru_4-5-8"), -1, 0),
        (("ge_4-3-6",), -1, 1),
    ],
)
def test_prisoners_escape_as_badly_as_conscripts(types: tuple[str, ...], elite: int, green: int) -> None:
    """RV-RePh8.6061, RV-BRV8.3 +1 for conscripts or Moabit Prisoners; -1 only if all are elite, or SS."""
    s = campaign()
    ids = [put(s, type, "C20", f"u{n}") for n, type in enumerate(types)]
    found = told(escape.escape_modifiers(s, ids))
    assert found.get("elite or SS", 0) == elite
    assert found.get("conscripts", 0) + found.get("Moabit Prisoners", 0) == green


@pytest.mark.parametrize(
    ("final", "way", "row"), [(5, True, 0), (6, True, 1), (9, True, 2), (11, True, 3), (2, False, 2), (12, False, 3)]
)
def test_how_an_escape_ends(final: int, way: bool, row: int) -> None:
    """RV-RePh8.6061 5, 8, 10 are the limits; without a path "escapes" is "stays"."""
    assert escape.escape_result(final, way) == row


@pytest.mark.parametrize(
    ("repair", "vehicular", "unqualified", "breakdown", "drm"),
    [(1, False, False, 12, -1), (3, False, False, 12, -3), (1, True, False, 12, -2), (2, False, True, 11, -2 + 1 + 1)],
)
def test_what_helps_to_repair_a_weapon(
    repair: int, vehicular: bool, unqualified: bool, breakdown: int, drm: int
) -> None:
    """RV-RePh8.6142 Its repair number, -1 in a vehicle, +1 in unskilled hands, +1 for a B# below 12."""
    assert total(repair_modifiers(repair, vehicular, unqualified, breakdown)) == drm


@pytest.mark.parametrize(
    ("type", "sheet", "drm"),
    [
        ("ru_4-4-7", {"won_last": True, "inflicted": 10, "suffered": 5}, -1 - 1 - 1),
        ("ge_6-5-8", {"lost_last": True, "inflicted": 5, "suffered": 5}, 1),
        ("ru_3-3-7", {"lost_last": True}, 1 - 1 + 2),
    ],
)
def test_who_learns_from_a_battle(type: str, sheet: dict[str, Any], drm: int) -> None:
    """RV-RePh8.6113 More CVP taken than lost -1, won -1, lost +1, Russians -1, Moabit Prisoners +2."""
    s = campaign(german=sheet, russian=sheet)
    put(s, type, "C20", "a")
    assert total(veterans.hardening_modifiers(s, s.units["a"])) == drm


@pytest.mark.parametrize(
    ("before", "dice", "ec", "weather_is"),
    [
        ({}, (1, 1, 5), "moderate", "Fog/Mist"),
        ({"weather": "Overcast"}, (2, 3, 1), "wet", "Overcast"),  # 5 - 1
        ({"weather": "Fog"}, (6, 6, 6, 2), "moderate", "Clear & Gusty"),  # EC 6 - 1
    ],
)
def test_random_weather(before: dict[str, Any], dice: tuple[int, ...], ec: str, weather_is: str) -> None:
    """RV-RePh8.6171 Overcast before -1 on the weather; mist or fog before -1 on the EC; a third die for what it is."""
    s = campaign(date="4/29 AM", dice=[*dice, 4], **before)
    s.ec = "moist"
    weather.random_weather(s)
    assert s.ec == ec
    now = s.campaign.weather if s.campaign is not None else ""
    assert now == {"Fog/Mist": "Fog"}.get(weather_is, weather_is)


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("german", "russian", "value"), [(3, 1, -1), (4, 1, -2), (2, 1, 0), (0, 5, 0)])
def test_the_balance_of_lost_scenarios(german: int, russian: int, value: int) -> None:
    """RV-CG30 Two more -1, three or more -2."""
    assert points.balance(campaign(german={"lost": german}, russian={"lost": russian}), "german") == value


@pytest.mark.parametrize(
    ("carried", "cvp", "lost", "left"), [(0, 147, 2, 7), (7, 62, 0, 69), (7, 63, 1, 0), (69, 141, 3, 0)]
)
def test_losses_and_elr(carried: int, cvp: int, lost: int, left: int) -> None:
    """RV-CG24, RV-RePh8.6123 Each full 70 costs a step; the rulebook's 147 cost two and leave 7."""
    s = campaign(russian={"elr_carried": carried})
    points.lose_elr(s, "russian", cvp)
    kept = points.sheet(s, "russian")
    assert (kept.elr_lost, kept.elr_carried) == (lost, left)


@pytest.mark.parametrize(
    ("attacker", "dual", "inflicted", "lvp", "winner"),
    [
        ("russian", False, (10, 21), (0, 0), "russian"),  # 21 > 20
        ("russian", False, (10, 15), (0, 5), "german"),  # 20 is not more than 20
        ("german", True, (12, 10), (0, 2), "russian"),  # equal: who moved second
        ("german", True, (12, 10), (1, 2), "german"),
    ],
)
def test_who_wins_a_scenario(
    attacker: str, dual: bool, inflicted: tuple[int, int], lvp: tuple[int, int], winner: str
) -> None:
    """RV-CGS11, RV-CGS12 One Attacker needs more than twice what he loses; in a Dual Attack the higher sum wins."""
    sides = ("german", "russian")
    found = winner_of(attacker, dual, dict(zip(sides, inflicted, strict=True)), dict(zip(sides, lvp, strict=True)))
    assert found == winner


@pytest.mark.parametrize(("turn", "last"), [(5, 1), (6, 3), (7, 5), (8, 6)])
def test_when_a_scenario_ends(turn: int, last: int) -> None:
    """RV-CG32 On a 1, on 1 to 3, on 1 to 5, and at once."""
    assert [die for die in range(1, 7) if ends_now(turn, die)] == list(range(1, last + 1))


# -- purchases ---------------------------------------------------------------------------------------------------------


def test_how_strong_a_group_comes() -> None:
    """RV-RePh8.6201, RV-CG31 Guns +1, mortars not, vehicles -1; the Russian of 4/30 AM +2."""
    s = campaign(date="4/30 AM")
    groups = chart("russian").groups
    guns = next(g for g in groups.values() if g.letter == "G" and not g.mortar)
    mortars = next((g for g in groups.values() if g.letter == "G" and g.mortar), None)
    tanks = next(g for g in groups.values() if g.letter == "V")
    assert (total(strength_modifiers(s, "russian", guns)), total(strength_modifiers(s, "russian", tanks))) == (3, 1)
    assert mortars is None or total(strength_modifiers(s, "russian", mortars)) == 2


@pytest.mark.parametrize(("calibre", "drm"), [("76mm", -1), ("120mm", -2), ("150mm", -2), ("200mm rocket", -1)])
def test_how_much_ammunition_a_russian_module_gets(calibre: str, drm: int) -> None:
    """RV-RePh8.6205, RV-CG31 -1 for medium and heavy artillery, and -1 on 4/29 PM."""
    assert total(ammunition_modifiers(campaign(date="4/29 PM"), "russian", calibre)) == drm


def test_every_leader_of_the_table() -> None:
    """RV-RePh8.6206 The columns of Germans, Russians and tanks, the 8-1* of a Tiger group, and 13."""
    german, russian = chart("german").groups, chart("russian").groups
    foot = next(g for g in german.values() if g.letter == "I")
    guards = next(g for g in russian.values() if g.letter == "I")
    tanks, tigers = next(g for g in german.values() if g.letter == "V" and g.id != "V4"), german["V4"]
    assert [leader_found("german", foot, n) for n in (0, 2, 5, 7, 9, 10, 12)] == [
        "10-3", "10-2", "9-1", "8-1", "7-0", "6+1", "-",
    ]  # fmt: skip
    assert [leader_found("russian", guards, n) for n in (7, 8, 9, 10)] == ["8-0", "7-0", "6+1", "-"]
    assert [leader_found("german", tanks, n) for n in (1, 3, 5, 6, 13)] == ["10-2", "9-2", "8-1", "-", "Inexperienced"]
    assert leader_found("german", tigers, 5) == "9-1"


@pytest.mark.parametrize(
    ("die", "allowed"), [(5, {"engineers"}), (4, {"engineers", "others"}), (3, {"engineers", "others", "prisoners"})]
)
def test_which_russian_groups_may_have_a_leader(die: int, allowed: set[str]) -> None:
    """RV-RePh8.6206 1 to 4, engineers -1, Moabit Prisoners +1."""
    groups = chart("russian").groups.values()
    kinds = {
        "engineers": next(g for g in groups if g.letter == "I" and g.assault_engineer),
        "prisoners": next(g for g in groups if g.unit == "3-3-7"),
        "others": next(g for g in groups if g.letter == "I" and not g.assault_engineer and g.unit == "4-4-7"),
    }
    assert {name for name, g in kinds.items() if may_have_leader(campaign(dice=[die]), "russian", g)} == allowed


def test_what_the_kind_of_men_does_for_their_leader() -> None:
    """RV-RePh8.6206 A Banner Escort has its own -2 and not the -1 of its 6-2-8s; +1 for any Depleted group."""
    escort = next(g for g in chart("russian").groups.values() if "Red Banner" in g.extra)
    assert total(leader_modifiers("russian", escort, False)) == -2
    assert total(leader_modifiers("russian", escort, True)) == -1


@pytest.mark.parametrize(("dice", "kept"), [((1, 4, 5, 6), 2), ((6, 6, 6, 6), 0), ((1, 2, 3, 4), 4)])
def test_the_weapons_of_depleted_engineers(dice: tuple[int, ...], kept: int) -> None:
    """RV-RePh8.6204 Footnote D: a die for each of LMG, two DC and FT; 1 to 4 keeps it."""
    group = next(g for g in chart("german").groups.values() if g.unit == "8-3-8")
    assert len(support_weapons(campaign(dice=dice), "german", group.id, depleted=True)) == kept


@pytest.mark.parametrize(
    ("type", "size", "first", "later"),
    [
        ("Trench", "", 4, 8),
        ("Pillbox", "1+3+5", 14, 28),  # 13½, up to 14, and then doubled
        ("Foxhole", "2S", 2, 2),
        ("HIP", "squad", 3, 3),
        ("Wire", "", 6, 12),
    ],
)
def test_what_fortifications_cost_later(type: str, size: str, first: int, later: int) -> None:
    """RV-RePh8.621, RV-RePh8.621a Note D doubles after the Initial CGS, after rounding."""
    row = fortifications()[type]
    assert [fortify.price(campaign(date=date), row, size) for date in ("4/28 PM", "4/29 AM")] == [first, later]


def test_the_san_test_of_a_side_that_is_low_is_none() -> None:
    """RV-RePh8.6122 The Russian tests from 4 on, the German from 5; a die below the SAN lowers it."""
    s = campaign(dice=[4])
    s.san = {"german": 4, "russian": 5}
    points.adjust_san(s, "german")
    points.adjust_san(s, "russian")
    assert s.san == {"german": 4, "russian": 4}
    assert len(lines(s, "san_test")) == 1
