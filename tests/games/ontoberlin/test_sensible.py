"""OB-18.1 The sensible player fights for what the game is about: Landing Zones, leaders, the Reichstag."""

from __future__ import annotations

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.bot import battle, goals, march, objectives
from sandtable.games.ontoberlin.components import AIRFIELDS, ALLIED, GERMAN, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import DROPPING, Attack, Leader, OnToBerlin
from sandtable.games.ontoberlin.rules.assault import announce
from sandtable.games.ontoberlin.rules.attacks import STRIKE
from sandtable.games.ontoberlin.rules.drop import land_next
from sandtable.games.ontoberlin.rules.movement import move_units
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.state import replace
from tests.games.ontoberlin.field import GD, LAH, PARA, VS_12, after, empty, first_decision, place, supplied

LZ = "5225"
"""A hex of Tempelhof's perimeter."""


def chosen(s: OnToBerlin, decision: Choose) -> Option:
    """What the sensible player answers, from what his seat sees."""
    view = GAME.sight(s, decision.seat)
    return GAME.sensible(view, decision.seat, list(decision.options), decision.rule, Dice(seed_from("sensible")))


def beside(hex: str, number: int = 0) -> str:
    """A neighbour from which leg units can assault a hex."""
    return [n for n in MAP.neighbours[hex] if n not in MAP.water and MAP.passable(n, hex, motor=False)][number]


