"""The ten scenarios: their cards, special rules, victory conditions and balance lines."""

from __future__ import annotations

import re

import pytest

from sandtable.board.box import ScenarioCard, box_of
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.map.battlefield import field_of, make_field
from sandtable.games.vengeance.model.battle import Battle, Move, Unit
from sandtable.games.vengeance.rules.fortifications.set_up import places_for
from sandtable.games.vengeance.rules.night.freedom import has_freedom, note_bridge_parties
from sandtable.games.vengeance.rules.set_up.deployed_squads import may_set_up_deployed, set_up_deployed
from sandtable.games.vengeance.rules.set_up.placement import new_battle
from sandtable.games.vengeance.rules.terrain.bridges import bridge_limit
from sandtable.games.vengeance.rules.units.counters import put as put_down
from sandtable.games.vengeance.rules.units.kinds import is_leader, type_of
from sandtable.games.vengeance.rules.victory import exits
from sandtable.games.vengeance.rules.victory.control import condition_value, fulfilled, judge, location_points
from sandtable.games.vengeance.scenarios.areas import friendly_edge, setup_places
from sandtable.games.vengeance.scenarios.cards import PLAYABLE, balanced, scenario
from sandtable.games.vengeance.scenarios.special_rules import special_task
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import battle, put, vehicle

TEN = [name for name in PLAYABLE if name.startswith("brv")]


def won_by(s: Battle) -> str:
    return s.winner


def start(name: str) -> Battle:
    return new_battle(name, Dice(seed_from(name)))


@pytest.mark.parametrize("told", [one for one in box_of(GAME).scenario if one.id != "campaign"], ids=lambda one: one.id)
def test_the_box_tells_the_turns_and_squads_that_the_card_has(told: ScenarioCard) -> None:
    card = scenario(told.id)
    assert told.length.startswith(f"{card.turns} turns")
    squads = re.match(r"(\d+) .*?squads.* against (\d+) Russian", told.forces)
    assert squads is not None
    held = [sum(sum(group.squads.values()) for group in force.groups) for force in (card.german, card.russian)]
    assert [int(number) for number in squads.groups()] == held


@pytest.mark.parametrize("name", TEN)
def test_every_card_can_be_mustered(name: str) -> None:
    """RV-SCN1, RV-SCN11, RV-SCN12, RV-SCN4"""
    card = scenario(name)
    s = start(name)
    for side in ("german", "russian"):
        groups = getattr(card, side).groups
        men = sum(sum(g.squads.values()) + sum(g.crews.values()) + len(g.leaders) for g in groups)
        assert sum(u.side == side for u in s.units.values()) == men
        assert sum(v.side == side for v in s.vehicles.values()) >= sum(sum(g.vehicles.values()) for g in groups)
    assert not GAME.invariants(s)


def test_there_are_ten() -> None:
    """RV-SCN11"""
    assert len(TEN) == 10
    assert scenario("brv10").turns == 10
    assert [name for name in TEN if scenario(name).night is not None] == ["brv02", "brv08", "brv09"]


def test_b_68_brv8_is_won() -> None:
    """RV-SCN8, RV-BRV14.4"""
    s = battle(on="brv08")
    s.turn = 4
    s.banners["banner"] = "Z17-roof"
    s.control.update(dict.fromkeys(("Z17-roof", "X17", "X18"), "russian"))
    judge(s, game_end=False)
    assert not won_by(s)
    s.control["Y17"] = "russian"
    judge(s, game_end=False)
    assert won_by(s) == "russian"


def test_what_leaving_the_map_costs() -> None:
    """RV-A2.6 As one hex of the terrain left behind, on foot and for vehicles."""
    s = battle("MPh", on="brv09")
    f = field_of(s)
    hex = next(hex for hex in sorted(exits.exit_hexes("brv09", "german")) if hex in f.steps)
    put(s, "ge_4-4-7", hex, "squad")
    cost = f.terrain_of[hex].cost
    assert exits.exit_options(s, Move(("squad",), spent=4 - cost)) == [("exit_map", hex)]
    assert exits.exit_options(s, Move(("squad",), spent=4 - cost + 1)) == []
    vehicle(s, "ge_pz6b", hex, "tiger")
    need = exits.exit_cost(f, s.vehicles["tiger"])
    assert need >= 1
    assert exits.may_drive_off(s, "tiger", need)
    assert not exits.may_drive_off(s, "tiger", need - 1)


