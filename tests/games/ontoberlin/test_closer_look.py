"""A closer look at combat: who bombards with whom, who is lost, where fights are counted."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, FLAK_OF_REICHSTAG, GERMAN, KINDS, REICHSTAG
from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import ELIMINATED, Attack, March, Unit
from sandtable.games.ontoberlin.rules.assault import announce, assault, exploitation, resolve_assaults
from sandtable.games.ontoberlin.rules.attacks import ASSAULT, BOMBARDMENT
from sandtable.games.ontoberlin.rules.basics import eliminate, is_static
from sandtable.games.ontoberlin.rules.fire import (
    as_seen,
    bombard,
    bombarders,
    could_fire,
    step_one,
    strike,
)
from sandtable.games.ontoberlin.rules.interdiction import interdict
from sandtable.games.ontoberlin.rules.movement import change_mode, move_units
from sandtable.games.ontoberlin.rules.reach import begin, why_not_move
from sandtable.games.ontoberlin.rules.results import exchange
from tests.games.ontoberlin.field import (
    GD,
    HQ82,
    OPEN,
    PARA,
    POLISH,
    SE,
    VS_11,
    VS_12,
    N,
    S,
    after,
    empty,
    first_decision,
    load,
    options_of,
    place,
    run,
    side,
    step_of,
    sum_up,
    supplied,
    vp,
)

US_GUN, BRITISH_GUN = "a-us82nd-artillery-1", "a-british6th-artillery-1"
MVK = "g-mvk-infantry-1"
TANK = "g-muncheberg-armor-1"


def test_artillery_of_both_nations_shells_together_but_not_with_others() -> None:
    """OB-8.2.1, OB-8.2.4 A Bombardment may be of both nations, a Mixed one is of one."""
    s = empty()
    place(s, VS_11, OPEN)
    place(s, POLISH, N, "S")
    place(s, PARA[0], S, "N")
    for gun in (US_GUN, BRITISH_GUN):
        place(s, gun, "0515")
    assert set(bombarders(s, Attack(BOMBARDMENT, OPEN))) == {US_GUN, BRITISH_GUN}
    both = bombarders(s, Attack(BOMBARDMENT, OPEN, (US_GUN,)))
    assert BRITISH_GUN in both
    assert PARA[0] in both
    assert POLISH not in both
    mixed = bombarders(s, Attack(BOMBARDMENT, OPEN, (US_GUN, PARA[0])))
    assert BRITISH_GUN not in mixed
    s.step = "step_one"
    assert ("commit",) in options_of(bombard(s, OPEN), ("add", US_GUN), ("add", BRITISH_GUN))
    assert ("commit",) in options_of(bombard(s, OPEN), ("add", US_GUN), ("add", PARA[0]))
    assert ("commit",) not in options_of(bombard(s, OPEN))
    assert ("add", PARA[0]) not in options_of(bombard(s, OPEN), ("add", US_GUN), ("add", BRITISH_GUN))


def test_german_artillery_has_one_nation() -> None:
    """OB-8.2.4 The limit of nationality is for Allied units."""
    s = empty(player=GERMAN)
    place(s, PARA[0], OPEN)
    place(s, GD[0], N, "S")
    place(s, "g-408artillery-artillery-1", "0515")
    assert GD[0] in bombarders(s, Attack(BOMBARDMENT, OPEN, ("g-408artillery-artillery-1",)))


def test_an_exchange_may_cost_a_unit_of_equal_strength_or_protection() -> None:
    """OB-8.7.4"""
    s = empty()
    lost = place(s, GD[0], OPEN)
    place(s, VS_11, OPEN)
    for u in (PARA[0], HQ82, US_GUN):
        place(s, u, N, "S")
    attack = Attack(ASSAULT, OPEN, (PARA[0], HQ82, US_GUN))
    assert (KINDS[lost].fs, KINDS[lost].pf) == (3, 4)
    assert (KINDS[PARA[0]].fs, KINDS[HQ82].fs, KINDS[HQ82].pf) == (3, 2, 3)
    assert options_of(exchange(s, attack, ALLIED, lost)) == {("lose", PARA[0])}
    assert options_of(exchange(s, attack, ALLIED, VS_12)) == {("lose", PARA[0]), ("lose", HQ82)}
    strong = place(s, "a-us82nd-infantry-7", N, "S")
    attack = Attack(ASSAULT, OPEN, (PARA[0], HQ82, strong))
    assert options_of(exchange(s, attack, ALLIED, lost)) == {("lose", PARA[0]), ("lose", strong)}
    run(exchange(s, Attack(ASSAULT, OPEN, (US_GUN,)), ALLIED, lost))
    assert s.units[US_GUN].at == N, "artillery is exempt"


def test_who_is_eliminated_leaves_nothing_behind() -> None:
    """OB-8.7.6, OB-12.6"""
    s = empty()
    place(s, PARA[0], OPEN, combat=False, no_loc=True, disrupted=True)
    eliminate(s, PARA[0], "assault")
    assert s.units[PARA[0]] == Unit(ELIMINATED)
    assert vp(s) == (0, 1)
    assert s.tally == {"german_vp_assault": 1}


def test_shifts_go_from_minus_one_to_plus_three() -> None:
    """OB-8.6.1 One column to the left at most, however the ground lies."""
    s = empty()
    place(s, TANK, OPEN, "N")
    for u in PARA[:3]:
        place(s, u, N, "S")
    found = sum_up(s, ASSAULT, OPEN, *PARA[:3])
    assert [value for value, _, _ in found.shifts] == [-1]
    assert (found.strength, found.protection, found.letter) == (9, 5, "A")


def test_the_reichstag_tower_is_static_and_nobody_else() -> None:
    """OB-16.1, OB-1.4.3"""
    s = empty(3, GERMAN, reichstag_flak_tower="on")
    place(s, FLAK_OF_REICHSTAG, REICHSTAG)
    place(s, MVK, OPEN, combat=False)
    assert is_static(s, FLAK_OF_REICHSTAG)
    assert not is_static(s, MVK)
    assert options_of(move_units(s)) == {("done",), ("move", MVK)}
    refusal = why_not_move(s, FLAK_OF_REICHSTAG)
    assert refusal is not None
    assert refusal[1] == "OB-3.3.4"
    s = empty(3, GERMAN)
    place(s, FLAK_OF_REICHSTAG, REICHSTAG, combat=False)
    assert not is_static(s, FLAK_OF_REICHSTAG)
    assert ("move", FLAK_OF_REICHSTAG) in options_of(move_units(s))


def test_the_first_german_turn_is_slow() -> None:
    """OB-7.8 A quarter of the Maneuver MA, and nothing in Combat Mode."""
    s = empty(1, GERMAN)
    place(s, MVK, OPEN, combat=False)
    place(s, GD[0], N)
    march = begin(s, MVK)
    assert march == March(0, 2 * (KINDS[MVK].maneuver_ma // 4), 0, True, False, least_step=False)
    assert begin(s, GD[0]) == March(0, 0, 0, False, True, least_step=False)
    s.turn = 2
    assert begin(s, GD[0]).most == 2 * KINDS[GD[0]].maneuver_ma


def test_guns_in_built_up_hexes_fire_all_round() -> None:
    """OB-3.4.3, OB-8.4.1"""
    s = empty(player=GERMAN)
    flak = place(s, "g-tegel-flak-1", "3720")
    assert "3720" not in s.facing
    assert all(could_fire(s, flak, n) for n in MAP.neighbours["3720"])


def test_what_is_not_hidden_is_assessed_as_it_is() -> None:
    """OB-3.6.2"""
    s = empty(fog_of_war="on")
    assert as_seen(s, ALLIED, OPEN) is s
    place(s, VS_11, OPEN)
    assert as_seen(s, ALLIED, OPEN) is s
    place(s, GD[0], OPEN)
    hidden = as_seen(s, ALLIED, OPEN)
    assert hidden is not s
    assert VS_11 not in hidden.stacks[OPEN]
    place(s, PARA[0], N)
    assert as_seen(s, ALLIED, OPEN) is s


def test_a_struck_hex_is_struck_once() -> None:
    """OB-8.3.2"""
    s = empty()
    place(s, VS_11, OPEN)
    s.strikes, s.napalm, s.step = 4, 1, "step_one"
    load(s, 1, 2)
    run(strike(s, OPEN), ("napalm", 2))
    assert s.struck == {OPEN: True}
    assert (s.strikes, s.napalm) == (2, 0)
    assert s.attack is None
    place(s, VS_12, S)
    assert options_of(step_one(s)) == {("done",), ("strike", S)}


def test_stacks_in_an_announced_assault_are_open() -> None:
    """OB-3.6.2, OB-8.5.2"""
    s = empty(fog_of_war="on")
    place(s, VS_11, OPEN)
    place(s, PARA[0], N, "S")
    run(announce(s), ("assault", OPEN), ("add", PARA[0]), ("commit",))
    assert s.assaults == {OPEN: (PARA[0],)}
    assert s.open == {OPEN: True, N: True}
    assert s.attack is None


def test_spare_strikes_delay_formations_one_by_one() -> None:
    """OB-14.4.1, OB-8.3.5"""
    s = empty(2, ALLIED, variable_reinforcements="on")
    s.step, s.strikes = "interdict", 5
    run(interdict(s), ("interdict", "18th PzGren"))
    run(interdict(s), ("interdict", "18th PzGren"))
    assert s.interdiction == {"18th PzGren": 2}
    assert (s.strikes, step_of(s)) == (3, "interdict")
    decision = first_decision(interdict(s))
    assert (decision.seat, decision.about) == (ALLIED, (3,))
    assert ("interdict", "GD") not in decision.options, "on the map from the start"
    run(interdict(s), ("done",))
    assert (s.strikes, step_of(s)) == (0, "end_combat")
    s.step = "interdict"
    run(interdict(s))
    assert step_of(s) == "end_combat"


def test_without_the_option_spare_strikes_are_gone() -> None:
    """OB-14.4.1, OB-8.3.5"""
    s = empty(2, ALLIED)
    s.step, s.strikes = "interdict", 3
    run(interdict(s))
    assert (s.strikes, step_of(s)) == (0, "end_combat")


def test_a_german_who_turns_over_does_not_bring_strongpoints_down() -> None:
    """OB-10.3.6 They are looked at after Allied moves and at the end of segments."""
    s = empty(3, GERMAN)
    place(s, PARA[0], side("5426", "N"), "S")
    u = place(s, MVK, side("5426", "S"), "S", combat=False)
    run(change_mode(s, u, combat=True), ("face", side("5426", "S"), "S"))
    assert s.fallen == {}
    s.player = ALLIED
    run(change_mode(s, PARA[0], combat=False))
    assert s.fallen == {}
    run(change_mode(s, PARA[0], combat=True), ("face", side("5426", "N"), "S"))
    assert list(s.fallen) == ["5426"]


def test_exploiting_units_do_not_change_mode() -> None:
    """OB-8.10.2 Up to 2 MP in Combat Mode; the attacker decides."""
    s = empty(player=GERMAN)
    place(s, TANK, OPEN, "S")
    decision = first_decision(exploitation(s, TANK))
    assert (decision.seat, decision.ask, decision.about) == (GERMAN, "exploit", (TANK,))
    assert ("maneuver", TANK) not in decision.options
    reached = {str(o[1]) for o in decision.options if o[0] == "go"}
    assert reached == {hex for hex in MAP.within(OPEN, 2) if hex != OPEN and MAP.hexes[hex].terrain == "clear"}
    run(exploitation(s, TANK), ("go", SE), ("end",), ("face", SE, "S"))
    assert (s.units[TANK].at, s.units[TANK].combat, s.active) == (SE, True, "")


def test_the_attackers_walk_into_an_empty_hex_without_exploiting() -> None:
    """OB-8.5.5, OB-8.10.2"""
    s = empty(player=GERMAN)
    place(s, TANK, N, "S")
    s.attack = Attack(ASSAULT, OPEN, (TANK,))
    run(assault(s), ("advance", TANK), ("face", OPEN, "S"))
    assert s.units[TANK].at == OPEN


def test_defenders_fire_only_at_attackers_in_range() -> None:
    """OB-8.5.3, OB-8.4.1"""
    s = empty()
    s.divisions["US 82nd"] = supplied()
    place(s, VS_11, OPEN)
    place(s, PARA[0], N, "S")
    far = side(side(side(OPEN, "S"), "S"), "S")
    flak = place(s, "g-tegel-flak-1", far, "N")
    assert MAP.distance(far, N) == 4
    s.assaults = {OPEN: (PARA[0],)}
    load(s, 1, 1)
    run(resolve_assaults(s), ("resolve", OPEN))
    assert not s.units[flak].fired
    place(s, flak, side(S, "S"), "N")
    place(s, VS_11, OPEN)
    s.units[PARA[0]] = Unit(N, combat=True)
    s.assaults = {OPEN: (PARA[0],)}
    decision = after(resolve_assaults(s), ("resolve", OPEN))
    assert set(decision.options) == {("hold",), ("defend", flak, N)}
