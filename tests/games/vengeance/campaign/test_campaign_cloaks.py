"""Cloaking counters in a night of the campaign (RV-CG7b): who has them, how many, and what the enemy sees."""

from __future__ import annotations

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign.battle import cloaks, entering
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.rules.concealment import set_up as concealed_set_up
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, ask, drive, put
from tests.games.vengeance.campaign.test_campaign_points import campaign


def night_attack(attacker: str = "german", dual: bool = False) -> Battle:
    s = campaign("4/28 NT", attacker=attacker, dual=dual)
    s.night = Night(3, 3, "full", "None", "russian" if attacker == "german" else "german")
    s.phase, s.step, s.side = "setup", "german", "german"
    s.areas = {"A20": "german-1", "A21": "german-1", "A22": "german-1"}
    s.control |= {"A20": "german", "A21": "german"}
    return s


def test_only_the_german_attacker_of_an_idle_russian_is_cloaked() -> None:
    """RV-CG7b"""
    assert cloaks.may_cloak(night_attack(), "german")
    assert not cloaks.may_cloak(night_attack(), "russian")
    assert not cloaks.may_cloak(night_attack("russian"), "german")
    assert not cloaks.may_cloak(night_attack(dual=True), "german")
    day = night_attack()
    day.night = None
    assert not cloaks.may_cloak(day, "german")


def test_counters_are_given_out_at_the_end_of_the_set_up() -> None:
    """RV-CG7b, RV-E1.4"""
    s = night_attack()
    put(s, "ge_6-5-8", "A20", "a")
    put(s, "ge_8-0", "A20", "boss")
    put(s, "ge_6-5-8", "A20", "b")
    put(s, "ge_6-5-8", "A21", "hidden", hidden=True)
    arm(s, "ge_hmg", "a", "mg")
    drive(s, ("dealt_out",))
    decision = ask(s)
    assert (decision.rule, decision.seat) == ("RV-CG7b", "german")
    assert list(decision.options) == [
        ("cloak", "a"),
        ("cloak", "boss"),
        ("cloak", "b"),
        ("cloak_all",),
        ("done",),
        ("rest",),
    ]
    drive(s, ("cloak", "a"), ("cloak", "boss"), ("cloak", "b"))
    assert s.units["a"].cloak == s.units["boss"].cloak != s.units["b"].cloak
    assert s.weapons["mg"].dm
    assert not s.units["hidden"].cloak
    assert "b" not in concealed_set_up.may_hide(s, "german")
    assert not cloaks.may_cloak(s, "german")  # nobody is left, and two counters allow no empty one


def test_a_third_of_the_counters_may_be_empty() -> None:
    """RV-E1.4"""
    s = night_attack()
    for n, at in enumerate(("A20", "A20", "A21")):
        put(s, "ge_6-5-8", at, f"squad-{n}")
    drive(s, ("cloak_all",))
    assert len({u.cloak for u in s.units.values()}) == 3
    assert ("empty_cloak", "A22") in ask(s).options
    drive(s, ("empty_cloak", "A22"))
    assert cloaks.empty_left(s, "german") == 0
    assert s.phase == "setup"
    assert GAME.invariants(s) == []


def test_who_enters_under_one_counter_is_named_together() -> None:
    """RV-CG7b, RV-E1.41, RV-CG21"""
    s = night_attack()
    for id, type in (("a", "ge_6-5-8"), ("boss", "ge_8-0"), ("b", "ge_6-5-8")):
        s.units[id] = Unit(id, type, "german", group=1)
        s.posts[id] = "enter"
    drive(s, ("cloak_all",))
    s.phase, s.step, s.turn = "RPh", "entrants", 1
    drive(s, ("enters", "a"))
    assert s.posts == {"a": "named", "boss": "named", "b": "enter"}
    entering.stay_out(s)
    assert (s.units["a"].cloak, s.units["a"].concealed) == ("", False)
    assert s.units["b"].cloak


def test_the_russian_sees_counters_and_knows_nothing_of_those_outside() -> None:
    """RV-CG7b, RV-CGS2"""
    s = night_attack()
    put(s, "ge_6-5-8", "A20", "ge-new-1")
    put(s, "ge_6-5-8", "A21", "ge-new-2")
    s.units["ge-new-3"] = Unit("ge-new-3", "ge_4-4-7", "german")
    s.posts["ge-new-3"] = "enter"
    drive(s, ("cloak_all",))
    s.phase, s.step, s.turn = "MPh", "stacks", 1
    view = GAME.sight(s, "russian")
    assert {u.at for u in view.units.values() if u.type.startswith("ge_unknown")} == {"A20", "A21"}
    assert len(view.units) == 2
    assert "cloak-" not in str(view)
    for n in range(5):
        imagined = s.clone()
        GAME.guess(imagined, "russian", Dice(seed_from(f"cloak {n}")))
        assert GAME.sight(imagined, "russian") == view
    other = s.clone()
    other.units["ge-new-1"] = replace(other.units["ge-new-1"], type="ge_8-0")
    assert GAME.sight(other, "russian") == view
