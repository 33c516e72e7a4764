"""Units set up aboard vehicles, Guns in tow, and Cloaked passengers (RV-SCN7, chapters D6, C10.2, BRV16.1)."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.battle.cloaks import cloakable
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.night.cloaking import cloak
from sandtable.games.vengeance.rules.set_up.places import entry_places
from sandtable.games.vengeance.rules.vehicles.crews.passengers import board, get_off, lose_ride
from sandtable.games.vengeance.rules.vehicles.kinds import aboard, mark
from sandtable.games.vengeance.rules.vehicles.set_up.aboard import guns_for, may_mount, passengers_for, rides
from sandtable.games.vengeance.scenarios.cards import CARDS as CARD_OF
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.games.vengeance.table.layout import table
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, battle, drive, emplace, put, vehicle
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.cards import GAME as CARDS


def column(name: str = "tanks_in_wait") -> Battle:
    """The German's set-up is over; the Russian's men and vehicles stand."""
    s = CARDS.new(CARDS.settle({"scenario": name}), Dice(seed_from("column")))
    for id in list(s.vehicles):
        if s.vehicles[id].side == "german":
            del s.vehicles[id]
    for id in list(s.units):
        if s.units[id].side == "german":
            del s.units[id]
    s.guns.clear()
    s.weapons.clear()
    s.phase, s.step, s.covers = "setup", "russian", {}
    for n, id in enumerate(list(s.units)):
        put_at(s, id, ("E5", "E6", "F5", "F6", "D5")[n % 5])
    for n, id in enumerate(list(s.vehicles)):
        mark(s, id, at=("E4", "F4", "D4", "D6")[n % 4])
    return s


def put_at(s: Battle, id: str, at: str) -> None:
    s.units[id] = replace(s.units[id], at=at)
    s.at[at] = (*s.at.get(at, ()), id)


def test_men_are_set_up_aboard() -> None:
    """RV-SCN7, RV-D6.1, RV-D6.2 In the area of their group; then nobody is asked for them again."""
    s = column()
    assert may_mount(s, "russian")
    tank = next(v for v in s.vehicles if "t34" in v)
    squad = next(id for id in s.units if s.units[id].type == "ru_6-2-8")
    drive(s, ("load_up", tank), ("ride", squad))
    assert s.units[squad].aboard == tank
    assert s.units[squad].at == ""
    assert not s.units[squad].moved
    assert all(squad not in ids for ids in s.at.values())
    left = passengers_for(s, s.vehicles[tank])
    assert left  # a leader still finds room
    assert all(s.units[id].type.startswith("ru_9") for id in left)
    drive(s, ("all_walk",))
    assert not may_mount(s, "russian")
    assert ask(s).ask != "set_up"


def test_the_truck_takes_passengers_and_a_gun_in_tow() -> None:
    """RV-SCN7, RV-D6.1, RV-C10.2"""
    s = column()
    truck = next(v for v in s.vehicles if "iag" in v)
    crew = put(s, "ru_2-2-7", "E5", "crew")
    gun = emplace(s, "ru_76_obr39", "E5", crew)
    assert guns_for(s, s.vehicles[truck]) == [gun]
    drive(s, ("load_up", truck), ("tow", gun))
    assert s.guns[gun].towed == truck
    assert s.guns[gun].limbered
    assert s.units[crew].aboard == truck
    assert guns_for(s, s.vehicles[truck]) == []


def test_nobody_rides_on_a_dug_in_tank_or_with_the_hidden() -> None:
    """RV-D9.5, RV-D6.2"""
    s = column()
    for id in list(s.vehicles):
        mark(s, id, dug_in=True)
    assert rides(s, "russian") == []
    s = column()
    for id in list(s.units):
        s.units[id] = replace(s.units[id], hidden=True)
    assert rides(s, "russian") == []


def test_riders_enter_with_their_vehicle() -> None:
    """RV-SCN7, RV-A2.5 Men who would enter by the same hexes, not later than the vehicle."""
    s = GAME.new(GAME.settle({"scenario": "brv03"}), Dice(seed_from("entry")))
    tank = next(v for v in s.vehicles if s.vehicles[v].side == "russian")
    men = passengers_for(s, s.vehicles[tank])
    assert men
    board(s, men[0], tank)
    assert aboard(s, tank)
    s.turn = 3
    assert entry_places(s, s.units[men[0]]) == ()


def test_men_and_vehicles_of_two_groups_enter_together() -> None:
    """RV-SCN7, RV-A2.5 By the same hexes, or where the men may enter anyway; not men who come later or by others."""
    s = GAME.new(GAME.settle({"scenario": "brv03"}), Dice(seed_from("entry")))
    tank = next(v for v in s.vehicles.values() if v.side == "russian")
    walkers = {u.id for u in s.units.values() if u.side == "russian" and u.group == 0}
    observer = {u.id for u in s.units.values() if u.side == "russian" and u.group == 2}
    assert (tank.group, bool(walkers), bool(observer)) == (1, True, True)
    assert walkers | observer <= set(passengers_for(s, tank))
    s.vehicles[tank.id] = replace(tank, group=0)  # with the men of the first group; the observer has the same hexes
    assert walkers | observer <= set(passengers_for(s, s.vehicles[tank.id]))
    for id in walkers | observer:
        s.units[id] = replace(s.units[id], group=1)
    assert passengers_for(s, s.vehicles[tank.id]) == []  # they enter at one hex, the tank anywhere
    s.vehicles[tank.id] = tank
    assert walkers | observer <= set(passengers_for(s, tank))
    put_at(s, min(observer), "FF0")
    assert min(observer) not in passengers_for(s, tank)  # he is on the map, and it is not


def test_men_who_come_later_ride_with_no_vehicle_of_an_earlier_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """RV-SCN7, RV-A2.5 Men who could be there by then ride; those who would come after it do not."""
    s = GAME.new(GAME.settle({"scenario": "brv03"}), Dice(seed_from("entry")))
    tank = next(v for v in s.vehicles.values() if v.side == "russian")
    observer = next(u.id for u in s.units.values() if u.side == "russian" and u.group == 2)
    card, first = CARD_OF["brv03"], scenario("brv03").russian.groups

    def rides_if(group: int, **changed: object) -> bool:
        groups = list(first)
        groups[group] = msgspec.structs.replace(first[group], **changed)
        force = msgspec.structs.replace(card.russian, groups=tuple(groups))
        monkeypatch.setitem(CARD_OF, "brv03", msgspec.structs.replace(card, russian=force))
        return observer in passengers_for(s, tank)

    assert rides_if(2, turn=1)
    assert not rides_if(2, turn=2)
    assert rides_if(1, turn=3)
    assert not rides_if(2, enter=())


def test_in_the_campaign_nobody_is_put_aboard_before_he_enters() -> None:
    """RV-CG21 Who enters is named in his Rally Phase, also for a ride."""
    s = campaign("4/29 AM")
    truck = vehicle(s, "ru_iag6", "", "truck")
    man = put(s, "ru_4-4-7", "", "man")
    assert man not in passengers_for(s, s.vehicles[truck])


def test_on_the_map_men_ride_where_they_could_set_up() -> None:
    """RV-SCN7, RV-D6.1 In the area of their group; or beside the vehicle, or with one of their own group."""
    s = column()
    tank = next(v for v in s.vehicles.values() if "t34" in v.id)
    squad = next(u for u in s.units.values() if u.type == "ru_6-2-8")
    s.units[squad.id] = replace(squad, group=0)
    mark(s, tank.id, group=7, at="E4")
    assert squad.id in passengers_for(s, s.vehicles[tank.id])
    mark(s, tank.id, group=7, at="K5")
    assert squad.id not in passengers_for(s, s.vehicles[tank.id])
    mark(s, tank.id, group=0)
    assert squad.id in passengers_for(s, s.vehicles[tank.id])
    mark(s, tank.id, group=7)
    put_at(s, squad.id, "K5")
    assert squad.id in passengers_for(s, s.vehicles[tank.id])
    mark(s, tank.id, at="")
    assert squad.id not in passengers_for(s, s.vehicles[tank.id])


# -- Cloaked passengers ------------------------------------------------------------------------------------------------


def halftrack(ce: bool) -> Battle:
    s = battle("MPh", side="german", on="brv10")
    s.night = Night(3, 3, "full", "none", "russian")
    vehicle(s, "ge_spw251_1", "K13", "spw", ce=ce)
    put(s, "ge_4-4-7", "K13", "x")
    arm(s, "ge_hmg", "x")
    return s


def test_cloaked_passengers_stay_so_behind_shut_hatches() -> None:
    """RV-BRV16.1, RV-E1.4"""
    s = halftrack(ce=False)
    cloak(s, "cloak-1", ["x"])
    assert s.weapons["ge_hmg"].dm
    board(s, "x", "spw")
    assert s.units["x"].cloak
    view = sight(s, "russian")
    assert "x" not in view.units
    assert "ge_hmg" not in view.weapons
    assert [u.type for u in view.units.values() if u.aboard == "spw"] == ["ge_unknown_men"]
    assert any(p.where == "K13" and p.back for p in table(view).pieces)
    assert not any(line.event == "boards" for line in s.journal.read("russian"))
    get_off(s, "x")
    assert s.units["x"].cloak
    assert s.units["x"].concealed


def test_open_hatches_and_the_loss_of_the_vehicle_show_them() -> None:
    """RV-BRV16.1, RV-E1.43"""
    s = halftrack(ce=True)
    cloak(s, "cloak-1", ["x"])
    board(s, "x", "spw")
    assert not s.units["x"].cloak
    assert not s.units["x"].concealed
    s = halftrack(ce=False)
    cloak(s, "cloak-1", ["x"])
    board(s, "x", "spw")
    s.step = "hatches:german"
    drive(s, ("open", "spw"))
    assert not s.units["x"].cloak
    s = halftrack(ce=False)
    cloak(s, "cloak-1", ["x"])
    board(s, "x", "spw")
    s.dice = Dice.loaded([1, 2])
    lose_ride(s, s.vehicles["spw"], burning=False)
    assert not s.units["x"].cloak
    assert not s.units["x"].concealed


def test_the_weapons_of_passengers_are_not_dismantled() -> None:
    """RV-BRV16.1"""
    s = halftrack(ce=False)
    board(s, "x", "spw")
    assert [u.id for u in cloakable(s, "german")] == ["x"]
    cloak(s, "cloak-1", ["x"])
    assert not s.weapons["ge_hmg"].dm
    mark(s, "spw", ce=True)
    s.units["x"] = replace(s.units["x"], cloak="", concealed=False)
    assert cloakable(s, "german") == []


def test_riders_are_never_cloaked() -> None:
    """RV-BRV16.1, RV-D6.2"""
    s = halftrack(ce=False)
    vehicle(s, "ge_pz5g", "K13", "tank", ce=False)
    cloak(s, "cloak-1", ["x"])
    board(s, "x", "tank")
    assert not s.units["x"].cloak
    assert not s.units["x"].concealed
