"""Aboard vehicles, in cellars, in hiding, and what else was found; each test failed before."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Weapon
from sandtable.games.vengeance.rules.close_combat.attacks import attack_numbers
from sandtable.games.vengeance.rules.concealment.gain_and_loss import gain
from sandtable.games.vengeance.rules.fire.groups import joiners
from sandtable.games.vengeance.rules.fire.kinds import PREP_FIRE
from sandtable.games.vengeance.rules.fire.targets import starters
from sandtable.games.vengeance.rules.movement.destinations import fit_below
from sandtable.games.vengeance.rules.movement.sewers import leave_tunnels
from sandtable.games.vengeance.rules.set_up.handed_out import hand_out
from sandtable.games.vengeance.rules.terrain.cover import tem
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    berlin,
    can,
    dig,
    drive,
    drm,
    lines,
    load,
    moving,
    play_activity,
    put,
    questions,
    vehicle,
    whole_map,
)


def drive_all(s: Battle) -> None:
    """One activity; whoever is asked does the last thing offered, which is to pass."""
    play_activity(s, lambda decision: decision.options[-1])


# -- aboard, below and in hiding ---------------------------------------------------------------------------------------


def close_combat_with_passengers(type: str, **marks: bool) -> Battle:
    """A Russian squad beside a German vehicle with a squad aboard, when attacks are declared."""
    s = battle("CCPh", side="russian", dice=[6, 5, 6, 5])
    ride = vehicle(s, type, "E5")
    put(s, "ge_4-4-7", "", "a", aboard=ride, **marks)
    s.at.clear()
    put(s, "ru_4-4-7", "E5", "x")
    return s


def test_passengers_fight_in_close_combat() -> None:
    """RV-A11.6, RV-D6.3 Those of a half-track fight as Infantry; nobody makes it hand-to-hand (RV-J2.31)."""
    s = close_combat_with_passengers("ge_spw251_1")
    decision = ask(s)
    assert (decision.seat, decision.ask) == ("russian", "close_combat")
    assert ("attack", "x", "a") in decision.options
    drive(s, ("attack", "x", "a"))
    decision = ask(s)
    assert decision.seat == "german"
    assert ("attack", "a", "x") in decision.options
    assert not any(o[0] == "withdraw" for o in decision.options)
    drive(s, ("attack", "a", "x"))
    while s.melee is not None:
        drive_all(s)
    assert len(lines(s, "close_combat")) == 2


def test_in_a_truck_one_fights_badly() -> None:
    """RV-A11.6, RV-D6.2 +2 for those in a truck, -2 against them; riders +1 and -1."""
    for type, by, against in (("ge_opel", 2, -2), ("ge_pz5g", 1, -1)):
        s = close_combat_with_passengers(type)
        s.melee = Melee("E5", "first")
        assert drm(attack_numbers(s, Attack(("a",), ("x",)))[1]) == by
        assert drm(attack_numbers(s, Attack(("x",), ("a",)))[1]) == against


def test_passengers_die_in_close_combat() -> None:
    """RV-A11.12 Who is aboard is attacked, and eliminated, as others are."""
    s = close_combat_with_passengers("ge_spw251_1")
    load(s, 1, 2, 3, 3, 3, 3)
    drive(s, ("attack", "x", "a"), ("done",))
    while s.melee is not None:
        drive_all(s)
    assert "a" not in s.units


def test_searchers_do_not_attack() -> None:
    """RV-A11.11 Who is TI for a search defends only; who dug in attacks with the +1 of TI."""
    for searching, verbs in ((True, {"done"}), (False, {"attack", "done"})):
        s = battle("CCPh", side="german")
        put(s, "ge_4-4-7", "E5", "a", ti=True, searching=searching)
        put(s, "ru_4-4-7", "E5", "x")
        s.melee = Melee("E5", "first")
        asked: list[set[str]] = []

        def note(decision: Choose, asked: list[set[str]] = asked) -> Option:
            asked.append({str(o[0]) for o in decision.options})
            return decision.options[-1]

        play_activity(s, note)
        assert asked[0] == verbs


def test_outside_a_building_nobody_is_concealed_for_nothing() -> None:
    """RV-A12.12, RV-A4.3 A unit pinned in bypass is not in Concealment Terrain: it needs the die."""
    s = battle("CCPh", side="german", dice=[6], E5="1.5")
    put(s, "ge_4-4-7", "E5", "in")
    put(s, "ge_4-4-7", "E5", "out", bypass="+1", pinned=True)
    s.skirting.append("out")
    gain(s, ("german",))
    assert (s.units["in"].concealed, s.units["out"].concealed) == (True, False)


def test_who_comes_through_a_tunnel_keeps_his_secret() -> None:
    """RV-B8.6, RV-A12.1, RV-A12.15 The enemy reads of a `?` only; who was hidden at the far end is placed."""
    s = battle("APh", side="german", E5="1.5", E8="1.5")
    dig(s, "german", "E5", "E8")
    put(s, "ge_4-4-7", "E5", "a", concealed=True)
    put(s, "ru_4-4-7", "E8", "x", hidden=True)
    s.underway["a"] = "E8"
    leave_tunnels(s)
    told = [line for line in s.journal.lines if line.event == "advances"]
    assert [line.seen_by for line in told] == [("german",)]
    assert (s.units["x"].hidden, s.units["x"].concealed) == (False, True)


def test_an_enemy_at_hand_comes_before_rockets_and_charges() -> None:
    """RV-A7.4 Who shares his Location with an enemy fires only there."""
    s = battle(side="german", E7="1.5")
    put(s, "ge_8-3-8", "E6", "a")
    arm(s, "ge_psk", "a", "psk")
    arm(s, "ge_dc", "a", "dc")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "rocket", "psk", "E7")
    assert can(s, "throw", "dc", "E7")
    put(s, "ru_4-4-7", "E6", "y")
    options = ask(s).options
    assert [o for o in options if o[0] in ("rocket", "throw")] == [("throw", "dc", "E6")]


def test_height_covers_nobody_who_walks_a_roof() -> None:
    """RV-B10.31, RV-B23.8 On a rooftop a unit that moves has no height advantage."""
    s = battle("MPh", side="german", E7="1.5")
    put(s, "ge_4-4-7", "E7-roof", "a")
    f = field_of(s)
    assert drm(tem(s, f, "E3", "E7-roof")) == 1
    moving(s, "a")
    assert drm(tem(s, f, "E3", "E7-roof")) == 0


def test_heroes_wait_for_their_moment() -> None:
    """RV-A7.25 A hero with a machine gun may be marked Opportunity Fire."""
    s = battle(side="german")
    put(s, "ge_hero", "E5", "hero")
    arm(s, "ge_lmg", "hero", "lmg")
    put(s, "ru_4-4-7", "E7", "x")
    assert can(s, "opportunity", "hero")


def test_a_fallen_roof_lies_around_its_house() -> None:
    """RV-BRV12.21, RV-O1.1 Bypass of a roofless hex goes through debris: one MF more, +1 TEM, not in the open."""
    whole = whole_map()
    costs = {way.to: way.cost for way in whole.ways_round("E4") if len(way.sides) == 3}
    assert (costs["D4"], costs["D3"]) == (1, 2)
    assert [whole.ground.littered(hex) for hex in ("D4", "D3")] == [False, True]
    assert (whole.terrain_of["D3/0"].tem, whole.terrain_of["D3/0"].open_ground) == (1, False)


def test_one_machine_gun_fires_out_of_a_cellar() -> None:
    """RV-O6.3, RV-O6.1 One MG in a phase, in one attack or several; what is bulky comes down dismantled."""
    f = whole_map()
    cellar = next(at for at in f.steps if f.place(at).kind == "cellar")
    ground = f.hex_of[cellar]
    s = berlin("PFPh", "german")
    target = next(at for at in f.adjacent[ground] if f.los(cellar, at).clear and f.hex_of[at] != ground)
    put(s, "ge_4-4-7", cellar, "a")
    arm(s, "ge_lmg", "a", "one")
    arm(s, "ge_lmg", "a", "two")
    put(s, "ru_4-4-7", target, "x")
    assert set(starters(s, f, "german", [target])) == {"a", "one", "two"}
    assert joiners(s, f, ["one"], target, PREP_FIRE) == ["a"]
    s.weapons["one"] = replace(s.weapons["one"], used=True)
    assert "two" not in starters(s, f, "german", [target])
    put(s, "ge_4-4-7", ground, "b")
    arm(s, "ru_hmg50", "b", "heavy")
    assert not fit_below(s, f, cellar, [s.units["b"]])
    s.weapons["heavy"] = replace(s.weapons["heavy"], dm=True)
    assert fit_below(s, f, cellar, [s.units["b"]])


def test_weapons_are_set_up_dismantled_or_not() -> None:
    """RV-A9.8 The owner's choice for what can be taken apart."""
    s = battle("setup")
    put(s, "ge_4-4-7", "E5", "a")
    for type, verbs in (("ge_hmg", {"give", "give_dismantled"}), ("ge_lmg", {"give"})):
        weapon = Weapon(type, type, "german")
        s.weapons[type] = weapon
        asked = next(iter(questions(hand_out(s, weapon))), None)
        found = {"give"} if asked is None else {o[0] for o in asked.options}
        assert found == verbs