def test_b_69_brv9_exit_points() -> None:
    """RV-SCN8, RV-SCN14"""
    s = battle("MPh", on="brv09")
    hex = next(hex for hex in sorted(exits.exit_hexes("brv09", "german")) if hex in field_of(s).steps)
    for n in range(3):
        put(s, "ge_4-4-7", hex, f"squad-{n}")
    put(s, "ge_9-1", hex, "boss")
    put(s, "ge_2-2-8", hex, "crew")
    vehicle(s, "ge_pz6b", hex, "tiger")
    exits.drive_off(s, "tiger")
    assert (s.exited, won_by(s)) == ({}, "")
    move = Move(("squad-0", "squad-1", "squad-2", "boss"))
    s.move = move
    assert exits.exit_options(s, move) == [("exit_map", hex)]
    exits.exit_on_foot(s, move)
    assert (s.exited["german"], won_by(s)) == (8, "")
    exits.exit_on_foot(s, Move(("crew",)))
    assert (s.exited["german"], won_by(s)) == (10, "german")


def test_nobody_leaves_the_map_elsewhere() -> None:
    """RV-SCN14"""
    assert not exits.exit_hexes("brv09", "russian")
    assert not exits.exit_hexes("brv01", "russian")
    s = battle("MPh", on="brv01")
    put(s, "ru_4-4-7", "C1", "squad")
    assert exits.exit_options(s, Move(("squad",))) == []


def test_b_70_brv6_points() -> None:
    """RV-SCN8, RV-CG29"""
    s = battle(on="brv06")
    f = field_of(s)
    kroll = [
        hex for hex in f.ground.buildings["H19"].hexes
        if hex in f.steps and f"{hex}-1" in f.steps and not f.place(hex).terrain.startswith("RUBBLE")
    ][:4]  # fmt: skip
    assert len(kroll) == 4
    for hex in kroll:
        s.control.update({hex: "russian", f"{hex}-1": "russian"})
    s.control.update({"K21": "russian", "L21": "russian"})
    weights = {"H19": 2, "L21": 1}
    assert location_points(s, f, weights, "russian") == 18
    assert fulfilled(s)
    s.control["L21"] = "german"
    assert location_points(s, f, weights, "russian") == 17
    assert not fulfilled(s)


def test_conditions_have_their_own_moment() -> None:
    """RV-SCN8"""
    s = battle(on="brv05")
    judge(s, game_end=False)
    assert won_by(s) == "russian"  # no German is left in the house
    s = battle(on="brv05")
    put(s, "ge_6-5-8", "K13", "last")
    s.control.update(dict.fromkeys(field_of(s).ground.buildings["K13"].hexes, "russian"))
    judge(s, game_end=False)
    assert not won_by(s)
    judge(s, game_end=True)
    assert won_by(s) == "russian"
    for held, winner in ((5, "russian"), (4, "german")):
        s = battle(on="brv05")
        put(s, "ge_6-5-8", "K13", "last")
        s.control.update(dict.fromkeys(sorted(field_of(s).ground.buildings["K13"].hexes)[:held], "russian"))
        judge(s, game_end=True)
        assert won_by(s) == winner
    s = battle(on="brv03")
    assert condition_value(s, scenario("brv03").victory.conditions[1], "russian") == (0, 2)


def test_cellars_and_sewers_may_be_out_of_play() -> None:
    """RV-SCN2"""
    plain, full = make_field("brv01"), make_field("brv05")
    assert not any(at.endswith(("-cellar", "-sewer")) for at in plain.steps)
    assert any(at.endswith("-cellar") for at in full.steps)
    assert not any(step.to.endswith("-cellar") for steps in plain.steps.values() for step in steps)
    assert not any(at.endswith("-viaduct") for at in make_field("brv03").steps)


