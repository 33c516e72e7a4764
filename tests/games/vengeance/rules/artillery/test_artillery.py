"""Off-board artillery: contact, chits, spotting rounds, corrections, fire for effect, rockets (chapter C1)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.map import current_sight
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.batteries import FFE1, FFEC, HE, IR, OBSERVER, PHONE, PLANE, RADIO, SR, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.play import end_phase
from sandtable.games.vengeance.rules.artillery.blast_area import blast_area
from sandtable.games.vengeance.rules.artillery.chits import draw
from sandtable.games.vengeance.rules.artillery.effect import fire_for_effect, lift_fire, walk_into_fire
from sandtable.games.vengeance.rules.artillery.mission import missions, spotting_options
from sandtable.games.vengeance.rules.artillery.muster import (
    cut_lines,
    guess_batteries,
    muster_battery,
    record,
    record_secretly,
    security_area,
)
from sandtable.games.vengeance.rules.artillery.observers import known_near, looks, observer_of, viewpoint
from sandtable.games.vengeance.rules.artillery.rounds import fall_of_shot, flare_hexes, ir_hexes, most_error, moved
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import (
    arm,
    ask,
    battle,
    drive,
    drive_quiet,
    drm,
    lines,
    load,
    moving,
    put,
    struck,
)


def fight(phase: Phase = "PFPh", side: str = "german", by: str = RADIO, module: str = "", **more: Any) -> Battle:
    """A battle in which a side has a battery and a leader with a radio in E5."""
    marks = {k: more.pop(k) for k in list(more) if k in Battery.__struct_fields__}
    terrain = more
    s = battle(phase, side, **terrain)
    owner = "german" if phase == "PFPh" and side == "german" else "russian" if phase == "PFPh" else side
    prefix = owner[:2]
    put(s, f"{prefix}_8-0", "E5", "boss")
    if by in (RADIO, PHONE):
        arm(s, f"{prefix}_{by}", "boss", by)
    module = module or ("88mm" if owner == "german" else "120mm")
    weapon = by if by in (RADIO, PHONE) else ""
    s.batteries["gun"] = Battery("gun", module, owner, by, weapon, **{"black": 8, "red": 3} | marks)
    return s


def dice(s: Battle, *rolls: int, chits: tuple[str, ...] = ()) -> None:
    """The next rolls and chits."""
    s.dice = Dice.loaded(rolls, then=seed_from("the rest"), chit=chits)


def test_cc_81_contact_access_and_a_spotting_round() -> None:
    """RV-C1.2, RV-C1.21, RV-C1.22, RV-C1.3, RV-C1.6 Contact on 8, not on 9; Black is access; no extra chit."""
    s = fight()
    put(s, "ru_4-4-7", "E9", "x")
    dice(s, 5, 4)
    drive(s, ("contact", "gun"))
    assert not s.batteries["gun"].access
    assert s.batteries["gun"].stage == "done"
    assert s.units["boss"].fired == "prep"  # he does nothing else
    s = fight()
    put(s, "ru_4-4-7", "E9", "x")
    dice(s, 5, 3, 2, chits=("black",))
    drive(s, ("contact", "gun"), ("aim", "gun", "E10"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.at, gun.access, gun.black) == (SR, "E10", True, 7)
    assert s.dice.left() == {}  # type: ignore[attr-defined]


def test_cc_82_error() -> None:
    """RV-C1.3 A Russian accuracy dr of 2 errs: (3,4) is direction 3, extent 4 hexes."""
    s = fight(side="russian")
    dice(s, 2, 3, 4)
    f = field_of(s)
    assert fall_of_shot(s, f, s.batteries["gun"], "C3") == moved(f, "C3", 3, 4) == "G5"
    dice(s, 1)
    assert fall_of_shot(s, f, s.batteries["gun"], "C3") == "C3"
    dice(s, 6, 1, 6)
    assert fall_of_shot(s, f, s.batteries["gun"], "C3") == ""  # off the map


def test_a_round_off_the_map_keeps_the_access() -> None:
    """RV-C1.3"""
    s = fight(access=True)
    put(s, "ru_4-4-7", "E2", "x")
    dice(s, 3, 3, 6, 1, 6)
    drive(s, ("contact", "gun"), ("aim", "gun", "E1"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.access, gun.mission) == ("", True, "")


def test_cc_83_a_correction_limits_the_error() -> None:
    """RV-C1.32 An SR corrected five hexes errs by at most two."""
    s = fight(marker=SR, at="E10", mission=HE, access=True)
    f = field_of(s)
    assert most_error(f, s.batteries["gun"], "E5", True) == 2
    put(s, "ru_4-4-7", "E6", "x")
    dice(s, 3, 3, 6, 4, 6)
    drive(s, ("contact", "gun"), ("correct", "gun"), ("aim", "gun", "E6"))
    assert s.batteries["gun"].at == "E8"  # four hexes south of E6 became two
    assert s.batteries["gun"].marker == SR


def test_cc_84_fire_for_effect() -> None:
    """RV-C1.5, RV-C1.33 FFE:1 of 120mm: everybody within a hex on column 24, one DR for each hex."""
    s = fight(side="russian", marker=SR, at="E9", mission=HE, access=True)
    put(s, "ge_4-4-7", "E9", "a")
    put(s, "ge_4-4-7", "E10", "b")
    put(s, "ru_4-4-7", "E8", "own")
    put(s, "ge_4-4-7", "E11", "far")
    dice(s, 3, 3, *[6, 5] * 3)
    drive(s, ("contact", "gun"), ("convert", "gun"))
    shots = struck(s)
    assert {shot["target"] for shot in shots} == {"E9", "E10", "E8"}
    assert {shot["column"] for shot in shots} == {24}
    assert s.batteries["gun"].marker == FFE1
    assert len(blast_area(field_of(s), s.batteries["gun"])) == 7


def test_cc_85_the_second_red_ends_the_battery() -> None:
    """RV-C1.1"""
    s = fight(reds=1)
    dice(s, 3, 3, chits=("red",))
    drive(s, ("contact", "gun"))
    assert s.batteries["gun"].ended
    assert lines(s, "battery_ends") == [{"battery": "gun"}]


def test_a_battalion_mortars_first_red_goes_back() -> None:
    """RV-C1.1, RV-BRV15.1"""
    s = fight(side="russian", module="82mm", black=5, red=2)
    dice(s, chits=("red", "red", "red"))
    draw(s, "gun")
    assert (s.batteries["gun"].red, s.batteries["gun"].reds) == (2, 0)
    draw(s, "gun")
    assert (s.batteries["gun"].red, s.batteries["gun"].reds) == (1, 1)
    draw(s, "gun")
    assert s.batteries["gun"].ended


def test_an_empty_pile_ends_the_battery() -> None:
    """RV-C1.1, RV-C1.22"""
    s = fight(black=0, red=0)
    dice(s, 3, 3)
    drive(s, ("contact", "gun"))
    assert s.batteries["gun"].ended


def test_cc_86_rockets() -> None:
    """RV-C1.9 The error is always rolled; the outer ring is attacked on column 16; FFE:2 follows, then it is over."""
    s = fight(side="russian", module="200mm rocket")
    put(s, "ge_4-4-7", "E9", "a", broken=True)
    put(s, "ge_4-4-7", "E11", "b", broken=True)
    dice(s, 3, 3, 1, 1, *[6, 6] * 2, *[6, 6] * 4, chits=("black",))
    drive(s, ("contact", "gun"), ("aim", "gun", "E10"))
    assert s.batteries["gun"].at == "E9"
    assert {(shot["target"], shot["column"]) for shot in struck(s)} == {("E9", 36), ("E11", 16)}
    assert len(lines(s, "accuracy")) == 0
    s.phase, s.side = "DFPh", "german"
    s.units.pop("a", None), s.units.pop("b", None)
    s.at.clear()
    s.at["E5"] = ("boss",)
    s.batteries["gun"] = replace(s.batteries["gun"], stage="")
    dice(s, 6, 6)
    drive_quiet(s)
    assert s.batteries["gun"].ended
    registered = fight(side="russian", module="200mm rocket", registered=("E8",))
    put(registered, "ge_4-4-7", "E9", "a")
    dice(registered, 3, 3, 4, 5, *[6, 6] * 4, chits=("black",))
    drive(registered, ("contact", "gun"), ("aim", "gun", "E8"))
    assert registered.batteries["gun"].at == "E10"  # five hexes halved


def test_cc_111_the_extra_chit() -> None:
    """RV-C1.3, RV-C1.1 HE where the observer knows of no enemy: Red removes the AR and counts."""
    s = fight()
    put(s, "ru_4-4-7", "E9", "x", concealed=True)
    assert not known_near(s, field_of(s), s.batteries["gun"], "E9")
    dice(s, 3, 3, chits=("black", "red"))
    drive(s, ("contact", "gun"), ("aim", "gun", "E9"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.access, gun.reds, gun.ended) == ("", False, 1, False)
    assert not lines(s, "accuracy")


def test_cc_114_fire_for_effect_on_a_melee() -> None:
    """RV-C1.5, RV-A7.4 A Russian FFE attacks all units of both sides with one DR."""
    s = fight(side="russian")
    put(s, "ru_4-4-7", "E9", "x", melee=True)
    put(s, "ge_4-4-7", "E9", "a", melee=True)
    s.batteries["gun"] = replace(s.batteries["gun"], marker=SR, at="E9", mission=HE)
    dice(s, 6, 5)
    fire_for_effect(s, "gun", FFE1)
    assert set(struck(s)[0]["units"]) == {"x", "a"}


def test_contact_with_radio_and_phone() -> None:
    """RV-C1.21 A pinned observer has +1; an Original 12 breaks the radio and ends the phone; a phone needs 11."""
    s = fight()
    s.units["boss"] = replace(s.units["boss"], pinned=True)
    dice(s, 4, 4)
    drive(s, ("contact", "gun"))
    assert lines(s, "contact")[0]["final"] == 9
    assert not lines(s, "contact")[0]["success"]
    for by, left in ((RADIO, True), (PHONE, False)):
        s = fight(by=by)
        dice(s, 6, 6)
        drive(s, ("contact", "gun"))
        assert (by in s.weapons) == left
        assert observer_of(s, s.batteries["gun"]) is None
    s = fight(by=PHONE)
    put(s, "ru_4-4-7", "E9", "x")
    dice(s, 6, 5, chits=("black",))
    drive(s, ("contact", "gun"))
    assert s.batteries["gun"].access


def test_a_concealed_observer_is_not_marked() -> None:
    """RV-C1.2"""
    s = fight()
    s.units["boss"] = replace(s.units["boss"], concealed=True)
    dice(s, 6, 3)
    drive(s, ("contact", "gun"))
    assert s.units["boss"].fired == ""


def test_without_contact() -> None:
    """RV-C1.21 An SR stays; FFE is resolved once more and becomes FFE:C. The battery of a dead leader likewise."""
    s = fight(marker=SR, at="E9", mission=HE, access=True)
    dice(s, 6, 3)
    drive(s, ("contact", "gun"))
    assert s.batteries["gun"].marker == SR
    s = fight(marker=FFE1, at="E9", mission=HE, access=True)
    put(s, "ru_4-4-7", "E10", "x", broken=True)
    dice(s, 6, 3, 6, 6, 6, 6)
    drive(s, ("contact", "gun"))
    assert (s.batteries["gun"].marker, s.batteries["gun"].access) == (FFEC, False)
    assert struck(s)[0]["target"] == "E10"
    s = fight(marker=FFE1, at="E9", mission=HE, access=True)
    s.units["boss"] = replace(s.units["boss"], broken=True)
    put(s, "ru_4-4-7", "E10", "x", broken=True)
    dice(s, 6, 6, 6, 6)
    ask(s)
    assert s.batteries["gun"].marker == FFEC


def test_giving_up() -> None:
    """RV-C1.23 Access and marker are lost."""
    s = fight(marker=SR, at="E9", mission=HE, access=True)
    drive(s, ("give_up", "gun"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.at, gun.access, gun.ended) == ("", "", False, False)


def test_pre_registered_hexes() -> None:
    """RV-C1.31, RV-C1.7 FFE:1 at once, with half the error; recorded in secret; one more Black chit."""
    s = fight(registered=("E9",), access=True)
    put(s, "ru_4-4-7", "E10", "x", broken=True)
    dice(s, 3, 3, 5, 4, 3, 6, 6, 6, 6)
    drive(s, ("contact", "gun"), ("aim", "gun", "E9"), ("convert", "gun"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.at) == (FFE1, "E10")
    s = fight(registered=("E9",), access=True)
    dice(s, 3, 3, 2, chits=("black",))
    drive(s, ("contact", "gun"), ("aim", "gun", "E9"), ("spot", "gun"))
    assert s.batteries["gun"].marker == SR
    assert sight(s, "german").batteries["gun"].registered == ("E9",)
    assert sight(s, "russian").batteries["gun"].registered == ()
    assert sight(s, "").batteries["gun"].weapon == ""
    s = battle()
    load(s, 3, 4, 6, 1)
    one = muster_battery(s, "german", "88mm OBA phone", 0, registered=2)
    two = muster_battery(s, "german", "128mm OBA radio", 0)
    assert (one.black, one.red, one.unrecorded) == (9, 4, 2)  # scarce: 7
    assert (two.black, two.red) == (8, 4)
    assert record(s, "german") == one
    drive_record(s, ("register", one.id, "E9"), ("register", one.id, "E8"))
    assert s.batteries[one.id].registered == ("E9", "E8")
    assert record(s, "german") is None
    assert all(line.seen_by == ("german",) for line in s.journal.lines)


def drive_record(s: Battle, *choices: tuple[str, ...]) -> None:
    """Answer what is to be recorded at set-up."""
    for choice in choices:
        battery = record(s, "german")
        assert battery is not None
        flow = record_secretly(s, battery)
        decision = next(flow)
        assert choice in decision.options
        with pytest.raises(StopIteration):
            flow.send(choice)


@pytest.mark.parametrize(
    ("printed", "rolls", "black", "red"),
    [
        ("120mm OBA radio", (3, 3), 6, 2),  # 6 - 1 = 5: plentiful
        ("82mm OBA radio", (3, 3), 5, 2),
        ("76mm OBA radio", (6, 5), 5, 3),
        ("150mm OBA radio", (6, 5), 5, 2),
        ("200mm rocket OBA radio", (6, 5), 5, 3),
    ],
)
def test_the_batteries_of_a_scenario(printed: str, rolls: tuple[int, int], black: int, red: int) -> None:
    """RV-SCN9, RV-BRV15.1 The draw pile with the ammunition roll."""
    s = battle()
    load(s, *rolls)
    battery = muster_battery(s, "russian", printed, 0)
    assert (battery.black, battery.red) == (black, red)
    assert s.weapons[battery.weapon].type == "ru_radio"


def test_what_a_battery_can_fire() -> None:
    """RV-C1.4, RV-BRV15.1 IR at night for the batteries that have it; the rockets have nothing but HE."""
    s = fight(side="russian", module="120mm")
    assert IR not in missions(s, s.batteries["gun"])
    s.night = Night(3, 3, "full", "none", "german")
    assert IR in missions(s, s.batteries["gun"])
    for module in ("150mm", "200mm rocket"):
        assert missions(s, replace(s.batteries["gun"], module=module)) == [HE]


def test_conversion_needs_sight() -> None:
    """RV-C1.32 LOS to the ground, or to the blast height with a Known enemy near; out of sight: correct or give up."""
    s = fight(marker=SR, at="E9", mission=HE, access=True, E8="1.5")
    f = field_of(s)
    gun = s.batteries["gun"]
    assert not looks(s, f, gun, f.place("E9"))
    verbs = {o[0] for o in spotting_options(s, f, gun)}
    assert verbs == {"correct", "correct_convert", "give_up", "keep_round"}
    put(s, "ru_4-4-7", "F8", "x")  # seen, next to E9
    assert {"convert", "harass"} <= {o[0] for o in spotting_options(s, f, gun)}
    s = fight(marker=SR, at="E9", mission=HE, access=True, E8="2.5")
    assert {o[0] for o in spotting_options(s, field_of(s), s.batteries["gun"])} == {
        "correct",
        "correct_convert",
        "give_up",
    }


def test_correct_and_convert_in_one_turn() -> None:
    """RV-C1.32 Announced before the AR is placed."""
    s = fight(marker=SR, at="E10", mission=HE, access=True)
    put(s, "ru_4-4-7", "E9", "x", broken=True)
    dice(s, 3, 3, 1, 6, 6, 6, 6)
    drive(s, ("contact", "gun"), ("correct_convert", "gun"), ("aim", "gun", "E9"))
    assert (s.batteries["gun"].marker, s.batteries["gun"].at) == (FFE1, "E9")


def test_second_fire_and_its_end() -> None:
    """RV-C1.33 FFE:2 may be corrected by three hexes with an error of one at most; FFE:C goes with the owner's RPh."""
    s = fight(marker=FFE1, at="E9", mission=HE, access=True)
    put(s, "ru_4-4-7", "G9", "x", broken=True)
    dice(s, 3, 3, 6, 1, 6, 6, 6, 6, 6)
    drive(s, ("contact", "gun"), ("correct", "gun"))
    decision = ask(s)
    assert ("aim", "gun", "E6") in decision.options
    assert ("aim", "gun", "E5") not in decision.options
    dice(s, 6, 3, 6, 6, 6, 6, 6)
    drive(s, ("aim", "gun", "F8"))
    gun = s.batteries["gun"]
    assert (gun.marker, gun.at, gun.access) == (FFEC, "G9", False)
    s.side = "russian"
    lift_fire(s)
    assert s.batteries["gun"].marker == FFEC
    s.side, s.phase = "german", "RPh"
    end_phase(s)
    assert s.batteries["gun"].marker == ""
    assert s.batteries["gun"].stage == ""


