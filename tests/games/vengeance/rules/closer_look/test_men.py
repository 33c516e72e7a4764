"""A closer look at men: human waves, deployment, berserk men, double time, sewers, sky and numbers."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle, Move, Wave
from sandtable.games.vengeance.model.field_works import SetCharge
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.morale.checks import break_unit
from sandtable.games.vengeance.rules.movement.destinations import step_options
from sandtable.games.vengeance.rules.movement.human_wave import next_steps
from sandtable.games.vengeance.rules.movement.searching import search_modifiers
from sandtable.games.vengeance.rules.movement.sewers import sewer_options
from sandtable.games.vengeance.rules.ordnance.mounts import kind_of_shot
from sandtable.games.vengeance.rules.terrain.bridges import hurry
from sandtable.games.vengeance.rules.units.counters import number_of
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import ask, battle, berlin, drive_quiet, emplace, put


def wave_of(*places: str, target: str = "E8", mf: int = 8, done: tuple[str, ...] = ()) -> Battle:
    """Russian squads in a wave."""
    s = battle("MPh", side="russian", E6="1.5")
    for number, at in enumerate(places):
        put(s, "ru_4-4-7", at, f"r{number}", wave=True)
    put(s, "ge_4-4-7", target, "x")
    s.wave = Wave("x", tuple((f"r{number}", mf) for number in range(len(places))), done=done)
    return s


def steps(s: Battle, id: str) -> set[str]:
    """Where a unit of the wave may go on to."""
    assert s.wave is not None
    return {step.to for step in next_steps(s, field_of(s), s.wave, s.units[id])}


def test_a_wave_comes_closer_or_keeps_its_distance() -> None:
    """RV-A25.231, RV-A25.233, RV-B25.2 Closer if it can pay, else equally far, never farther, and not into flames."""
    assert steps(wave_of("E5"), "r0") == {"E6"}
    assert steps(wave_of("E5", mf=1), "r0") == {"D5", "F5"}, "the building costs two"
    s = wave_of("E5")
    s.flames["E6"] = 2
    assert steps(s, "r0") == {"D5", "F5"}
    s.flames["D5"] = 2
    assert steps(s, "r0") == {"F5"}


def test_who_has_no_mf_left_leaves_the_wave() -> None:
    """RV-A25.234 Spent men stay behind; with nobody left the wave is over."""
    s = wave_of("E5", "D5", mf=8, done=("r0", "r1"))
    assert s.wave is not None
    spent = s.clone()
    s.wave = replace(s.wave, left=(("r0", 0), ("r1", 3)))
    drive_quiet(s)
    assert s.wave is not None
    assert dict(s.wave.left) == {"r1": 3}
    assert spent.wave is not None
    spent.wave = replace(spent.wave, left=(("r0", 0), ("r1", 0)))
    drive_quiet(spent)
    assert spent.wave is None


def test_every_squad_with_a_leader_may_deploy() -> None:
    """RV-A1.31 Also when another before it may not."""
    s = battle("RPh")
    put(s, "ge_4-4-7", "C3", "alone")
    put(s, "ge_4-4-7", "E5", "led")
    put(s, "ge_8-1", "E5", "boss")
    options = ask(s).options
    assert ("deploy", "led") in options
    assert ("deploy", "alone") not in options


def test_assault_movement_is_not_for_those_in_bypass() -> None:
    """RV-A4.6 One Location, with MF to spare, as the first and only step."""
    s = battle("MPh", E6="1.5")
    put(s, "ge_6-5-8", "E5", "a")
    assert ("assault", "E4") in step_options(s, field_of(s), Move(("a",)))
    assert ("assault", "E4") not in step_options(s, field_of(s), Move(("a",), spent=1))
    assert ("assault", "E4") not in step_options(s, field_of(s), Move(("a",), double=True))


def test_a_berserk_man_who_would_break_is_hit() -> None:
    """RV-A15.4 A squad becomes a half-squad that stays berserk and in the stack; a half-squad is lost."""
    s = battle("MPh")
    put(s, "ge_6-5-8", "E5", "a", berserk=True)
    heirs = break_unit(s, "a")
    assert all(id in s.units and s.units[id].berserk for id in heirs)
    assert len(s.units) == 1
    [left] = s.units
    assert not s.units[left].broken
    s = battle("MPh")
    put(s, "ge_8-1", "E5", "boss", broken=True)
    assert break_unit(s, "boss") == ["boss"]
    s = battle("MPh", dice=[1])
    put(s, "ge_8-1", "E5", "boss", berserk=True)
    assert break_unit(s, "boss") == ["boss"], "a light wound: he charges on"
    assert s.units["boss"].wounded


@pytest.mark.parametrize(
    ("phase", "fired", "kind"),
    [
        ("MPh", "", fire_kinds.FIRST_FIRE),
        ("MPh", "first", ""),
        ("DFPh", "", fire_kinds.FINAL_FIRE),
        ("PFPh", "", ""),
    ],
)
def test_how_a_gun_of_the_defender_fires(phase: Phase, fired: str, kind: str) -> None:
    """RV-A3.4, RV-A8.4, RV-C2.6"""
    s = battle(phase, side="russian")
    put(s, "ge_2-2-8", "E5", "crew")
    emplace(s, "ge_75_pak40", "E5", "crew", 0, "gun", fired=fired)
    assert kind_of_shot(s, field_of(s), "gun", "E1") == kind


def test_counters_made_in_play_have_numbers_in_secret_order() -> None:
    """RV-RePh8.627 Each number once, in an order that the key decides."""
    s = battle()
    assert [number_of(s, n, 5) for n in (1, 2, 5, 6)] == [1, 2, 5, 6]
    s.numbering = "ab" * 32
    shuffled = [number_of(s, n, 50) for n in range(1, 51)]
    assert sorted(shuffled) == list(range(1, 51))
    assert shuffled != list(range(1, 51))
    assert number_of(s, 51, 50) == 51
    other = battle()
    other.numbering = "ab" * 32
    assert [number_of(other, n, 50) for n in range(1, 51)] == shuffled
    from_the_key = list(range(1, 51))
    Dice("ab" * 32).shuffle(from_the_key)
    assert shuffled == from_the_key


def test_a_charge_whose_setter_is_gone_is_in_a_hurry_too() -> None:
    """RV-BRV11.315 The wire runs from where he last could fire it."""
    s = berlin()
    f = field_of(s)
    bridge = next(at for at in f.steps if at.endswith("-bridge"))
    hex = bridge.removesuffix("-bridge")
    near = next(iter(f.steps[bridge])).to
    s.set_charges.append(SetCharge("dc", "ge_dc", "german", bridge, "nobody", near))
    hurry(s, hex)
    assert [charge.urgent for charge in s.set_charges] == [True]


def test_men_in_bypass_do_not_climb_down() -> None:
    """RV-B8.1, RV-A4.5 Neither who has spent MF nor who goes at double time."""
    s = berlin("MPh", "german")
    f = field_of(s)
    at = next(hex for hex in f.steps if f"{hex}-sewer" in f.steps and f.place(hex).kind == "ground")
    put(s, "ge_8-1", at, "boss")
    put(s, "ge_4-4-7", at, "a")
    s.turn = 9
    down = ("sewer", f"{at}-sewer")
    assert down in sewer_options(s, f, Move(("a", "boss")))
    assert down not in sewer_options(s, f, Move(("a", "boss"), spent=1))
    assert down not in sewer_options(s, f, Move(("a", "boss"), double=True))
    for id in ("a", "boss"):
        s.units[id] = replace(s.units[id], bypass="x")
    assert sewer_options(s, f, Move(("a", "boss"))) == []


def test_a_lone_half_squad_searches_without_modifiers() -> None:
    """RV-A12.152 Each half-squad over the first helps."""
    s = battle("MPh")
    table = {"per_hs_over_one": -1, "lax": 2}
    half = s.units[put(s, components().units["ge_4-4-7"].half_squad, "E5", "half")]
    squad = s.units[put(s, "ge_4-4-7", "E5", "squad")]
    assert search_modifiers(s, [half], table) == []
    assert search_modifiers(s, [squad], table) == [(-1, "RV-A12.152", "half-squads over the first")]
    assert search_modifiers(s, [half, squad], table) == [(-2, "RV-A12.152", "half-squads over the first")]
