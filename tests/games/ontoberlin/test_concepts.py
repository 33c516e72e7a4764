"""Chapters 0 to 3: components, stacking, zones of control, modes, facing, command, fog."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.board.hexgrid import DIRECTIONS
from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import (
    ALLIED,
    DATA,
    FORMATIONS,
    GERMAN,
    HQ,
    KINDS,
    LEADERS,
    SIDES,
    TABLES,
    UNITS,
)
from sandtable.games.ontoberlin.knowledge.guess import guess
from sandtable.games.ontoberlin.knowledge.sight import as_state, sight
from sandtable.games.ontoberlin.map.geography import COMPASS, MAP
from sandtable.games.ontoberlin.model import ELIMINATED, LATER, DivisionStatus, Unit
from sandtable.games.ontoberlin.rules.basics import (
    ask_facing,
    eliminate,
    front,
    in_command,
    raw_zoc_reaches,
    remove,
    room,
    set_mode,
    set_top,
    uncontested,
    why_no_room,
    zoc,
)
from sandtable.games.ontoberlin.rules.entering import enter
from sandtable.games.ontoberlin.rules.fire import could_fire
from sandtable.games.ontoberlin.rules.movement import move, set_facings
from sandtable.games.ontoberlin.rules.reach import begin, may_change_mode, may_move, reach
from sandtable.games.ontoberlin.rules.supply import recover
from sandtable.games.ontoberlin.table.counters import counter
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.position import Position

from .field import BRITISH, GD, HQ82, LAH, OPEN, PARA, VS_12, VS_22, empty, options_of, place, run, side, step_of, vp

N, NE, SE, S, SW, NW = (side(OPEN, c) for c in DIRECTIONS)


# -- chapter 0 -------------------------------------------------------------------------------------------------------


def test_two_sides_and_the_allied_player_is_first() -> None:
    """OB-0.1, OB-17.2"""
    assert GAME.seats(GAME.settle({})) == SIDES == ("allied", "german")
    assert {KINDS[u].side for u in UNITS} == set(SIDES)


def test_the_program_rolls_and_every_roll_is_the_dices() -> None:
    """OB-0.2, OB-0.6"""
    position = Position.new(GAME, {}, "one seed")
    again = Position.new(GAME, {}, "one seed")
    for p in (position, again):
        p.apply("german", ("deploy", "ring"))
    assert position.digest() == again.digest()
    assert position.state.dice.taken > 0
    assert position.deciders == ("german",)


def test_quarters_are_rounded_down_and_halves_are_counted() -> None:
    """OB-0.3"""
    s = empty(turn=1, player="german")
    place(s, "g-berlinat-at-1", OPEN, combat=False)
    assert begin(s, "g-berlinat-at-1").most == 2  # a quarter of 6, rounded down: 1 MP
    assert MAP.cost("3608", "3609", motor=True, combat=False) == 1  # half a point


def test_distance_and_edge_distance() -> None:
    """OB-0.4"""
    assert MAP.distance(OPEN, N) == 1
    assert MAP.within(OPEN, 2)[0] == OPEN
    assert MAP.grid.edge_distance("0518") == 4
    assert MAP.grid.edge_distance("6936") == 1


def test_directions_are_numbered_as_dice() -> None:
    """OB-0.5"""
    printed = [row["name"] for row in DATA.toml("tables.toml")["direction"]]
    assert list(COMPASS) == printed
    layout = DATA.toml("map.toml")
    for hex in ("0518", "0618"):
        column, row = MAP.grid.place[hex]
        offsets = layout["neighbours_odd_column" if column % 2 else "neighbours_even_column"]
        for direction, name in enumerate(COMPASS):
            dc, dr = offsets[name]
            assert MAP.grid.towards[hex][direction] == MAP.grid.at(column + dc, row + dr)


def test_base_system_and_variant_are_one_set_of_clauses() -> None:
    """OB-0.7, OB-16.2"""
    chapters = {int(id.split("-")[1].split(".")[0]) for id in GAME.clauses.clauses}
    assert chapters == set(range(20))
    assert [spec.name for spec in GAME.options] == [
        "fog_of_war",
        "variable_reinforcements",
        "reichstag_flak_tower",
        "subways",
        "handicap",
    ]


# -- chapters 1 and 2 ------------------------------------------------------------------------------------------------


def test_the_map_is_whole() -> None:
    """OB-1.1, OB-1.2"""
    assert len(MAP.hexes) == 70 * 37
    assert {h.terrain for h in MAP.hexes.values()} == set(TABLES.terrain)
    assert {f for h in MAP.hexes.values() for f in h.features} == set(TABLES.feature) | {"ubahn"}
    for hex, connected in MAP.roads.items():
        assert bool(connected) == MAP.hexes[hex].road or not connected
        assert all(hex in MAP.roads[n] for n in connected)
    for pair, water in MAP.sides.items():
        a, b = pair[:4], pair[4:]
        assert b in MAP.neighbours[a]
        assert (water.bridge == "road") == (b in MAP.roads[a])


def test_the_counters() -> None:
    """OB-1.3, OB-1.4, OB-1.4.1, OB-1.4.4"""
    sides = [KINDS[u].side for u in UNITS]
    assert (len(UNITS), sides.count(GERMAN), sides.count(ALLIED), len(LEADERS)) == (238, 149, 89, 2)
    raw = {unit["id"]: unit for unit in DATA.toml("units.toml")["unit"]}
    guns = ("at", "flak", "artillery", "armor", "assault_gun")
    for u in UNITS:
        assert (raw[u]["fs_kind"] == "gun") == (KINDS[u].cls in guns)
        if KINDS[u].side == ALLIED:
            glider = KINDS[u].cls in ("hq", "at", "artillery") or "Glider" in KINDS[u].name
            wanted = "airland" if KINDS[u].formation == "British 52nd" else "glider" if glider else "parachute"
            assert KINDS[u].drop == wanted


def test_hitler_youth_never_attack() -> None:
    """OB-1.4.2"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    hj = place(s, "g-hj-infantry-1", N, "S")
    assert KINDS[hj].factors.startswith("(")
    from sandtable.games.ontoberlin.rules.assault import assault_targets

    assert assault_targets(s, GERMAN) == []
    assert N in zoc(s, ALLIED) or OPEN in zoc(s, GERMAN)