def test_new_access_fires_again() -> None:
    """RV-C1.33 FFE:C turned into FFE:1 or an SR by a new chit."""
    for choice, marker in (("convert", FFE1), ("to_spotting", SR), ("wait", FFEC)):
        s = fight("DFPh", "german", marker=FFEC, at="E9", mission=HE)
        s.batteries["gun"] = replace(s.batteries["gun"], side="russian", module="120mm")
        s.units["boss"] = replace(s.units["boss"], side="russian", type="ru_8-0")
        put(s, "ge_4-4-7", "E10", "x", broken=True)
        dice(s, 3, 3, 6, 6, 6, 6, chits=("black",))
        drive(s, ("contact", "gun"), (choice, "gun"))
        assert s.batteries["gun"].marker == marker


def test_lost_sight_of_the_second_fire() -> None:
    """RV-C1.33 Out of sight a correction is mandatory, and its error is not limited."""
    s = fight(marker=FFE1, at="E9", mission=HE, access=True, E8="2.5")
    f = field_of(s)
    assert most_error(f, s.batteries["gun"], "E10", False) is None
    dice(s, 3, 3)
    drive(s, ("contact", "gun"))
    decision = ask(s)
    assert {o[0] for o in decision.options} == {"correct", "give_up"}


def test_walking_into_the_fire() -> None:
    """RV-C1.5, RV-Z1 Each unit once in a hex and phase, FFMO in the open; bursts hinder lines."""
    s = fight("MPh", "russian", marker=FFEC, at="E9", mission=HE)
    s.batteries["gun"] = replace(s.batteries["gun"], side="german", module="88mm")
    put(s, "ru_4-4-7", "E10", "x")
    moving(s, "x")
    dice(s, 6, 5)
    walk_into_fire(s, ["x"])
    shot = struck(s)[0]
    assert (shot["column"], drm(shot["modifiers"])) == (16, -1)
    walk_into_fire(s, ["x"])  # no second roll
    assert len(struck(s)) == 1
    f = field_of(s)
    assert drm(current_sight.hindrance(s, f, "E7", "E11")) == 3
    end_phase(s)
    assert s.shelled == []


