"""The sensible player's infantry: who goes where, by which way, who fires together, and who goes into close combat."""

from __future__ import annotations

from sandtable.games.vengeance.bot.fire import best_volley, fire_or_not
from sandtable.games.vengeance.bot.judgement import goals
from sandtable.games.vengeance.bot.movement import who_moves
from sandtable.games.vengeance.bot.orders import objects_of
from sandtable.games.vengeance.bot.places import place_score
from sandtable.games.vengeance.bot.rout_and_close_combat import where_to_advance, who_advances
from sandtable.games.vengeance.bot.routes import ways
from sandtable.games.vengeance.scenarios.cards import scenario
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import battle, mind_of, put


def test_men_are_shared_out_among_the_houses_that_are_needed() -> None:
    s = battle("MPh", "russian", on="brv01")
    for n in range(6):
        put(s, "ru_4-4-7", "I2", f"squad-{n}")
    mind = mind_of(s, "russian")
    objects = objects_of(mind.f, goals("brv01"))
    assert len(objects) == 2
    wanted = [mind.wanted(mind.s.units[f"squad-{n}"]) for n in range(6)]
    assert {len(goals) for goals in wanted} == {len(goals) for goals in objects.values()}


def test_of_many_houses_an_attacker_goes_for_the_nearest_and_one_to_spare() -> None:
    s = battle("MPh", "russian", on="brv04")
    for n in range(9):
        put(s, "ru_4-4-7", "I11", f"squad-{n}")
    mind = mind_of(s, "russian")
    houses = {mind.f.hex(mind.wanted(mind.s.units[f"squad-{n}"])[0]).building for n in range(9)}
    assert len(houses) == 3  # two are needed
    assert "S10" not in houses  # the farthest


def test_he_goes_by_the_way_with_the_least_danger() -> None:
    """RV-A4.2 Compared with all ways that there are within three MF."""
    s = battle("MPh", "russian", on="brv01")
    put(s, "ru_4-4-7", "G5", "a")
    put(s, "ge_6-5-8", "I6", "b")
    put(s, "ge_4-4-7", "G9", "c")
    mind = mind_of(s, "russian")
    least: dict[str, float] = {}

    def walk(at: str, left: int, exposed: float) -> None:
        least[at] = min(exposed, least.get(at, 99.0))
        for step in mind.f.steps[at]:
            if step.cost <= left and not step.all_mf and step.to not in ("I6", "G9"):
                walk(step.to, left - step.cost, exposed + mind.danger(step.to, True))

    walk("G5", 3, 0.0)
    found = ways(mind, "G5", 3)
    assert set(found) == set(least)
    assert len({round(least[at], 3) for at in least}) > 3
    for at, way in found.items():
        assert abs(2 * way.exposed - least[at]) < 1e-9


def test_in_the_last_turn_a_defender_keeps_the_house_whatever_it_costs() -> None:
    s = battle("MPh", "german", on="brv01")
    put(s, "ge_4-3-6", "G9", "a")
    for n, at in enumerate(("G8", "H8", "F9")):
        put(s, "ru_6-2-8", at, f"squad-{n}")
    s.turn = scenario("brv01").turns
    options: list[Option] = [("move", "a"), ("done",)]
    assert who_moves(mind_of(s, "german"), options) == ("done",)


def test_a_leader_likes_the_place_where_men_are_broken() -> None:
    """RV-A10.6"""
    s = battle("MPh", "russian", on="brv01")
    put(s, "ru_9-1", "I2", "boss")
    put(s, "ru_4-4-7", "I1", "a", broken=True)
    put(s, "ru_4-4-7", "I3", "b")
    mind = mind_of(s, "russian")
    boss = mind.s.units["boss"]
    assert place_score(mind, "I1", boss) > place_score(mind, "I3", boss)


def test_those_of_a_location_fire_together_and_are_led() -> None:
    """RV-A7.5, RV-A7.53, RV-A7.55"""
    s = battle("DFPh", "german", on="brv01")
    put(s, "ru_4-4-7", "I3", "a")
    put(s, "ru_4-4-7", "I3", "b")
    put(s, "ru_9-1", "I3", "boss")
    put(s, "ge_4-4-7", "I5", "foe")
    mind = mind_of(s, "russian")
    volley = best_volley(mind, {"a", "b"})
    assert volley is not None
    assert (set(volley.firers), volley.leaders, volley.target) == ({"a", "b"}, ("boss",), "I5")


def test_a_concealed_defender_lets_a_poor_shot_go() -> None:
    """RV-A12.14"""
    s = battle("DFPh", "german", on="brv01")
    put(s, "ru_6-2-8", "I3", "a", concealed=True)
    put(s, "ge_4-4-7", "I5", "foe")
    options: list[Option] = [("fire", "a"), ("done",)]
    assert fire_or_not(mind_of(s, "russian"), options) == ("done",)
    s.units["a"] = replace(s.units["a"], concealed=False)
    assert fire_or_not(mind_of(s, "russian"), options) == ("fire", "a")


def test_into_close_combat_only_with_odds_and_not_more_than_are_needed() -> None:
    """RV-A11.12, RV-A4.7"""
    s = battle("APh", "russian", on="brv01")
    put(s, "ru_4-4-7", "I4", "a")
    put(s, "ge_6-5-8", "I5", "foe")
    put(s, "ge_6-5-8", "I5", "foe-2")
    where: list[Option] = [("to", "I5"), ("to", "I3"), ("stay", "a")]
    assert where_to_advance(mind_of(s, "russian"), where) != ("to", "I5")
    s = battle("APh", "russian", on="brv01")
    for n in range(3):
        put(s, "ru_6-2-8", "I4", f"squad-{n}")
    put(s, "ge_4-3-6", "I5", "foe", broken=True)
    options: list[Option] = [*(("advance", f"squad-{n}") for n in range(3)), ("done",)]
    assert who_advances(mind_of(s, "russian"), options)[0] == "advance"
    where = [("to", "I5"), ("stay", "squad-0")]
    assert where_to_advance(mind_of(s, "russian"), where) == ("to", "I5")


def test_no_leader_goes_alone_into_close_combat() -> None:
    s = battle("APh", "russian", on="brv01")
    put(s, "ru_9-1", "I4", "boss")
    put(s, "ru_6-2-8", "I5", "squad")
    put(s, "ge_4-3-6", "I5", "foe", broken=True)
    assert who_advances(mind_of(s, "russian"), [("advance", "boss"), ("done",)]) == ("done",)