def test_bridges_that_are_damaged_already() -> None:
    """RV-SCN2, RV-BRV11.313"""
    s = start("brv02")
    assert bridge_limit(s, "I9") in (20, 25, 30)
    assert "I9" not in s.limits_known
    assert bridge_limit(start("brv04"), "I9") == 25
    assert start("brv04").limits_known == ["I9"]


def test_barriers_and_cupolas_where_the_card_says() -> None:
    """RV-SCN2"""
    s = start("brv02")
    barricade = next(w for w in s.works.values() if w.type == "barricade")
    sides = places_for(s, field_of(s), barricade)
    assert sides
    assert all({"I9", "J9"} & set(side.split("/")) for side in sides)
    s = start("brv05")
    cupola = next(w for w in s.works.values() if "cupola" in w.type)
    house = set(field_of(s).ground.buildings["K13"].hexes)
    places = places_for(s, field_of(s), cupola)
    assert places
    assert all(set(field_of(s).ground.neighbours[at]) & house for at in places)


def test_breaches_and_the_burning_wreck() -> None:
    """RV-SCN2, RV-BRV12.31"""
    s = start("brv08")
    assert [v.wreck for v in s.vehicles.values() if v.at == "V16"] == ["burning"]
    for number in range(3):
        task = special_task(s, "russian")
        assert task is not None
        decision = next(task)
        assert isinstance(decision, Choose)
        with pytest.raises(StopIteration):
            task.send(decision.options[number])
    assert special_task(s, "russian") is None
    assert [change.becomes for change in s.altered] == ["BREACH"] * 3


def test_one_battery_after_the_other() -> None:
    """RV-SCN2, RV-SCN9"""
    s = start("brv10")
    barrels = [b for b in s.batteries.values() if b.side == "russian" and "rocket" not in b.module]
    assert [bool(b.after) for b in barrels] == [False, True]
    task = special_task(s, "russian")
    assert task is not None
    decision = next(task)
    with pytest.raises(StopIteration):
        task.send(("first_battery", barrels[1].id))
    assert isinstance(decision, Choose)
    assert s.batteries[barrels[0].id].after == barrels[1].id
    assert not s.batteries[barrels[1].id].after


def test_charges_on_the_bridges_of_brv10() -> None:
    """RV-SCN2, RV-BRV11.31"""
    s = start("brv10")
    s.units["engineers"] = Unit("engineers", "ge_8-3-8", "german", "J10")
    s.at["J10"] = ("engineers",)
    charge = next(w for w in s.weapons.values() if w.type == "ge_dc")
    for weapon in list(s.weapons):
        if weapon != charge.id and s.weapons[weapon].type == "ge_dc":
            del s.weapons[weapon]
    s.weapons[charge.id] = type(charge)(charge.id, charge.type, charge.side, "engineers", group=charge.group)
    task = special_task(s, "german")
    assert task is not None
    decision = next(task)
    assert isinstance(decision, Choose)
    with pytest.raises(StopIteration):
        task.send(("preset", charge.id, "I9-bridge"))
    assert [c.at for c in s.set_charges] == ["I9-bridge"]
    assert charge.id not in s.weapons


def test_supplemental_armor_and_panzerfausts() -> None:
    """RV-SCN2, RV-SCN7, RV-SCN4"""
    s = start("brv07")
    assert all(v.supplemental for v in s.vehicles.values() if v.side == "russian")
    assert start("brv01").fausts == {"german": 4, "russian": 0}
    assert start("brv06").fausts == {"german": 20, "russian": 18}
    assert [v.type for v in start("brv10").vehicles.values() if v.dug_in] == ["ge_pz5d", "ge_pz5g", "ge_pz5g"]


@pytest.mark.parametrize("name", TEN)
def test_balance_lines(name: str) -> None:
    """RV-SCN10"""
    for side in ("german", "russian"):
        favoured = balanced(name, side)
        assert favoured == f"{name}+{side}"
        assert scenario(favoured) != scenario(name)
        new_battle(favoured, Dice(seed_from("balance")))
    both = balanced(name, "both")
    assert both == f"{name}+german+russian"
    new_battle(both, Dice(seed_from("balance")))
    assert balanced("train1", "german") == balanced("train1", "both") == "train1"
    assert balanced(name, "none") == name