def test_harassing_fire() -> None:
    """RV-C1.54 Radius 2, a third of the FP."""
    s = fight(side="russian", marker=SR, at="E9", mission=HE, access=True)
    put(s, "ge_4-4-7", "E11", "a", broken=True)
    dice(s, 3, 3, 6, 6, 6, 6)
    s.units["a"] = replace(s.units["a"], broken=False)
    dice(s, 3, 3, 6, 6, 6, 6, chits=("black",))
    drive(s, ("contact", "gun"), ("harass", "gun"))
    assert struck(s)[0]["column"] == 8
    assert set(blast_area(field_of(s), s.batteries["gun"]).values()) == {8.0}


def test_critical_hit() -> None:
    """RV-C1.55 An Original 2 in the FFE hex doubles the FP there, to 36 at most."""
    s = fight(side="russian", marker=SR, at="E9", mission=HE)
    put(s, "ge_4-4-7", "E9", "a")
    dice(s, 1, 1)
    fire_for_effect(s, "gun", FFE1)
    assert struck(s)[0]["column"] == 36
    assert lines(s, "critical")[0]["fp"] == 36


def test_off_board_observers() -> None:
    """RV-C1.63, RV-C1.6 Always in contact, at level 3 of an edge hex; nobody else knows where."""
    s = fight(by=OBSERVER, post="E1", E3="1.5")
    del s.units["boss"]
    s.at.clear()
    f = field_of(s)
    gun = s.batteries["gun"]
    eye = viewpoint(s, f, gun)
    assert eye is not None
    assert eye.level == 6
    assert looks(s, f, gun, f.place("E6"))
    assert not looks(s, f, gun, f.place("E4"))
    put(s, "ru_4-4-7", "E9", "x")
    dice(s, 1, chits=("black",))
    drive(s, ("contact", "gun"), ("aim", "gun", "E9"))
    assert s.batteries["gun"].marker == SR
    assert sight(s, "russian").batteries["gun"].post == ""
    view = sight(s, "russian")
    twin = s.clone()
    guess_batteries(twin, "russian", Dice(seed_from("guess")))
    assert sight(twin, "russian") == view
    posts = set()
    for n in range(20):
        twin = s.clone()
        guess_batteries(twin, "russian", Dice(seed_from(f"guess {n}")))
        posts.add(twin.batteries["gun"].post)
    assert len(posts) > 5


