"""The sensible player before a defended house: a base of fire, breaches, smoke, human waves."""

from __future__ import annotations

from sandtable.games.vengeance.bot.field_works import step_or_labour
from sandtable.games.vengeance.bot.fire import fire_or_not
from sandtable.games.vengeance.bot.movement import next_step, screened, wave_or_not, who_moves
from sandtable.games.vengeance.bot.places import fear_of, place_score
from sandtable.games.vengeance.bot.player import sensible
from sandtable.games.vengeance.model.battle import Battle, Move
from sandtable.games.vengeance.rules.movement.actions import task_options
from sandtable.games.vengeance.rules.movement.allowance import mf_left
from sandtable.games.vengeance.rules.movement.labor import labour_options
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, dig, mind_of, put
from tests.games.vengeance.campaign.test_campaign_points import campaign


def before_the_wall(comrades: int, on: str = "brv07") -> Battle:
    """Engineers with a charge before the western front of the Reichstag, which is held."""
    s = battle("MPh", "russian", on=on)
    put(s, "ru_6-2-8ae", "W17", "engineers")
    arm(s, "ru_dc", "engineers", "dc")
    for number in range(comrades):
        put(s, "ru_6-2-8", "W17", f"squad-{number}")
    put(s, "ge_6-5-8", "X17", "foe")
    s.move = Move(("engineers",))
    return s


def labours(s: Battle) -> list[Option]:
    mind = mind_of(s, "russian")
    assert s.move is not None
    steps: list[Option] = [("to", step.to) for step in mind.f.steps["W17"] if not mind.s.at.get(step.to)]
    return [*steps, *labour_options(s, mind.f, s.move), *task_options(s, mind.f, s.move), ("stop",)]


def test_the_russian_makes_a_breach_where_others_can_follow() -> None:
    """RV-B23.711, RV-B23.922 Past an unbroken defender there is no other way in."""
    s = before_the_wall(comrades=2)
    options = labours(s)
    assert ("breach", "dc", "X17") in options
    assert step_or_labour(mind_of(s, "russian"), options) == ("breach", "dc", "X17")


def test_nobody_breaches_a_wall_through_which_nobody_would_go() -> None:
    """RV-B23.711 Alone under the fire of the house the engineers do not stay for it."""
    s = before_the_wall(comrades=0)
    for number in range(2):
        put(s, "ge_6-5-8", "X17-1", f"above-{number}")
    assert step_or_labour(mind_of(s, "russian"), labours(s))[0] not in ("breach", "place_charge")


def test_a_step_under_fire_is_screened_by_smoke_if_mf_are_left_for_it() -> None:
    """RV-A24.1 From cover, for the open ground before it; nobody who fires at it, no smoke."""

    def first(foes: int, spent: int = 0) -> Option:
        s = battle("MPh", "german", on="train2")
        put(s, "ge_8-3-8", "GG8", "engineers")
        for number in range(foes):
            put(s, "ru_4-5-8", "HH10", f"foe-{number}")
        s.move = Move(("engineers",), spent=spent)
        mind = mind_of(s, "german")
        grenade: Option = ("smoke", "engineers", "GG9")
        return screened(mind, mind.s.units["engineers"], "GG9", mf_left(mind.s, s.move), [grenade]) or ("none",)

    assert first(foes=3) == ("smoke", "engineers", "GG9")
    assert first(foes=0) == ("none",)
    assert first(foes=3, spent=1) == ("none",)


def test_a_wave_is_for_the_last_turn_and_for_the_storm_of_the_reichstag_over_murderous_ground() -> None:
    """RV-A25.23 It costs many men: elsewhere they go one by one from cover to cover."""
    waves: list[Option] = [("human_wave", "T16", "T18"), ("no_wave",)]

    def declares(s: Battle, turn: int, guards: int, men: int = 6) -> bool:
        s.phase, s.side, s.turn = "MPh", "russian", turn
        for number in range(men):
            put(s, "ru_6-2-8", ("T16", "T17", "T18")[number % 3], f"squad-{number}")
        put(s, "ru_9-1", "T17", "leader")
        for number in range(guards):
            put(s, "ge_6-5-8", ("X16", "X17", "X18")[number % 3], f"foe-{number}")
        return wave_or_not(mind_of(s, "russian"), waves)[0] == "human_wave"

    assert not declares(battle(on="brv07"), 2, 9)
    assert declares(battle(on="brv07"), scenario("brv07").turns, 0)
    assert declares(before_the_reichstag(), 1, 3, men=9)
    assert not declares(before_the_reichstag(), 1, 0, men=9)
    assert not declares(before_the_reichstag(), 1, 9, men=9)


def before_the_reichstag() -> Battle:
    s = campaign("4/29 PM", attacker="russian")
    s.areas["V12"] = "russian-1"
    s.control["V12"] = s.open_control["V12"] = "russian"
    return s


