"""The campaign's worked cases: points, groups, purchases, weather, areas, victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.games.vengeance.campaign import areas, points, supply
from sandtable.games.vengeance.campaign.battle import scoring
from sandtable.games.vengeance.campaign.charts import ReinforcementGroup, chart, dates
from sandtable.games.vengeance.campaign.purchase import group_contents, leaders, reinforcement_groups
from sandtable.games.vengeance.campaign.refit import weather
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.campaign import Bought, Campaign, LeaderRoll, Module, Sheet
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.kernel.flow import Choose
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import battle, load, put

WITHOUT_DATE = "4/29 AM"
"""The date whose Critical Date modifiers are 0."""


def campaign(
    date: str = WITHOUT_DATE,
    dice: Iterable[Any] = (),
    german: dict[str, Any] | None = None,
    russian: dict[str, Any] | None = None,
    **kept: Any,
) -> Battle:
    """A campaign at a date, with what is said of the sheets."""
    s = battle("refit", dice=dice, on="campaign")
    s.campaign = Campaign(Sheet(**(german or {})), Sheet(**(russian or {})), date=dates().index(date), **kept)
    s.san.update(german=4, russian=3)
    return s


def total(modifiers: list[tuple[int, str, str]]) -> int:
    return sum(m[0] for m in modifiers)


def test_b_40_cpp_of_the_russian() -> None:
    """RV-RePh8.616, RV-RePh8.6161, RV-RePh8.6162, RV-CG31"""
    s = campaign(dice=[4, 4], russian={"attacked": True, "suffered": 60, "won_last": True})
    points.receive_cpp(s, "russian")
    assert points.sheet(s, "russian").cpp == 41


def test_b_41_cpp_of_the_german() -> None:
    """RV-RePh8.6162, RV-CG30, RV-CG31"""
    s = campaign("4/30 PM", [3, 4], german={"suffered": 30, "lost": 2, "lost_last": True})
    assert points.balance(s, "german") == -1
    points.receive_cpp(s, "german")
    assert points.sheet(s, "german").cpp == 37


def test_b_42_elr_loss() -> None:
    """RV-RePh8.6123, RV-CG24"""
    s = campaign()
    points.lose_elr(s, "russian", 147)
    assert (points.sheet(s, "russian").elr_lost, points.sheet(s, "russian").elr_carried) == (2, 7)
    points.lose_elr(s, "russian", 66)
    assert (points.sheet(s, "russian").elr_lost, points.sheet(s, "russian").elr_carried) == (3, 3)


def group(side: str, id: str) -> ReinforcementGroup:
    return chart(side).groups[id]


def test_b_43_strength() -> None:
    """RV-RePh8.6201"""
    s = campaign("4/30 AM", [4, 4, 6, 6])
    roster = group_contents.muster(s, "russian", "V2")
    assert roster.vehicles == ["T-34/85", "T-34/85"]
    s = campaign(dice=[4, 5])
    assert group_contents.strength_modifiers(s, "german", group("german", "G3")) == []
    assert group_contents.muster(s, "german", "G3").guns == ["81mm MTR"]
    assert total(group_contents.strength_modifiers(s, "german", group("german", "G4"))) == 1


def test_b_44_leaders() -> None:
    """RV-RePh8.6206"""

    def found(side: str, id: str, rolled: int) -> str:
        return leaders.leader_found(
            side, group(side, id), rolled + total(leaders.leader_modifiers(side, group(side, id), False))
        )

    assert found("german", "I1", 6) == "9-1"
    s = campaign(dice=[4, 5])
    assert not group_contents.may_have_leader(s, "russian", group("russian", "I6"))
    assert group_contents.may_have_leader(s, "russian", group("russian", "I5"))
    assert found("russian", "I5", 5) == "9-2"
    assert found("german", "V4", 6) == "9-1"
    assert found("german", "V2", 5) == "8-1"
    assert found("german", "V2", 13) == "Inexperienced"
    assert found("german", "I1", 14) == "-"
    assert leaders.leader_found("german", group("german", "I1"), -2) == "10-3"


def test_the_owner_is_asked_for_which_groups_he_rolls_for_a_leader() -> None:
    """RV-RePh8.6206 A group whose owner does not roll gets none; 13 makes crews Inexperienced."""
    bought = (Bought("I1", "enter", 8, 2), Bought("V2", "on_board", 8, 2), Bought("I1", "enter", 8, 2))
    s = campaign(german={"bought": bought}, dice=[2, 3, 6, 6])
    s.pending = ["german"]
    s.leader_rolls = [LeaderRoll("german", 1, False), LeaderRoll("german", 2, True), LeaderRoll("german", 3, False)]
    s.vehicles["tank"] = Vehicle("tank", "ge_stug3g", "german", group=2)
    flow = leaders.ask_for_leaders(s, "german")
    decision = next(flow)
    assert isinstance(decision, Choose)
    groups = [("roll_leader", "ge-group-I1"), ("roll_leader", "ge-group-V2")]
    assert decision.options == [*groups, ("roll_leaders",), ("done",)]
    with pytest.raises(StopIteration):
        flow.send(groups[0])
    leader = next(iter(s.units.values()))
    assert (leader.type, leader.group, s.posts[leader.id]) == ("ge_9-1", 1, "enter")
    answer = leaders.ask_for_leaders(s, "german")
    next(answer)
    with pytest.raises(StopIteration):
        answer.send(groups[1])
    assert s.vehicles["tank"].inexperienced
    last = leaders.ask_for_leaders(s, "german")
    next(last)
    with pytest.raises(StopIteration):
        last.send(("done",))
    assert (s.leader_rolls, s.pending, len(s.units)) == ([], [], 1)


def test_b_45_support_weapons() -> None:
    """RV-RePh8.6204"""
    s = campaign(dice=[5, 2, 4, 6, 5, 1])
    assert group_contents.support_weapons(s, "german", "I4", True) == ["DC", "DC"]
    assert group_contents.support_weapons(s, "russian", "I4", False) == ["LMG", "DC"]
    assert group_contents.support_weapons(s, "german", "I2", False) == ["LMG"]


def test_b_46_oba_ammunition() -> None:
    """RV-RePh8.6205"""
    assert group_contents.ammunition(campaign("4/30 PM", [3, 4]), "russian", "150mm") == "plentiful"
    assert group_contents.ammunition(campaign("4/29 PM", [2, 3]), "german", "88mm") == "scarce"


def test_b_47_note_b() -> None:
    """RV-RePh8.6193a"""
    s = campaign(dice=[5, 5, 1, 2, 3, 4, 4, 5, 2, 6, 1, 3])
    roster = group_contents.muster(s, "russian", "I7")
    assert roster.weapons == ["MMG", "HMG", ".50cal"]
    assert roster.crews == ["1-2-7"] * 3


def test_b_48_gestapo_section() -> None:
    """RV-RePh8.6193a"""
    s = campaign(dice=[5, 5, 1, 4, 6])
    roster = group_contents.muster(s, "german", "I5")
    assert roster.leaders == ["8-0 gestapo", "7+1 gestapo"]
    assert roster.squads == ["3-4-8", "3-4-8"]


def test_b_49_dug_in_cost() -> None:
    """RV-I3, RV-RePh8.6194a"""
    s = campaign("4/28 PM")
    assert reinforcement_groups.cost(s, "german", group("german", "V4"), "dug_in") == 7
    assert reinforcement_groups.cost(s, "german", group("german", "V1"), "dug_in") == 3
    assert "dug_in" not in reinforcement_groups.modes(campaign(), "german", group("german", "V4"))


def test_b_50_purchase_modes() -> None:
    """RV-RePh8.6194a, RV-RePh8.6194b, RV-CG22, RV-I5"""
    s, first = campaign(), campaign("4/28 PM")
    prices = {
        m: reinforcement_groups.cost(s, "russian", group("russian", "I2"), m) for m in ("enter", "on_board", "reserve")
    }
    assert prices == {"enter": 6, "on_board": 8, "reserve": 5}
    assert reinforcement_groups.cost(s, "german", group("german", "I1"), "on_board") == 9
    assert reinforcement_groups.cost(first, "german", group("german", "I1"), "on_board") == 8
    assert reinforcement_groups.cost(s, "german", group("german", "I1"), "reserve") == 7
    assert reinforcement_groups.cost(s, "german", group("german", "I7"), "on_board") == 7


def test_what_cannot_be_bought() -> None:
    """RV-RePh8.619, RV-RePh8.6195, RV-RePh8.6193a, RV-I2, RV-I4, RV-I13, RV-CG9b, RV-CG10"""
    first = campaign("4/28 PM", russian={"cpp": 80}, german={"cpp": 60})
    assert reinforcement_groups.modes(first, "russian", group("russian", "I1")) == ["enter"]
    late = campaign("4/29 PM", russian={"cpp": 80}, german={"cpp": 6})

    def clause(s: Battle, side: str, id: str, mode: str) -> str:
        refused = reinforcement_groups.refusal(s, side, id, mode)
        return refused[1] if refused else ""

    assert clause(first, "russian", "I1", "on_board") == "RV-RePh8.6194a"
    assert clause(first, "russian", "I6", "enter") == "RV-RePh8.6193a"
    assert clause(late, "russian", "I6", "enter") == ""
    assert clause(first, "russian", "O8", "item") == "RV-I4"
    assert clause(late, "russian", "O8", "item") == "RV-CG10"
    assert clause(late, "russian", "O6", "item") == "RV-CG9b"
    points.write(late, "russian", modules=(Module("82mm", "normal"),))
    assert clause(late, "russian", "O8", "item") == clause(late, "russian", "O6", "item") == ""
    assert clause(first, "german", "G6", "on_board") == ""
    assert clause(late, "german", "G6", "on_board") == "RV-I2"
    assert clause(late, "german", "I1", "enter") == "RV-RePh8.619"
    assert clause(late, "german", "I3", "enter") == ""
    points.write(late, "german", bought=(Bought("I5", "enter", 4, late_date := dates().index("4/29 PM")),))
    assert clause(late, "german", "I5", "enter") == "RV-RePh8.6195"
    points.write(late, "german", bought=tuple(Bought("I5", "enter", 4, late_date - 1) for _ in range(3)))
    assert clause(late, "german", "I5", "enter") == "RV-RePh8.6195"


def test_a_purchase_is_recorded() -> None:
    """RV-RePh8.6197, RV-RePh8.6193, RV-RePh8.6193b"""
    s = campaign(german={"cpp": 10})
    reinforcement_groups.purchase(s, "german", ("buy", "ge-group-M2", "item"))
    reinforcement_groups.purchase(s, "german", ("buy", "ge-group-I1", "reserve"))
    kept = points.sheet(s, "german")
    assert (kept.cpp, kept.fpp) == (2, 10)
    assert kept.bought == (Bought("M2", "item", 1, 2), Bought("I1", "reserve", 7, 2))
    assert all(line.seen_by == ("german",) for line in s.journal.lines)


def test_the_campaign_begins() -> None:
    """RV-I0, RV-I11"""
    s = campaign("4/28 PM")
    reinforcement_groups.give_initial_groups(s)
    german, russian = points.sheet(s, "german"), points.sheet(s, "russian")
    assert (german.cpp, german.fpp, [line.group for line in german.bought]) == (60, 40, ["I1", "I1"])
    assert (russian.cpp, russian.fpp, [line.group for line in russian.bought]) == (80, 0, ["I2", "I3"])
    assert reinforcement_groups.bought_now(s, "german", "I1") == 2


def test_b_53_cgs_victory() -> None:
    """RV-CGS11, RV-CGS12, RV-CGS14"""

    def winner(inflicted: int, lvp: int, suffered: int, dual: bool = False) -> str:
        return scoring.winner_of(
            "russian", dual, {"russian": inflicted, "german": suffered}, {"russian": lvp, "german": 0}
        )

    assert winner(40, 12, 26) == "german"
    assert winner(40, 12, 25) == "russian"
    assert winner(20, 5, 25, dual=True) == "german"
    assert winner(20, 6, 25, dual=True) == "russian"


def test_b_54_lvp() -> None:
    """RV-CG29"""
    s = campaign()
    before = {"K13": "german", "K13-1": "german", "X17": "german", "I6": ""}
    s.control.update({"K13": "russian", "K13-1": "russian"})
    assert scoring.lvp_gained(s, "russian", before) == 6
    s.control["X17"] = "russian"
    assert scoring.lvp_gained(s, "russian", before) == 11
    s.control["I6"] = "russian"
    assert scoring.lvp_gained(s, "russian", before) == 11


def test_b_55_game_end() -> None:
    """RV-CG32"""
    s = campaign(dice=[2, 3])
    s.turn = 4
    assert not scoring.scenario_ends(s)
    s.turn = 5
    assert not scoring.scenario_ends(s)
    s.turn = 6
    assert scoring.scenario_ends(s)
    s.turn = 8
    assert scoring.scenario_ends(s)


def test_b_57_isolation() -> None:
    """RV-RePh8.6052, RV-CG12"""
    s = campaign("4/29 PM")
    for hex in ("R24", "S24", "S25", "Q24"):
        put(s, "ru_4-4-7", hex, f"squad-{hex}")
    s.areas = areas.compute_areas(s)
    assert supply.isolated_areas(s) == {"russian-1"}
    late = campaign("4/30 PM", russian={"lost": 3})
    points.open_east_edge(late)
    assert points.campaign_of(late).east_open
    put(late, "ru_4-4-7", "MM18", "squad")
    late.areas = areas.compute_areas(late)
    assert supply.isolated_areas(late) == set()


def test_b_58_perimeter_link() -> None:
    """RV-RePh8.605, RV-RePh8.605c, RV-RePh8.605d"""
    s = campaign()
    # U14 belongs to the same building as U15, so who controls the building has a free path.
    for hex in ("U12", "U14", "U15"):
        s.control.update(dict.fromkeys(ground().of_hex[hex], "russian"))
    assert ground().range("U12", "U15") == 3
    found = areas.compute_areas(s)
    assert found["U12"] == found["U13"] == found["U15"] == "russian-1"
    s.control.update(dict.fromkeys(ground().of_hex["U14"], ""))
    assert areas.holder(s, "U14") == areas.NML
    assert len(set(areas.compute_areas(s).values())) == 2
    s = campaign()
    put(s, "ru_4-4-7", "U12", "a")
    put(s, "ru_4-4-7", "T16", "b")
    found = areas.compute_areas(s)
    assert found["U12"] != found["T16"]


def test_b_59_san() -> None:
    """RV-RePh8.6122"""
    s = campaign(dice=[4, 4])
    s.san.update(german=5, russian=4)
    points.adjust_san(s, "german")
    assert s.san["german"] == 4
    points.adjust_san(s, "german")
    points.adjust_san(s, "russian")
    assert s.san == {"german": 4, "russian": 4}


def test_b_62_banner_and_elr() -> None:
    """RV-CG17, RV-CG15"""
    s = campaign(russian={"elr_lost": 1}, banners=("Z17-roof",))
    assert points.elr_of(s, "russian", "ru_4-5-8") == 4
    assert points.elr_of(s, "german", "ge_6-5-8") == 3
    points.note(s, banners=())
    assert points.elr_of(s, "russian", "ru_4-5-8") == 3
    assert points.elr_of(s, "german", "ge_6-5-8") == 4
    unhurt = campaign(banners=("Z17-roof",))
    assert points.elr_of(unhurt, "russian", "ru_4-5-8") == 4
    night = campaign("4/28 NT")
    assert points.elr_of(night, "german", "ge_6-5-8") == 3
    assert points.elr_of(night, "russian", "ru_4-5-8") == 4


def test_b_63_weather() -> None:
    """RV-RePh8.6171"""
    s = campaign(dice=[2, 3, 3], weather_mode="random", weather="Overcast")
    s.ec = "wet"
    weather.set_weather(s)
    assert (points.campaign_of(s).weather, s.ec) == ("Overcast", "wet")
    assert not weather.flying_weather(s)


def test_b_72_fog_or_mist() -> None:
    """RV-RePh8.6171"""
    s = campaign(dice=[1, 1, 3, 4], weather_mode="random")
    weather.set_weather(s)
    assert points.campaign_of(s).weather == "Fog"
    gusty = campaign(dice=[6, 6, 6, 2], weather_mode="random")
    weather.set_weather(gusty)
    assert (gusty.wind, gusty.wind_direction, gusty.ec) == (1, 2, "dry")
    night = campaign("4/29 NT", dice=[2, 2, 3], weather_mode="random")
    weather.set_weather(night)
    assert (points.campaign_of(night).weather, points.campaign_of(night).cloud) == ("Clear", "Overcast")


def test_historical_weather() -> None:
    """RV-CG1, RV-RePh8.617, RV-I1"""
    s = campaign("4/30 AM")
    weather.set_weather(s)
    assert (points.campaign_of(s).weather, s.ec, s.wind) == ("Overcast", "moderate", 0)
    night = campaign("4/29 NT")
    weather.set_weather(night)
    assert points.campaign_of(night).cloud == "Scattered"
    first = campaign("4/28 PM")
    weather.set_weather(first)
    assert (points.campaign_of(first).weather, first.ec) == ("Clear", "moist")
    assert weather.flying_weather(first)


def test_b_73_path_over_the_bridge() -> None:
    """RV-RePh8.6052, RV-RePh8.605b"""
    s = campaign()
    put(s, "ru_4-4-7", "J10", "squad")
    s.control.update({"I9-bridge": "russian", "J9-bridge": "russian", "I8": "russian", "H8": "russian"})
    s.areas = areas.compute_areas(s)
    assert areas.holder(s, "J9") == areas.NML
    assert supply.isolated_areas(s) == set()
    s.control["J9-bridge"] = "german"
    assert supply.isolated_areas(s) == {s.areas["J10"]}


def test_b_74_after_a_lull() -> None:
    """RV-CGS5, RV-RePh8.6162"""
    s = campaign("4/30 AM", [3, 3], russian={"cpp": 5, "attacked": True, "won_last": True, "suffered": 80}, lull=True)
    points.receive_cpp(s, "russian")
    assert points.sheet(s, "russian").cpp == 5 + 28


def test_elr_is_regained_after_a_lull_once() -> None:
    """RV-CG23, RV-RePh8.6123"""
    s = campaign(german={"elr_lost": 2})
    points.regain_elr(s)
    points.regain_elr(s)
    assert points.sheet(s, "german").elr_lost == 1


def test_the_last_party_leader() -> None:
    """RV-CG18"""
    s = campaign(german={"party_leaders": True})
    put(s, "ge_party_9-0", "Z17", "boss")
    points.party_leader_lost(s)
    assert points.sheet(s, "german").elr_lost == 0
    del s.units["boss"]
    points.party_leader_lost(s)
    points.party_leader_lost(s)
    assert points.sheet(s, "german").elr_lost == 1


def test_the_reichstag_decides_the_campaign() -> None:
    """RV-CGS10, RV-CGS10a"""
    s = campaign()
    s.control.update(dict.fromkeys(scoring.reichstag(), "russian"))
    assert scoring.reichstag_taken(s)
    put(s, "ge_6-5-8", "X17-roof", "last")
    assert not scoring.reichstag_taken(s)
    del s.units["last"], s.at["X17-roof"]
    load(s, *[6] * 12)
    collapse(s, "X16", 1)
    assert scoring.reichstag_taken(s)  # what has come down cannot be held
    s.control[next(at for at in scoring.reichstag() if at in field_of(s).steps)] = "german"
    assert not scoring.reichstag_taken(s)


def test_the_german_area_at_the_start() -> None:
    """RV-I7, RV-I9, RV-RePh8.605e, RV-RePh8.6054, RV-RePh8.605g"""
    s = campaign("4/28 PM")
    ends = ("J10", "K10", "V10", "V11", "W12", "EE16", "FF16", "GG16")
    for hex in ends:
        put(s, "ge_4-4-7", hex, f"at-{hex}")
    s.areas = areas.initial_area(s, ())
    south = [h.id for h in ground().hexes.values() if h.bank == "S" and areas.enterable(s, h.id)]
    assert set(s.areas.values()) == {"german-1"}
    assert set(south) <= set(s.areas)
    assert "I9" not in s.areas
    assert not supply.isolated_areas(s)


def test_what_both_claim() -> None:
    """RV-RePh8.605a, RV-RePh8.605f, RV-RePh8.6051"""
    s = campaign()
    put(s, "ru_4-4-7", "X17", "below")
    put(s, "ge_6-5-8", "X17-1", "above")
    assert areas.holder(s, "X17") == areas.NML
    s = campaign()
    middle = next(h.id for h in ground().hexes.values() if h.base == "OPEN" and h.bank == "S" and h.column > 3)
    around = ground().neighbours[middle]
    for side, hexes in (("ru", (around[0], around[3])), ("ge", (around[1], around[4]))):
        for hex in hexes:
            put(s, f"{side}_4-4-7", hex, f"at-{hex}")
    assert middle not in areas.compute_areas(s)
    put(s, "ge_4-4-7", middle, "in-the-middle")
    assert areas.compute_areas(s)[middle].startswith("german")


def test_front_line() -> None:
    """RV-CG13, RV-CG14"""
    s = campaign()
    for hex in ground().hexes.values():
        s.control.update(dict.fromkeys(ground().of_hex[hex.id], "german" if hex.bank == "S" else "russian"))
    s.areas = areas.compute_areas(s)
    assert "A20" in supply.front_line(s, "german")
    assert "F20" not in supply.front_line(s, "german")
    put(s, "ru_4-4-7", "G20", "enemy")
    s.control.update(dict.fromkeys(ground().of_hex["G20"], "russian"))
    s.areas = areas.compute_areas(s)
    # The Russian there is Isolated, and no front line runs along him.
    assert s.areas["G20"].startswith("russian")
    assert "F20" not in supply.front_line(s, "german")
    s.control.update(dict.fromkeys(ground().of_hex["K13"], ""))
    s.areas = {hex: area for hex, area in areas.compute_areas(s).items() if hex != "K13"}
    assert set(ground().neighbours["K13"]) & supply.front_line(s, "german")


def test_record_sheets_are_frozen() -> None:
    """RV-CGS1"""
    s = campaign(german={"cpp": 3})
    twin = s.clone()
    points.write(s, "german", cpp=9)
    assert points.sheet(twin, "german").cpp == 3
    assert replace(points.sheet(s, "german"), cpp=3) == points.sheet(twin, "german")