def test_phone_lines_can_be_cut() -> None:
    """RV-C1.61 An enemy on the line to the friendly edge, with an Original 2 in his Rally Phase."""
    s = fight(by=PHONE)
    assert security_area(s, s.batteries["gun"]) == ["E5", "E6", "E7", "E8", "E9", "E10", "E11"]
    put(s, "ru_4-4-7", "E8", "x")
    put(s, "ru_4-4-7", "F8", "y")
    s.side, s.phase = "russian", "RPh"
    load(s, 1, 2)
    cut_lines(s)
    assert "phone" in s.weapons
    load(s, 1, 1)
    cut_lines(s)
    assert "phone" not in s.weapons
    assert observer_of(s, s.batteries["gun"]) is None


def test_illuminating_rounds() -> None:
    """RV-E1.93 6, 12 or 18 hexes off, or on the LOS to a Gunflash; always an error, halved in the second case."""
    s = fight(access=True, mission="")
    s.night = Night(2, 2, "full", "none", "german")
    s.asked += ["german", "russian"]
    s.flashes.append("E11")
    f = field_of(s)
    gun = s.batteries["gun"]
    assert "E11" in ir_hexes(s, f, gun)
    assert flare_hexes(s, f, gun) == ["E6", "E7", "E8", "E9", "E10", "E11"]
    dice(s, 3, 3, 1, 4)
    drive(s, ("contact", "gun"), ("flares", "gun"), ("aim", "gun", "E9"))
    assert s.lights == [Light("E7", 6)]  # four hexes halved
    assert s.batteries["gun"].marker == FFE1
    s.batteries["gun"] = replace(s.batteries["gun"], stage="")
    dice(s, 3, 3)
    drive(s, ("contact", "gun"), ("fire_on", "gun"))
    assert len(s.lights) == 2
    assert s.batteries["gun"].marker == ""


