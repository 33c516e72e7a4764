"""What the journal says of fire: by whom, with what, the roll, and each group of targets once (RV-A7.1, RV-A12.1)."""

from __future__ import annotations

import ast
from pathlib import Path

from sandtable.games import vengeance
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire.firepower import Power
from sandtable.games.vengeance.rules.fire.planner import firepower_sums
from sandtable.games.vengeance.rules.morale.leader_creation import create_leader
from sandtable.kernel.templates import TemplateField, compiled
from sandtable.kernel.words import plain
from tests.games.vengeance.bench import arm, battle, drive, emplace, put, shoot, struck, vehicle


def told(s: Battle, seat: str = "") -> list[str]:
    """The journal as a seat reads it, or everybody."""
    return [
        plain(GAME.words.line(line.event, line.facts))
        for line in s.journal.lines
        if (line.visible_to(seat) if seat else line.seen_by is None)
    ]


def test_one_line_names_firers_firepower_column_and_roll() -> None:
    """RV-A7.1, RV-A7.2 The firer and his machine gun, 8 + 3 FP at point blank, on the 20 column."""
    s = battle(side="german", dice=[6, 5, 1, 2])
    put(s, "ge_8-3-8", "E5", "ge-1")
    arm(s, "ge_lmg", "ge-1", "ge-lmg-1")
    put(s, "ru_4-4-7", "E6", "ru-1")
    shoot(s, ["ge-1", "ge-lmg-1"], "E6")
    assert told(s)[0] == ("German A and German LMG 1: Prep Fire at E6 with 22 FP, column 20. DR 11, Final DR 11: NMC.")
    assert len(struck(s)) == 1


def test_known_and_unknown_targets_are_one_attack() -> None:
    """RV-A12.1 One roll; the second line says why those under `?` have another column."""
    s = battle(side="german", dice=[3, 6, 1, 2, 1, 2])
    put(s, "ge_8-3-8", "E5", "ge-1")
    put(s, "ru_4-4-7", "E6", "ru-1")
    put(s, "ru_4-4-7", "E6", "ru-2", concealed=True)
    put(s, "ru_dummy", "E6", "ru-dummy-1", concealed=True)
    shoot(s, ["ge-1"], "E6")
    attacks = [line for line in told(s) if "FP" in line]
    assert attacks == [
        "German A: Prep Fire at E6 with 16 FP, column 16. DR 9, Final DR 9: 1MC.",
        "At half FP against ? counters there, column 8: Final DR 9, PTC.",
    ]


def test_targets_with_different_modifiers_share_the_roll() -> None:
    """RV-A22.1 Of two Known squads one carries a flamethrower: the second line gives only its own Final DR."""
    s = battle(side="german", dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "ge-1")
    put(s, "ru_4-4-7", "E7", "ru-1")
    put(s, "ru_4-4-7", "E7", "ru-2")
    arm(s, "ru_ft", "ru-2", "ru-ft-1")
    shoot(s, ["ge-1"], "E7")
    assert told(s)[1:3] == [
        "German A: Prep Fire at E7 with 4 FP, column 2. DR 12, Final DR 12: no effect.",
        "The same attack on Russian B: Final DR 11, no effect.",
    ]


def test_cowering_is_told() -> None:
    """RV-A7.9, RV-A19.3 One column for most, two for the inexperienced."""
    s = battle(side="german", dice=[6, 6])
    put(s, "ge_4-4-7", "E5", "ge-1")
    put(s, "ru_4-4-7", "E7", "ru-1")
    shoot(s, ["ge-1"], "E7")
    assert told(s)[0] == "The firers cower: 1 column lower."
    assert "column 2. DR 12" in told(s)[1]


def test_somebody_in_bypass_is_told() -> None:
    """RV-A6.24, RV-A4.3"""
    s = battle("MPh", side="german", dice=[6, 5], E5="1.5")
    put(s, "ge_6-5-8", "E4", "ge-1")
    put(s, "ru_4-4-7", "H5", "ru-1")
    drive(s, ("move", "ge-1"), ("bypass", "E5", "F5"), ("fire", "ru-1"))
    assert "In bypass: German A." in told(s)


def test_unknown_firers_are_not_named() -> None:
    """RV-A12.13, RV-A12.2 Only a broken enemy looks on: neither who fires nor with how much."""
    s = battle("PFPh", side="russian", dice=[6, 5])
    put(s, "ru_5-2-7", "E5", "ru-1", hidden=True)
    put(s, "ge_4-4-7", "E7", "ge-1", broken=True)
    shoot(s, ["ru-1"], "E7")
    shot = next(line for line in told(s, "german") if "Prep Fire" in line)
    assert shot == "Unknown units: Prep Fire at E7, column 4. DR 11, Final DR 11: no effect."
    assert struck(s)[0]["fp"] == 0
    assert struck(s)[0]["factors"] == []