def test_maneuver_sides_follow_the_rule() -> None:
    """OB-1.4.3"""
    for u in UNITS:
        kind = KINDS[u]
        if kind.static:
            wanted = 0
        elif kind.cls == "at":
            wanted = 6
        elif kind.cls == "flak":
            wanted = 4
        elif kind.cls == "artillery":
            wanted = 8 if kind.ma == 2 else 6
        elif kind.motor:
            wanted = 2 * kind.ma
        else:
            wanted = max(4, 2 * kind.ma)
        assert kind.maneuver_ma == wanted, u


def test_markers_lie_on_the_table() -> None:
    """OB-1.5"""
    s = empty()
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=True, public=True, dropped=True)
    s.fallen["5426"] = 2
    s.ruins["3720"] = True
    s.plan[OPEN] = (2, 1)
    place(s, PARA[0], OPEN, combat=False, disrupted=True)
    table = GAME.table(sight(s, "german"))
    markers = {piece.id: piece for piece in table.pieces if piece.face == "marker"}
    assert {"lz:US 82nd", "fallen:5426", "ruins:3720", f"strike:{OPEN}"} <= set(markers)
    assert [b.text for b in next(p for p in table.pieces if p.id == PARA[0]).badges][:1] == ["D"]


def test_overlays_show_zones_and_supply_roads() -> None:
    """OB-3.2.1, OB-6.2.1"""
    s = empty()
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=True, public=True, dropped=True, arrived=True)
    place(s, PARA[0], OPEN, "N")
    overlays = {overlay.id: set(overlay.spaces) for overlay in GAME.table(sight(s, "german")).overlays}
    assert overlays["zoc-allied"] == {NW, N, NE}
    assert overlays["zoc-german"] == set()
    assert "1023" in overlays["loc-US 82nd"]
    assert len(overlays["loc-US 82nd"]) > 20


def test_the_state_remembers_what_it_must() -> None:
    """OB-2.1"""
    s = GAME.new(GAME.settle({}), Dice(seed_from("state")))
    for field in ("turn", "player", "step", "vp", "units", "facing", "ruins", "fallen", "divisions", "leaders"):
        assert hasattr(s, field)
    assert set(s.units) == set(UNITS)
    for flag in ("at", "combat", "disrupted", "attacked", "fired", "landed", "no_loc", "entry"):
        assert hasattr(s.units[PARA[0]], flag)


def test_the_allied_plan_and_the_pool_are_hidden() -> None:
    """OB-2.2"""
    s = empty(turn=0, fog_of_war="off")
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225")
    assert sight(s, "allied").divisions["US 82nd"].airfield == "tempelhof"
    seen = sight(s, "german")
    assert seen.divisions["US 82nd"] == DivisionStatus()
    s.divisions["US 82nd"] = DivisionStatus("tempelhof", "5225", public=True)
    assert sight(s, "german").divisions["US 82nd"].lz == "5225"
    s = GAME.new(GAME.settle({}), Dice(seed_from("pool")))
    assert not any(u.startswith("g-vs-infantry") for u in sight(s, "allied").units)
    assert sight(s, "allied").pool == 48