def test_barrages_are_not_used() -> None:
    """RV-C1.91 A battery has no other missions than those of its chapter."""
    s = fight(side="russian")
    s.night = Night(2, 2, "full", "none", "german")
    assert set(missions(s, s.batteries["gun"])) <= {HE, "SMOKE", IR}


def test_a_battery_whose_plane_is_away() -> None:
    """RV-C1.1 One radio, phone, observer or plane works a battery; without it the battery is silent."""
    s = fight(by=PLANE)
    drive_quiet(s)
    assert s.batteries["gun"].stage == "done"
    assert not lines(s, "contact")


def test_a_phone_stays_where_its_wire_is() -> None:
    """RV-C1.61 Phones cannot be moved."""
    s = fight("MPh", "german", by=PHONE)
    drive(s, ("move", "boss"), ("to", "E4"))
    phone = s.weapons[PHONE]
    assert (phone.holder, phone.at) == ("", "E5")
    assert observer_of(s, s.batteries["gun"]) is None


def test_a_smoke_mission() -> None:
    """RV-C1.8, RV-C1.3 SMOKE in all seven hexes, at FFE:1 and again at FFE:2; nobody is hurt, no extra chit."""
    s = fight(side="russian", access=True, mission="")
    put(s, "ge_4-4-7", "E9", "a")
    dice(s, 3, 3, 1)
    drive(s, ("contact", "gun"), ("smoke_shells", "gun"), ("aim", "gun", "E8"))
    assert s.batteries["gun"].mission == "SMOKE"
    fire_for_effect(s, "gun", FFE1)
    assert len(s.screens) == 7
    assert not struck(s)
    assert not looks(s, field_of(s), s.batteries["gun"], field_of(s).place("E11"))  # smoke in E7 to E9
    assert looks(s, field_of(s), s.batteries["gun"], field_of(s).place("E11"), smoke=False)
    s.screens.clear()
    fire_for_effect(s, "gun", "FFE:2")
    assert len(s.screens) == 7
    walk_into_fire(s, ["a"])
    assert not struck(s)


@pytest.mark.parametrize(
    ("module", "rolls", "left"), [("120mm", (2, 2), True), ("120mm", (2, 3), False), ("82mm", (2, 2), False)]
)
def test_heavy_shells_leave_shellholes(module: str, rolls: tuple[int, int], left: bool) -> None:
    """RV-C1.57 120mm and more, an Original 4 or less in the FFE hex, in open ground."""
    s = fight(side="russian", module=module, marker=SR, at="E9", mission=HE)
    dice(s, *rolls)
    fire_for_effect(s, "gun", FFE1)
    assert (field_of(s).ground.hexes["E9"].terrain == "SHELLHOLES") == left


def test_shells_bring_houses_down() -> None:
    """RV-C1.57, RV-B24.11 A KIA in a building is followed by a Rubble DR."""
    s = fight(side="russian", module="150mm", marker=SR, at="E9", mission=HE, E9="1.5")
    put(s, "ge_4-4-7", "E9", "a")
    dice(s, 1, 1, 6, 6)
    s.dice = Dice.loaded([1, 1], then=seed_from("the rest"), rubble=[6, 6])
    fire_for_effect(s, "gun", FFE1)
    assert field_of(s).ground.hexes["E9"].terrain == "RUBBLE_STONE"