def test_fire_at_a_vehicle_names_the_firers() -> None:
    """RV-A7.301, RV-D5.1 There are no men on foot: the shot is told, then what it does to the crew."""
    s = battle(side="german", dice=[6, 5])
    put(s, "ge_4-4-7", "E5", "ge-1")
    vehicle(s, "ru_t34_85", "E7", id="ru-t34-85-1", ce=True)
    shoot(s, ["ge-1"], "E7")
    assert told(s)[0] == "German A: Prep Fire at E7 with 4 FP, column 4. DR 11."
    assert "column 4. DR 11, Final DR 13: no effect." in told(s)[1]


def test_rapid_fire_is_halved_once() -> None:
    """RV-D3.3, RV-A12.1 A Gun that fires on the IFT at a `?` has half its FP, not a quarter."""
    s = battle(side="german", dice=[6, 4, 6, 6])
    put(s, "ge_2-2-8", "E6", "crew")
    emplace(s, "ge_20_quad", "E6", "crew", ca=0, id="gun")
    put(s, "ru_4-4-7", "E2", "x", concealed=True)
    drive(s, ("shoot", "gun"), ("shell", "ift", "IFE"))
    assert struck(s)[0]["column"] == 8


def test_machine_guns_of_a_tank_hit_unknown_men_by_half() -> None:
    """RV-D3.2, RV-A12.1 A Known squad is hit in full, the one under `?` beside it by half."""
    s = battle(side="german", dice=[6, 5])
    tank = vehicle(s, "ge_pz5g", "E5")
    put(s, "ru_4-4-7", "E2", "x")
    put(s, "ru_4-4-7", "E2", "y", concealed=True)
    drive(s, ("mg", tank), ("all",))
    assert [line["column"] for line in struck(s)] == [8, 4]


def test_a_line_with_a_roll_says_whether_it_succeeded() -> None:
    """A reader without the coloured marks must know: "places smoke" was told of a failed placement too."""
    facts = {"unit": "ge-1", "target": "E6", "die": 6, "final": 9, "morale": 8}
    for event, passed, failed in (
        ("smoke", "German A places smoke at E6.", "German A fails to place smoke at E6."),
        (
            "morale_check",
            "German A passes a Morale Check: 9 against 8.",
            "German A fails a Morale Check: 9 against 8.",
        ),
        ("wound", "German A is wounded.", "German A is mortally wounded."),
        ("starshell", "German A fires a starshell.", "German A fails to fire a starshell."),
    ):
        texts = [plain(GAME.words.line(event, {**facts, "success": success})) for success in (True, False)]
        assert texts == [passed, failed]


def test_every_line_that_has_a_success_tells_it() -> None:
    """Where the journal has the fact, the template has words for both; a few lines show it by what they report."""
    silent = {event for event in _with_success() if not {"success", "result"} & _gaps(GAME.words.events[event])}
    assert silent == set()


def _with_success() -> set[str]:
    """The events that are added with the fact `success`, as the code has them."""
    found = set()
    for path in Path(vengeance.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and "success" in {word.arg for word in call.keywords} and len(call.args) > 1:
                match call.args[1]:
                    case ast.Constant(str(event)) if event in GAME.words.events:
                        found.add(event)
    return found


def _gaps(template: str) -> set[str]:
    return {part.fact for part in compiled(template) if isinstance(part, TemplateField)}


def test_a_new_leader_is_named() -> None:
    """RV-A18.1 The line said only "8-0"; and nobody rises where the roll is too high."""
    s = battle("RPh", dice=[1, 6])
    put(s, "ge_4-4-7", "E5", "ge-1")
    create_leader(s, s.units["ge-1"], was_broken=False)
    put(s, "ru_4-4-7", "E6", "ru-1")
    create_leader(s, s.units["ru-1"], was_broken=True)
    made, none = (line for line in s.journal.lines if line.event.startswith("leader_"))
    assert s.units[made.facts["leader"]].type == "ge_8-1"
    assert none.event == "leader_none"
    words = GAME.words.calling(GAME.names_seen(GAME.sight(s, "german")))
    assert plain(words.line(made.event, made.facts)).endswith(" (8-1).")
    assert "counter" not in plain(words.line(made.event, made.facts))


def test_the_planner_names_counters_made_in_play_by_what_they_are() -> None:
    """RV-CGS1 The sums of the fire planner said "German counter B"."""
    s = battle()
    put(s, "ge_4-4-7", "E5", "ge-new-2")
    arm(s, "ge_lmg", "ge-new-2", "ge-new-4")
    powers = [Power("ge-new-2", 4.0, ()), Power("ge-new-4", 3.0, ())]
    assert [text for text, _, _ in firepower_sums(s, powers)] == ["German 4-4-7 B", "German LMG D"]