def test_guesses_are_lawful_plans() -> None:
    """OB-2.2, OB-15.1.2"""
    s = empty(turn=0)
    plan = dict(zip(("British 1st", "US 82nd", "British 6th", "US 17th", "US 101st"), AIRFIELD_ORDER, strict=True))
    for division, airfield in plan.items():
        s.divisions[division] = DivisionStatus(airfield)
    found = set()
    for n in range(40):
        twin = s.clone()
        guess(twin, "german", Dice(seed_from(n)))
        assert GAME.invariants(twin) == []
        on_map = [d for d, status in twin.divisions.items() if status.airfield in AIRFIELD_ORDER[:3]]
        assert {d[:2] for d in on_map} == {"Br", "US"}
        found.add(tuple(status.airfield for status in twin.divisions.values()))
        assert msgspec.json.encode(sight(twin, "german")) == msgspec.json.encode(sight(s, "german"))
    assert len(found) > 10


AIRFIELD_ORDER = ("tegel", "tempelhof", "gatow", "oranienburg", "rechlin")


# -- 3.1 stacking ----------------------------------------------------------------------------------------------------


def test_three_germans_to_a_hex() -> None:
    """OB-3.1.1, OB-3.1.3"""
    s = empty(player="german")
    for u in ("g-berlinat-at-1", "g-berlinat-at-2"):
        place(s, u, OPEN, combat=False)
    assert room(s, "g-berlin-hq-1", OPEN)
    place(s, "g-berlin-hq-1", OPEN, combat=False)
    assert not room(s, "g-mvk-infantry-1", OPEN)
    walker = place(s, "g-mvk-infantry-1", N, combat=False)
    found = reach(s, walker, begin(s, walker), ())
    assert OPEN in found  # passing through a full stack is free
    assert ("go", OPEN) not in options_of(move(s, walker))
    assert ("go", S) in options_of(move(s, walker))


