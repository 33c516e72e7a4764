"""The Reserve of the campaign (RV-RePh8.6194b, RV-CG22): counters whose men are nobody's business until Released."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.battle import deployment, posts
from sandtable.games.vengeance.campaign.refit import after_battle, escape
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules import advance, reserve
from sandtable.games.vengeance.rules.fire import attack, snipers
from sandtable.games.vengeance.rules.movement import phase
from sandtable.games.vengeance.rules.terrain.rubble import collapse
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, drive, drive_quiet, lines, load, put, shoot
from tests.games.vengeance.campaign.test_campaign_points import campaign


def battle_with(at: Phase = "RPh", side: str = "german", turn: int = 2, dice: Any = ()) -> Battle:
    s = campaign("4/29 AM", dice=dice)
    s.phase, s.side, s.turn, s.player_turns = at, side, turn, 2 * turn
    return s


def held(s: Battle, id: str, type: str = "ge_6-5-8", group: int = 1) -> str:
    s.units[id] = Unit(id, type, "german" if type.startswith("ge") else "russian", group=group)
    s.posts[id] = "reserve"
    return id


def in_reserve(s: Battle, at: str, *types: str) -> str:
    """A counter in a Location with men of these types under it; its id."""
    for n, type in enumerate(types):
        reserve.hold_back(s, held(s, f"ge-new-{n + 1}", type), at)
    return s.posts["ge-new-1"]


# -- set-up ----------------------------------------------------------------------------------------------------------


def test_a_counter_holds_one_squad_and_two_smc_of_one_group() -> None:
    """RV-RePh8.6194b, RV-E1.4"""
    s = battle_with("setup")
    for id, type, group in (
        ("a", "ge_6-5-8", 1), ("leader", "ge_8-1", 1), ("b", "ge_6-5-8", 1), ("c", "ge_8-0", 2), ("h", "ge_3-3-8", 3),
    ):  # fmt: skip
        reserve.hold_back(s, held(s, id, type, group), "K20")
    assert s.posts == {
        "a": "ge-reserve-1", "leader": "ge-reserve-1", "b": "ge-reserve-2", "c": "ge-reserve-3", "h": "ge-reserve-4",
    }  # fmt: skip
    assert all(s.units[id].at == "" for id in s.posts)
    assert not any(posts.waits(s, id) for id in s.posts)
    assert reserve.crowd_under(s, "K20", "german") == 5
    assert GAME.invariants(s) == []


def test_reserves_set_up_six_hexes_from_the_enemy() -> None:
    """RV-RePh8.6194b, RV-CG22"""
    s = battle_with("setup")
    s.step = "german"
    g = ground()
    near = [
        hex for hex in g.hexes if g.hexes[hex].bank == "S" and g.range(hex, "K20") <= 8 and g.hexes[hex].base == "OPEN"
    ]
    s.areas = {hex: "german-1" for hex in near if hex != "K20"} | {"K20": "russian-1"}
    s.control |= dict.fromkeys(near, "german")
    held(s, "a")
    places = {o[2] for o in ask(s).options if o[0] == "set_up"}
    assert places
    assert all(g.range(str(at).partition("-")[0], "K20") >= 6 for at in places)
    at = str(min(places))
    drive(s, ("set_up", "a", at))
    assert s.units[s.posts["a"]].at == at
    s.areas = {"K21": "german-1", "K20": "russian-1"}
    held(s, "nowhere")
    drive_quiet(s)
    assert s.posts["nowhere"] == "off"


def test_a_location_is_full_of_men_in_reserve() -> None:
    """RV-A5.1, RV-RePh8.6194b Three squads under counters fill a hex; a half-squad finds the last room."""
    s = battle_with("setup")
    s.step = "german"
    s.areas = {"K22": "german-1", "K23": "german-1"}
    s.control |= dict.fromkeys(s.areas, "german")
    for id in ("a", "b"):
        reserve.hold_back(s, held(s, id), "K22")
    reserve.hold_back(s, held(s, "half", "ge_3-3-8"), "K22")
    where = {type: {o[2] for o in _asked_for(s.clone(), type) if o[0] == "set_up"} for type in ("ge_6-5-8", "ge_3-3-8")}
    assert "K22" in where["ge_3-3-8"]
    assert "K22" not in where["ge_6-5-8"]
    assert "K23" in where["ge_6-5-8"]


def _asked_for(s: Battle, type: str) -> list[Option]:
    """What is offered to a unit of a type that is to set up in Reserve."""
    held(s, "last", type)
    return list(ask(s).options)


def test_who_is_not_in_reserve_sets_up_beside_men_and_on_no_enemy() -> None:
    """RV-RePh8.6115, RV-A2.9 A leader from the ranks goes to an MMC; nobody sets up on an enemy."""
    s = battle_with("setup")
    s.step = "german"
    s.areas = {"K22": "german-1", "K23": "german-1"}
    s.control |= dict.fromkeys(s.areas, "german")
    s.units["squad"] = Unit("squad", "ge_6-5-8", "german", group=4)
    s.posts["squad"] = "on_board"
    drive(s, ("set_up", "squad", "K22"))
    s.units["boss"] = Unit("boss", "ge_8-1", "german")  # from the ranks (RV-RePh8.6115)
    s.posts["boss"] = "on_board"
    assert {o[2] for o in ask(s).options if o[0] == "set_up"} == {"K22"}
    put(s, "ru_4-4-7", "K23", "enemy")
    s.units["squad-2"] = Unit("squad-2", "ge_6-5-8", "german", group=4)
    s.posts["squad-2"] = "on_board"
    del s.units["boss"]
    assert {o[2] for o in ask(s).options if o[0] == "set_up"} == {"K22"}


def test_in_the_initial_scenario_the_north_edge_is_the_enemys_front() -> None:
    """RV-I8"""
    s = campaign("4/28 PM")
    held(s, "a")
    places = posts.post_places(s, "a", "german")
    assert places
    assert min(ground().range(at.partition("-")[0], "F0") for at in places) >= 6


def test_leaders_in_reserve_stay_with_men_of_their_group_in_reserve() -> None:
    """RV-CG21, RV-RePh8.6194b"""
    s = battle_with("setup")
    reserve.hold_back(s, held(s, "squad"), "K20")
    leader = s.units[held(s, "leader", "ge_8-0")]
    assert posts.beside_its_group(s, leader, ["K20", "K21"]) == ["K20"]


# -- inert and secret ------------------------------------------------------------------------------------------------


def test_who_is_in_reserve_does_nothing() -> None:
    """RV-RePh8.6194b"""
    s = battle_with("MPh")
    counter = s.units[in_reserve(s, "E20", "ge_6-5-8", "ge_8-1")]
    assert not good_order(counter)
    assert is_dummy(counter)
    for unit in s.units.values():
        assert not phase.may_move(s, unit)
        assert not advance.may_advance(s, unit)
    sheets = {panel.id: panel for panel in GAME.table(GAME.sight(s, "german")).panels}
    assert sheets["german-oob"].columns[3] == "Res."
    assert {row.label: row.cells[2] for row in sheets["german-oob"].rows}["All"] == "2"
    for at in ("PFPh", "AFPh"):
        s.phase, s.step = at, ""
        put(s, "ru_4-4-7", "E24", f"target-{at}")
        assert not any(o[0] == "fire" for o in ask(s.clone()).options)


def test_the_enemy_sees_a_counter_and_not_who_is_under_it() -> None:
    """RV-CGS2, RV-RePh8.6194b"""
    s = battle_with()
    counter = in_reserve(s, "E20", "ge_6-5-8", "ge_8-1")
    arm(s, "ge_mmg", "ge-new-1", "ge-mmg-1")
    view = GAME.sight(s, "russian")
    assert set(view.units) == {counter}
    assert view.units[counter].at == "E20"
    assert not view.weapons
    assert not view.posts
    assert "ge-new-" not in str(GAME.table(view))
    own = GAME.sight(s, "german")
    assert own.posts == {"ge-new-1": counter, "ge-new-2": counter}
    where = {piece.id: piece.where for piece in GAME.table(own).pieces}
    assert where["ge-new-1"] == where[counter] == "E20"
    # Another counter with other men looks just the same.
    other = battle_with()
    in_reserve(other, "E20", "ge_4-3-6")
    assert GAME.sight(other, "russian") == view


def test_what_is_guessed_of_a_reserve_keeps_its_counters() -> None:
    """RV-CGS2"""
    s = battle_with()
    counter = in_reserve(s, "E20", "ge_6-5-8")
    s.units["far"] = Unit("far", "ge_4-3-6", "german")
    s.posts["far"] = "enter"
    before = GAME.sight(s, "russian")
    seen = set()
    for n in range(12):
        GAME.guess(s, "russian", Dice(seed_from(f"guess {n}")))
        assert GAME.sight(s, "russian") == before
        seen |= {s.units[id].type for id in ("ge-new-1",)}
        assert s.posts["ge-new-1"] == counter
    assert seen == {"ge_6-5-8", "ge_4-3-6"}


def test_a_leader_is_imagined_under_any_counter_of_men() -> None:
    """RV-CGS2"""
    s = battle_with()
    in_reserve(s, "E20", "ge_6-5-8", "ge_8-1", "ge_6-5-8")
    before = GAME.sight(s, "russian")
    where = set()
    for n in range(12):
        GAME.guess(s, "russian", Dice(seed_from(f"leader {n}")))
        assert GAME.sight(s, "russian") == before
        assert GAME.invariants(s) == []
        where.add(s.posts["ge-new-2"])
    assert where == {"ge-reserve-1", "ge-reserve-2"}


# -- Release ---------------------------------------------------------------------------------------------------------


def test_an_enemy_within_three_hexes_who_sees_it_rouses_a_reserve() -> None:
    """RV-RePh8.6194b"""
    for at, hidden, roused in (
        ("E23", False, True),
        ("E24", False, False),
        ("E23", True, False),
        ("C18", False, False),
    ):
        s = battle_with()
        counter = in_reserve(s, "E20", "ge_6-5-8")
        put(s, "ru_4-4-7", at, "enemy", hidden=hidden)
        reserve.watch(s)
        assert (counter not in s.units) == bool(roused)
        if roused:
            man = s.units["ge-new-1"]
            assert (man.at, man.concealed, man.free) == ("E20", True, True)
            assert lines(s, "released")
            assert "ge-new-1" not in s.posts
            assert s.fausts["german"] == 2
            assert GAME.sight(s, "russian").units["ge-unknown-E20"].at == "E20"


def test_an_attack_rouses_a_reserve_and_hits_its_men() -> None:
    """RV-RePh8.6194b"""
    s = battle_with("PFPh", "russian")
    put(s, "ru_4-4-7", "E24", "firer")
    in_reserve(s, "E20", "ge_6-5-8")
    assert ("fire", "firer") in ask(s.clone()).options
    load(s, 6, 5)
    shoot(s, ["firer"], "E20")
    assert s.units["ge-new-1"].at == "E20"
    assert s.units["ge-new-1"].concealed
    s = battle_with("PFPh", "russian")
    in_reserve(s, "E20", "ge_6-5-8")
    load(s, 6, 6)
    attack.strike(s, "E20", 5, (1, 1), (), ((("ge-reserve-1",), ()),))
    assert "ge-new-1" not in s.units or s.units["ge-new-1"].broken


def test_shells_and_snipers_do_not_rouse_a_reserve() -> None:
    """RV-RePh8.6194b, RV-E1.42"""
    s = battle_with("PFPh", "russian")
    counter = in_reserve(s, "E20", "ge_6-5-8")
    attack.strike(s, "E20", 1, (6, 6), (), (((counter,), ()),), clause="RV-C1.5")
    assert counter in s.units
    load(s, 6, 6)
    attack.strike(s, "E20", 5, (1, 1), (), (((counter,), ()),), clause="RV-C1.5")
    assert counter not in s.units  # the shells have found them
    s = battle_with()
    counter = in_reserve(s, "E20", "ge_6-5-8")
    assert not snipers.eligible(field_of(s), s.units[counter])


def test_the_owner_rolls_for_release_from_his_second_turn_on() -> None:
    """RV-RePh8.6194b"""
    s = battle_with(turn=1)
    s.player_turns = 1
    in_reserve(s, "E20", "ge_6-5-8")
    assert ask(s).rule == "RV-CG21"
    for die, out in ((2, True), (3, False)):
        s = battle_with(turn=3)
        counter = in_reserve(s, "E20", "ge_6-5-8")
        s.step = "release"
        decision = ask(s.clone())
        assert (decision.seat, decision.rule) == ("german", "RV-RePh8.6194b")
        assert decision.options == [("release", counter), ("done",)]
        load(s, die)
        decision2 = drive(s, ("release", counter), ("done",))
        assert (counter not in s.units) == out
        assert lines(s, "release_roll")[0]["success"] == out
        assert decision2 is None or decision2.rule != "RV-RePh8.6194b"  # once in a Rally Phase


def test_the_owner_may_roll_for_all_his_reserves_at_once() -> None:
    """RV-RePh8.6194b"""
    s = battle_with(turn=3)
    in_reserve(s, "E20", "ge_6-5-8", "ge_6-5-8")
    s.step = "release"
    assert ("release_all",) in ask(s.clone()).options
    load(s, 1, 6)
    drive(s, ("release_all",))
    assert [u.at for u in s.units.values() if u.type == "ge_6-5-8"] == ["E20", ""]


def test_who_was_never_released_is_kept_for_the_next_scenario() -> None:
    """RV-RePh8.6194b, RV-CG23"""
    s = battle_with("CCPh")
    counter = in_reserve(s, "E20", "ge_6-5-8")
    after_battle.remove_markers(s)
    assert counter not in s.units
    assert s.posts["ge-new-1"] == "reserve"
    assert not any(line.event == "all_shown" for line in s.journal.lines)
    escape.determine_areas(s)
    assert s.posts["ge-new-1"] == "reserve"
    assert set(GAME.sight(s, "russian").units) == set()
    s.campaign = replace(s.campaign, lull=True) if s.campaign else None
    deployment.keep_for_later(s)
    assert s.posts["ge-new-1"] == "off"


def test_a_fire_rouses_a_reserve() -> None:
    """RV-RePh8.6194b"""
    s = battle_with()
    counter = in_reserve(s, "E20", "ge_6-5-8")
    s.flames["E20"] = 1
    reserve.watch(s)
    assert counter not in s.units


def test_a_house_that_comes_down_buries_the_reserve_in_it() -> None:
    """RV-RePh8.6194b, RV-B24.11 Its men fall like others; nobody is left on a floor that is no more."""
    s = battle_with("PFPh", side="russian")
    counter = in_reserve(s, "X18-1", "ge_4-4-7")
    load(s, 2, 6)  # one to three: men are lost, the rest lies at ground level; no falling rubble
    collapse(s, "X18")
    assert counter not in s.units
    assert "X18-1" not in field_of(s).steps
    (man,) = s.units.values()
    assert (man.at, man.type, man.broken) == ("X18", "ge_2-3-7", True)
    assert GAME.invariants(s) == []