def test_both_balance_lines_at_once() -> None:
    """RV-SCN10 Both give what they say; two that say opposite things of the same thing cancel each other out."""
    card = scenario("brv01+german+russian")
    assert card.german.groups[0].leaders == ("8-1", "8-0")
    assert card.russian.groups[0].squads["6-2-8"] == 6
    assert scenario("brv09+german+russian") == scenario("brv09")


def test_the_balance_line_of_the_first_scenario() -> None:
    """RV-SCN10"""
    assert scenario("brv01+german").german.groups[0].leaders == ("8-1", "8-0")
    assert scenario("brv01+russian").russian.groups[0].squads["6-2-8"] == 6
    assert scenario("brv10+russian").russian.groups[-1].vehicles == {"IS-3": 2}


def test_a_tenth_of_the_german_squads_may_set_up_deployed() -> None:
    """RV-A1.31 FRU; each half-squad is set up for itself; Russians may not."""
    s = GAME.new(GAME.settle({"scenario": "brv01"}), Dice(seed_from("deployed")))
    squads = [u for u in s.units.values() if u.side == "german" and type_of(u).kind == "squad"]
    most = -(-len(squads) // 10)
    for n in range(most):
        assert may_set_up_deployed(s, squads[n])
        set_up_deployed(s, squads[n])
    assert not may_set_up_deployed(s, squads[most])
    halves = [u for u in s.units.values() if u.side == "german" and type_of(u).kind == "hs"]
    assert len(halves) == 2 * most
    assert {u.type for u in halves} == {type_of(squads[n]).half_squad for n in range(most)}
    assert not any(may_set_up_deployed(s, u) for u in s.units.values() if u.side == "russian")


def test_to_set_up_deployed_is_offered() -> None:
    """RV-A1.31"""
    position = Position.new(GAME, GAME.settle({"scenario": "brv01"}), "deployed")
    options: list[Option] = []
    for _ in range(40):
        options = list(position.options("german")) if "german" in position.deciders else []
        if any(o[0] == "set_up_deployed" for o in options):
            break
        position.apply(position.deciders[0], position.options(position.deciders[0])[0])
    deployed = next(o for o in options if o[0] == "set_up_deployed")
    assert isinstance(position.state, Battle)
    before = len(position.state.units)
    position.apply("german", deployed)
    assert len(position.state.units) == before + 1


def test_the_engineers_of_the_moltke_are_free_on_the_bridge_only() -> None:
    """RV-CG8, RV-E1.21 BRV2: with their leader, if they set up on the bridge with a charge; not on the bank."""
    for at, free in (("J9-bridge", True), ("J10", False)):
        s = start("brv02")
        engineers = next(u for u in s.units.values() if u.type == "ge_8-3-8")
        leader = next(u for u in s.units.values() if u.side == "german" and u.group == engineers.group and is_leader(u))
        charge = next(w for w in s.weapons.values() if w.type == "ge_dc")
        put_down(s, engineers.id, at)
        put_down(s, leader.id, at)
        s.weapons[charge.id] = replace(charge, holder=engineers.id)
        note_bridge_parties(s)
        assert [has_freedom(s, s.units[u.id]) for u in (engineers, leader)] == [free, free]


def test_a_side_that_enters_nowhere_leaves_near_its_set_up_area() -> None:
    """RV-SCN14, RV-D5.3 The Russian of BRV4 by the edges within three hexes of where he set up, not by the German's."""
    f = make_field("brv04")
    edge = friendly_edge("brv04", "russian")
    groups = range(len(scenario("brv04").russian.groups))
    own = {f.hex_of[at] for n in groups for at in setup_places("brv04", "russian", n)}
    assert edge
    assert all(min(f.ground.range(hex, start) for start in own) <= 3 for hex in edge)
    assert len(edge) < sum(len(set(f.ground.neighbours[hex]) & f.area) < 6 for hex in f.area if hex in f.steps)