def test_opponents_never_share_a_hex() -> None:
    """OB-3.1.4"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    refusal = why_no_room(s, GD[0], OPEN)
    assert refusal is not None
    assert refusal[1] == "OB-3.1.4"


# -- 3.2 zones of control --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [PARA[0], "a-us82nd-artillery-1"])
def test_who_exerts_a_zoc(unit: str) -> None:
    """OB-3.2.1"""
    s = empty()
    place(s, unit, OPEN, "N")
    assert (N in zoc(s, ALLIED)) == (unit == PARA[0])
    set_mode(s, unit, combat=False)
    assert zoc(s, ALLIED) == set()


def test_no_zoc_in_built_up_areas_or_over_rivers() -> None:
    """OB-3.2.2, OB-3.2.4"""
    s = empty()
    place(s, PARA[0], "3720")
    assert zoc(s, ALLIED) == set()
    assert raw_zoc_reaches(s, ALLIED, "3719")
    a, b = next((p[:4], p[4:]) for p in MAP.sides if MAP.bridgeless_river(p[:4], p[4:]) and p[:4] not in MAP.built_up)
    place(s, PARA[1], a, COMPASS[MAP.grid.direction(a, b)])
    assert b not in zoc(s, ALLIED)
    assert not raw_zoc_reaches(s, ALLIED, b)


def test_uncontested() -> None:
    """OB-3.2.4"""
    s = empty()
    place(s, PARA[0], OPEN, "N")
    assert uncontested(s, ALLIED, N)
    place(s, GD[0], side(N, "N"), "S")
    assert not uncontested(s, ALLIED, N)


# -- 3.3 modes -------------------------------------------------------------------------------------------------------


def test_maneuver_mode_neither_fights_nor_faces() -> None:
    """OB-3.3.1, OB-3.3.5"""
    s = empty()
    place(s, PARA[0], OPEN, combat=False)
    assert OPEN not in s.facing
    place(s, PARA[1], OPEN, "S")
    assert s.facing[OPEN] == 3
    assert [s.units[u].combat for u in s.stacks[OPEN]] == [False, True]
    from sandtable.games.ontoberlin.rules.attacks import fit_to_attack

    assert not fit_to_attack(s, PARA[0])
    set_mode(s, PARA[1], combat=False)
    assert OPEN not in s.facing


def test_combat_mode_moves_with_its_own_allowance() -> None:
    """OB-3.3.3"""
    s = empty()
    place(s, PARA[0], OPEN)
    assert max(cost for cost, _ in reach(s, PARA[0], begin(s, PARA[0]), ()).values()) == 8
    gun = place(s, "a-us82nd-at-1", "0516")
    assert reach(s, gun, begin(s, gun), ()) == {}


def test_who_cannot_change_mode() -> None:
    """OB-3.3.4"""
    s = empty(player="german", turn=2)
    tower = place(s, "g-flaktowers-flak-1", "4218")
    assert not may_move(s, tower)
    hj = place(s, "g-hj-infantry-2", "2515", combat=False)
    assert not may_move(s, hj)
    shaken = place(s, GD[0], OPEN, combat=False, disrupted=True)
    assert not may_move(s, shaken)
    s = empty()
    s.divisions["US 82nd"] = DivisionStatus("gatow", "1023", lz_alive=False, public=True, dropped=True, arrived=True)
    place(s, PARA[0], OPEN, combat=False, no_loc=True)
    assert not may_change_mode(s, PARA[0], begin(s, PARA[0]))


# -- 3.4 facing ------------------------------------------------------------------------------------------------------


def test_front_and_rear() -> None:
    """OB-3.4.1"""
    s = empty()
    place(s, PARA[0], OPEN, "N")
    assert set(front(s, OPEN)) == {NW, N, NE}
    place(s, PARA[1], OPEN, "SE")
    assert set(front(s, OPEN)) == {NE, SE, S}


def test_the_owner_turns_each_stack_once_at_the_end() -> None:
    """OB-3.4.2"""
    s = empty()
    place(s, PARA[0], OPEN, "N")
    place(s, GD[0], "0515", "N")
    s.step = "facing"
    options = options_of(set_facings(s))
    assert options == {("done",), ("turn", OPEN)}
    run(set_facings(s), ("turn", OPEN), ("face", OPEN, "SW"))
    assert s.facing[OPEN] == 4
    run(set_facings(s))
    assert step_of(s) == "end_movement"
    run(ask_facing(s, OPEN), ("face", OPEN, "N"))
    assert s.facing[OPEN] == 0


def test_all_round_in_built_up_areas() -> None:
    """OB-3.4.3"""
    s = empty()
    place(s, PARA[0], "3720")
    assert "3720" not in s.facing
    assert set(front(s, "3720")) == set(MAP.neighbours["3720"])


def test_the_arc_of_fire() -> None:
    """OB-3.4.4"""
    for facing, hex, inside in ((0, "0516", True), (0, "0515", True), (0, "0520", False), (3, "0520", True)):
        assert MAP.in_arc(OPEN, facing, hex) == inside
    s = empty(player="german")
    flak = place(s, "g-tegel-flak-1", OPEN, "N")
    place(s, PARA[0], S)
    assert not could_fire(s, flak, S)


# -- 3.5 command -----------------------------------------------------------------------------------------------------


def test_command_and_headquarters() -> None:
    """OB-3.5.1, OB-3.5.3"""
    s = empty()
    place(s, HQ82, OPEN)
    place(s, PARA[0], "0512")
    place(s, PARA[1], "0511")
    assert MAP.distance(OPEN, "0512") == 6
    assert in_command(s, PARA[0])
    assert not in_command(s, PARA[1])
    assert in_command(s, HQ82)
    assert "VS" not in HQ
    s.units[HQ82] = msgspec.structs.replace(s.units[HQ82], disrupted=True)
    assert not in_command(s, PARA[0])
    eliminate(s, HQ82, "test")
    assert vp(s) == (0, 1)
    assert len(FORMATIONS["US 82nd"]) == 16


# -- 3.6 fog of war --------------------------------------------------------------------------------------------------


def test_fog_shows_the_top_unit_and_how_many() -> None:
    """OB-3.6.1"""
    s = empty(player="german")
    place(s, PARA[0], OPEN)
    place(s, PARA[1], OPEN, combat=False, disrupted=True)
    place(s, PARA[2], OPEN)
    seen = sight(s, "german")
    assert seen.stacks[OPEN] == (f"allied?{OPEN}.0", f"allied?{OPEN}.1", PARA[2])
    assert seen.units[f"allied?{OPEN}.1"].disrupted
    assert not seen.units[f"allied?{OPEN}.1"].combat
    assert PARA[0] not in {u for u, unit in seen.units.items() if unit.at == OPEN}
    set_top(s, PARA[0])
    assert sight(s, "german").stacks[OPEN][-1] == PARA[0]
    assert sight(s, "allied").stacks[OPEN] == (PARA[1], PARA[2], PARA[0])


def test_fog_lifts_beside_the_enemy_and_in_combat() -> None:
    """OB-3.6.2"""
    s = empty(player="german")
    for u in PARA[:2]:
        place(s, u, OPEN)
    scout = place(s, GD[0], N, combat=False)
    assert sight(s, "german").stacks[OPEN] == tuple(PARA[:2])
    s.units[scout] = msgspec.structs.replace(s.units[scout], disrupted=True)
    assert sight(s, "german").stacks[OPEN][0].startswith("allied?")
    s.open[OPEN] = True
    assert sight(s, "german").stacks[OPEN] == tuple(PARA[:2])
    flak, gun = place(s, "g-tegel-flak-1", "3505", "N"), place(s, "g-tegel-at-1", "3505", combat=False)
    assert sight(s, "allied").stacks["3505"] == (flak, gun)
    remove(s, PARA[5], ELIMINATED)
    assert sight(s, "german").units[PARA[5]].at == ELIMINATED
    assert sight(s, "german").leaders == s.leaders


def test_who_recovers_sees_the_stack_beside_him_and_cannot_take_it_back() -> None:
    """OB-3.6.2, OB-6.1"""
    s = empty(player="german")
    for u in PARA[:2]:
        place(s, u, OPEN)
    scout = place(s, GD[0], N, combat=False)
    s.units[scout] = msgspec.structs.replace(s.units[scout], disrupted=True)
    recover(s)
    assert sight(s, "german").stacks[OPEN] == tuple(PARA[:2])
    assert s.secrets_shown == 1
    recover(s)
    assert s.secrets_shown == 1


def test_who_comes_beside_a_stack_sees_it_whatever_brings_him_there() -> None:
    """OB-3.6.2, OB-8.8.1"""
    s = empty(player="german")
    for u in PARA[:2]:
        place(s, u, OPEN)
    scout = place(s, GD[0], "3505", combat=False)
    enter(s, scout, N)
    assert sight(s, "german").stacks[OPEN] == tuple(PARA[:2])
    assert s.secrets_shown == 1


def test_without_fog_everything_on_the_map_is_open() -> None:
    """OB-3.6.3"""
    s = empty(fog_of_war="off")
    for u in BRITISH[:3]:
        place(s, u, OPEN)
    assert sight(s, "german").stacks[OPEN] == tuple(BRITISH[:3])
    assert sight(s, "").stacks[OPEN] == tuple(BRITISH[:3])


def test_hidden_units_are_dealt_anew_and_the_view_stays_the_same() -> None:
    """OB-3.6.1, OB-2.2"""
    s = empty()
    for u in (VS_12, VS_22, "g-vs-infantry-3"):
        place(s, u, OPEN, combat=False)
    for u in (LAH, "g-lahguard-mech-1"):
        place(s, u, "5119", combat=False)
    worlds = set()
    for n in range(20):
        twin = s.clone()
        guess(twin, "allied", Dice(seed_from(n)))
        assert msgspec.json.encode(sight(twin, "allied")) == msgspec.json.encode(sight(s, "allied"))
        assert twin.stacks[OPEN][-1] == "g-vs-infantry-3"
        worlds.add(twin.stacks[OPEN])
    assert len(worlds) >= 2
    known = as_state(sight(s, "allied"))
    assert KINDS[known.stacks[OPEN][0]].name == "unknown"
    assert s.units[VS_12].at == OPEN
    assert LATER not in s.stacks


def test_from_afar_a_counter_shows_its_fire_strength_or_its_movement() -> None:
    """OB-1.4, OB-3.3.1 A unit in Maneuver Mode does not fire: how far it moves tells more than 0."""
    gun = next(kind for kind in KINDS.values() if kind.fs > 1)
    for combat, strength in ((True, gun.fs), (False, f"›{gun.maneuver_ma}")):
        drawing = counter(gun.id, Unit(at="5015", combat=combat), "5015", 0, None).drawing
        assert drawing["strength"] == strength


def test_a_counter_is_told_in_words() -> None:
    """OB-1.4 Class, service and the way it lands are words, not the ids of the data."""
    notes = {counter(id, Unit(at="5015"), "5015", 0, None).note for id, kind in KINDS.items() if kind.known}
    assert "Headquarters, US 82nd · lands by glider" in notes
    assert "Polish infantry, British 1st · drops by parachute" in notes
    assert any(note.startswith("Luftwaffe anti-tank, Tegel · range 3") for note in notes)
    ids = {word for kind in KINDS.values() for word in (kind.cls, kind.service) if word in ("at", "hq", "hj", "us")}
    assert ids == {"at", "hq", "hj", "us"}
    assert not [note for note in notes if ids & set(note.replace(",", "").split())]