def test_heavy_machine_guns_of_the_attacker_shoot_while_others_go() -> None:
    """RV-A9.2 Their crews fire in the Prep Fire Phase and look for a place to shoot from; late all go for the task."""
    s = battle("PFPh", "russian", on="brv07")
    put(s, "ru_2-2-8", "V15", "crew")
    arm(s, "ru_hmg", "crew", "hmg")
    put(s, "ge_6-5-8", "X16", "foe")
    fire: list[Option] = [("fire", "hmg"), ("done",)]
    mind = mind_of(s, "russian")
    assert mind.supports(mind.s.units["crew"])
    assert fire_or_not(mind, fire) == ("fire", "hmg")
    s.weapons["hmg"] = replace(s.weapons["hmg"], malfunctioned=True)
    assert not mind_of(s, "russian").supports(s.units["crew"])
    s.weapons["hmg"] = replace(s.weapons["hmg"], malfunctioned=False)
    s.turn = scenario("brv07").turns
    assert not mind_of(s, "russian").supports(s.units["crew"])


def test_who_is_stopped_before_a_held_house_shoots_into_it() -> None:
    """RV-B23.922 The way in is barred: even a poor shot at those inside is better than to stand there."""
    s = battle("PFPh", "russian", on="brv07")
    put(s, "ru_6-2-8", "W17", "a")
    put(s, "ru_6-2-8", "W17", "b")
    put(s, "ge_6-5-8", "X17", "foe", concealed=True)
    fire: list[Option] = [("fire", "a"), ("fire", "b"), ("done",)]
    assert fire_or_not(mind_of(s, "russian"), fire)[0] == "fire"


def test_where_somebody_was_fired_at_the_next_one_fears_what_is_left_of_it() -> None:
    """RV-A8.22 Residual FP attacks who enters, nobody who is there already."""
    s = battle("MPh", "russian", on="brv01")
    put(s, "ru_4-4-7", "E2", "next")
    put(s, "ge_6-5-8", "E5", "foe")
    before = mind_of(s, "russian")
    s.residual["E3"] = 8
    after = mind_of(s, "russian")
    assert after.danger("E3", True) > before.danger("E3", True)
    assert after.danger("E3", False) == before.danger("E3", False)


def test_an_attacker_does_not_end_his_move_in_the_open_under_fire() -> None:
    """RV-A3.4, RV-A3.2 He is fired at twice before he goes on; in a house the usual fear is enough."""
    for at, covered in (("E3", False), ("I3", False), ("I2", True)):
        s = battle("MPh", "russian", on="brv01")
        put(s, "ru_4-4-7", "A1", "a")
        calm = mind_of(s, "russian")
        for number in range(2):
            put(s, "ge_6-5-8", "I4", f"near-{number}")
            put(s, "ge_6-5-8", "E5", f"far-{number}")
        mind = mind_of(s, "russian")
        squad = mind.s.units["a"]
        lost = place_score(calm, at, squad) - place_score(mind, at, squad)
        usual = fear_of(mind, squad) * mind.danger(at, False)
        assert usual > 0
        assert (lost <= usual + 1e-9) is covered


def test_a_wave_goes_for_the_enemy_who_is_nearest_to_the_task() -> None:
    """RV-A25.23 Not for the first whom somebody happens to see."""
    s = battle("MPh", "russian", on="brv06")
    put(s, "ru_6-2-8", "E16", "a")
    put(s, "ge_4-4-7", "G16", "outpost")
    put(s, "ge_6-5-8", "H19", "garrison")
    targets: list[Option] = [("wave_target", "outpost"), ("wave_target", "garrison")]
    mind = mind_of(s, "russian")
    assert sensible(mind.view, "russian", targets, "RV-A25.23", mind.dice) == ("wave_target", "garrison")


def test_a_tunnel_is_taken_to_a_place_that_is_wanted_and_free() -> None:
    """RV-B8.6 By it a squad comes unseen where it could not walk; not where an enemy waits."""
    s = battle("MPh", "russian", on="brv06")
    put(s, "ru_6-2-8", "E16", "a")
    for number, at in enumerate(("F17", "G17", "G18")):
        put(s, "ge_6-5-8", at, f"watch-{number}")
    move: list[Option] = [("move", "a"), ("done",)]
    dig(s, "russian", "E16", "J18")
    s.move = Move(("a",))
    steps: list[Option] = [("tunnel", "J18"), ("stop",)]
    s.turn = scenario("brv06").turns - 1
    mind = mind_of(s, "russian")
    assert who_moves(mind, move) == ("move", "a")
    assert next_step(mind, steps) == ("tunnel", "J18")
    put(s, "ge_6-5-8", "J18", "garrison")
    assert next_step(mind_of(s, "russian"), steps) == ("stop",)