def storming(allied: int, german: int) -> OnToBerlin:
    """Six American battalions stand beside a Reichstag that one Volkssturm battalion holds."""
    s = empty()
    s.divisions["US 82nd"] = supplied(LZ)
    place(s, VS_12, REICHSTAG)
    for n, u in enumerate(PARA):
        place(s, u, beside(REICHSTAG, n // 3))
    s.step = "announce"
    s.vp.update({ALLIED: allied, GERMAN: german})
    return s


def test_he_storms_the_reichstag_while_he_leads() -> None:
    s = storming(20, 10)
    assert chosen(s, first_decision(announce(s))) == ("assault", REICHSTAG)


def test_a_capture_that_wins_is_worth_more_than_the_first() -> None:
    s = empty()
    s.leaders = {"leader-goering": Leader("5118"), "leader-himmler": Leader("5119")}
    first = objectives.prize_of(s, "5119", ALLIED)
    s.leaders["leader-goering"] = Leader("5118", captured=3)
    assert objectives.prize_of(s, "5119", ALLIED) > first > 0
    assert objectives.prize_of(s, "5118", ALLIED) == 0


def test_to_enter_the_reichstag_while_behind_is_no_prize() -> None:
    s = storming(10, 20)
    assert objectives.prize_of(s, REICHSTAG, ALLIED) < 0 < objectives.prize_of(storming(20, 10), REICHSTAG, ALLIED)
    assert REICHSTAG not in objectives.marched_on(s)


def test_a_strike_before_the_assault_is_worth_more_than_elsewhere() -> None:
    s = storming(20, 10)
    s.step = "step_one"
    strike = Attack(STRIKE, REICHSTAG, (), 1, 0)
    assert battle.opened(s, strike, ALLIED) > 0.2
    for u in PARA:
        s.units[u] = replace(s.units[u], combat=False)
    assert battle.opened(s, strike, ALLIED) == 0


def test_a_unit_occupies_its_empty_landing_zone() -> None:
    s = empty()
    s.divisions["US 82nd"] = supplied(LZ)
    here = MAP.neighbours[LZ][0]
    u = place(s, PARA[0], here, combat=False)
    decision = after(move_units(s), ("move", u))
    assert chosen(s, decision) == ("go", LZ)


def test_two_guards_stay_and_the_third_may_leave() -> None:
    s = empty()
    s.divisions["US 82nd"] = supplied(LZ)
    for u in PARA[:3]:
        place(s, u, LZ)
    assert [goals.garrison_of(s, u, goals.enemy_stacks(s, ALLIED)) for u in PARA[:3]].count(LZ) == 2
    assert goals.unguarded(s, PARA[3]) == {}


def test_a_unit_that_lands_beside_its_empty_zone_keeps_its_legs() -> None:
    s = empty(turn=1)
    s.divisions["US 82nd"] = replace(supplied(LZ), dropped=False)
    u = place(s, PARA[0], MAP.neighbours[LZ][0], combat=False, landed=True)
    decision = Choose(
        ALLIED, [("combat", u), ("maneuver", u)], rule="OB-15.3.11", ask="landing_mode", about=(u, s.units[u].at)
    )
    assert chosen(s, decision) == ("maneuver", u)
    place(s, PARA[1], LZ)
    place(s, PARA[2], LZ)
    place(s, VS_12, MAP.neighbours[LZ][3])
    assert chosen(s, decision) == ("combat", u)


def test_a_glider_aims_at_the_zone_whoever_else_is_in_the_air() -> None:
    """The first unit of the division that drops need not be the one that lands now."""
    s = empty(turn=1)
    s.divisions["US 82nd"] = replace(supplied(LZ), dropped=False)
    s.dropping = "US 82nd"
    glider = "a-us82nd-infantry-9"
    for u in (*PARA, glider):
        s.units[u] = replace(s.units[u], at=DROPPING)
    flow: Flow = land_next(s)
    decision = first_decision(flow)
    assert chosen(s, decision) == ("land", glider)
    aim = flow.send(("land", glider))
    assert isinstance(aim, Choose)
    assert chosen(s, aim) == ("aim", LZ)


def test_a_march_on_an_objective_goes_over_the_bridges() -> None:
    """OB-7.4 The way is counted in movement points, round waters that cannot be crossed."""
    ways = objectives.ways_to(REICHSTAG)
    assert ways[MAP.place[REICHSTAG]] == 0
    longer = [hex for hex in MAP.hexes if hex not in MAP.water and ways[MAP.place[hex]] > MAP.distance(hex, REICHSTAG)]
    assert all(ways[MAP.place[hex]] >= MAP.distance(hex, REICHSTAG) for hex in MAP.hexes)
    assert longer


def test_the_source_that_supplies_most_is_chosen() -> None:
    """OB-6.2.4 An airfield that nobody can reach by road is no source, however near the centre it lies."""
    s = empty()
    s.divisions["US 82nd"], s.divisions["British 1st"] = supplied(LZ), supplied("1023")
    s.divisions["British 6th"] = replace(s.divisions["British 6th"], arrived=True, edge="south", source="edge")
    place(s, "a-british6th-infantry-2", "1023", combat=False)
    s.ruins |= dict.fromkeys(AIRFIELDS["tempelhof"].perimeter, True)
    options: list[Option] = [("source", "British 6th", "tempelhof"), ("source", "British 6th", "gatow")]
    assert chosen(s, Choose(ALLIED, options, rule="OB-6.2.4", ask="source", about=("British 6th",))) == options[1]


def test_the_german_shields_the_reichstag_when_allies_are_near() -> None:
    s = empty(player=GERMAN)
    place(s, LAH, REICHSTAG)
    ring = MAP.neighbours[REICHSTAG][0]
    assert goals.shielded_now(s, goals.enemy_stacks(s, GERMAN)) == dict.fromkeys(
        (REICHSTAG, *objectives.free_leaders(s)), 3
    )
    place(s, PARA[0], next(hex for hex in MAP.within(REICHSTAG, 6) if MAP.distance(hex, REICHSTAG) == 6))
    assert goals.shielded_now(s, goals.enemy_stacks(s, GERMAN))[ring] == 1
    place(s, GD[0], ring)
    assert goals.garrison_of(s, GD[0], goals.enemy_stacks(s, GERMAN)) == ring
    assert march.Mind(s, GD[0]).german_extras(ring) > march.Mind(s, GD[0]).german_extras("2020")


def test_what_is_shielded_is_not_remembered_from_another_game() -> None:
    """OB-11.1.2 Goering may be in either half of the Air Ministry."""
    s = empty(player=GERMAN)
    for hex in ("5117", "5118"):
        s.leaders = {"leader-goering": Leader(hex)}
        assert goals.shielded_now(s, goals.enemy_stacks(s, GERMAN)) == {REICHSTAG: 3, hex: 3}


def test_the_german_drives_intruders_and_landing_zones_off_first() -> None:
    s = empty(player=GERMAN)
    s.divisions["US 82nd"] = supplied(LZ)
    assert objectives.prize_of(s, LZ, GERMAN) > 0
    assert objectives.prize_of(s, MAP.neighbours[REICHSTAG][0], GERMAN) > 0
    assert objectives.prize_of(s, "0518", GERMAN) == 0
