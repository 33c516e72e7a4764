"""Rules of the campaign that hold in play, at set-up and at the table's edge."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.campaign import edges, points, supply
from sandtable.games.vengeance.campaign.battle import deployment, reconnaissance, scoring
from sandtable.games.vengeance.campaign.battle.posts import beside_front
from sandtable.games.vengeance.campaign.purchase import raising, reinforcement_groups, support
from sandtable.games.vengeance.campaign.refit import escape, weapons
from sandtable.games.vengeance.campaign.refit import phase as refit
from sandtable.games.vengeance.campaign.start import opening
from sandtable.games.vengeance.components import components, ground
from sandtable.games.vengeance.model.batteries import PHONE, Battery
from sandtable.games.vengeance.model.battle import Battle, Unit, Weapon
from sandtable.games.vengeance.model.campaign import Bought
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules import civilians
from sandtable.games.vengeance.rules.artillery import chits, muster, observers
from sandtable.games.vengeance.rules.fire import attack
from sandtable.games.vengeance.rules.morale import level as morale_level
from sandtable.games.vengeance.rules.night import freedom
from sandtable.games.vengeance.rules.rally import phase as rally_phase
from sandtable.games.vengeance.rules.units.counters import put as move_to
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, battle, lines, load, put, step_of
from tests.games.vengeance.campaign.test_campaign_points import campaign
from tests.games.vengeance.campaign.test_campaign_refit import answer


def test_two_broken_units_may_rally_by_themselves() -> None:
    """RV-CG2"""
    assert rally_phase.most_self_rallies(campaign()) == 2
    assert rally_phase.most_self_rallies(battle("RPh")) == 1


def test_the_people_help_the_german_more() -> None:
    """RV-CG4"""
    s = campaign(dice=[2, 2, 2, 2])
    put(s, "ge_6-5-8", "A20", "german")
    put(s, "ru_4-4-7", "F3", "russian")
    for side in ("german", "russian"):
        answer(civilians.interrogate(s, side), *[("nothing_near",)] * 3)
    assert [(facts["need"], facts["success"]) for facts in lines(s, "interrogation")] == [(4, True), (3, False)]


def test_the_balance_provisions() -> None:
    """RV-CG33"""
    s = campaign(balance=("german",))
    put(s, "ge_7-0", "A20", "boss")
    put(s, "ge_8-0", "A20", "other")
    s.pending = ["german"]
    assert answer(raising.make_gestapo(s, "german"), ("done",))[0].options == [("gestapo", "boss"), ("done",)]
    s = campaign(balance=("russian",))
    south = next(hex.id for hex in ground().hexes.values() if hex.bank == "S" and hex.base not in ("CANAL", "RIVER"))
    put(s, "ru_6-2-8", south, "guard")
    assert not morale_level.is_fanatic(s, s.units["guard"])
    arm(s, "ru_dc", "guard")
    assert morale_level.is_fanatic(s, s.units["guard"])
    s.campaign = replace(points.campaign_of(s), balance=())
    assert not morale_level.is_fanatic(s, s.units["guard"])
    for agreed, used in (("none", ()), ("german", ("german",)), ("both", ("german", "russian"))):
        s = GAME.new(GAME.settle({"scenario": "campaign", "balance": agreed}), Dice(seed_from("x")))
        assert points.campaign_of(s).balance == used


def test_both_balance_provisions_at_once() -> None:
    """RV-CG33 Each is agreed upon for itself, so both may be in use."""
    s = campaign(balance=("german", "russian"))
    put(s, "ge_8-1", "A20", "boss")
    s.pending = ["german"]
    assert answer(raising.make_gestapo(s, "german"), ("done",))[0].options == [("gestapo", "boss"), ("done",)]
    south = next(hex.id for hex in ground().hexes.values() if hex.bank == "S" and hex.base not in ("CANAL", "RIVER"))
    put(s, "ru_6-2-8", south, "guard")
    arm(s, "ru_dc", "guard")
    assert morale_level.is_fanatic(s, s.units["guard"])


def test_guns_beside_the_front_line_are_not_hidden() -> None:
    """RV-CG19"""
    s = campaign()
    s.turn = 1
    s.areas = {"K2": "german-1", "K1": "russian-1"}
    assert beside_front(s, "K2", "german")
    assert not beside_front(s, "A23", "german")


def phoned(side: str, type: str, at: str, **marks: Any) -> Battle:
    """A leader with a phone, at the start of a scenario of the campaign."""
    s = campaign()
    prefix = side[:2]
    put(s, type, at, "boss", **marks)
    arm(s, f"{prefix}_phone", "boss", "phone")
    s.batteries["guns"] = Battery("guns", "120mm" if side == "russian" else "88mm", side, PHONE, "phone", black=9)
    s.phase = "RPh"
    support.note_keepers(s)
    return s


def test_phone_lines_run_to_friendly_edges() -> None:
    """RV-CG9a A German phone needs a friendly south edge hex; the north edge is Russian unless a German holds it."""
    s = phoned("german", "ge_9-1", "L15")
    south, north = components().edges["south"], components().edges["north"]
    assert observers.observer_of(s, s.batteries["guns"]) is None
    assert muster.security_area(s, s.batteries["guns"]) == []
    s.control[south[3]] = "german"
    assert observers.friendly_edge_of_phones(s, "german") == [south[3]]
    assert observers.observer_of(s, s.batteries["guns"]) is not None
    assert muster.security_area(s, s.batteries["guns"])[-1] == south[3]
    s.control[north[0]] = "german"
    assert observers.friendly_edge_of_phones(s, "russian") == list(north[1:])


def test_who_has_the_phone_is_secret_until_another_has_it() -> None:
    """RV-CG9a, RV-CGS2"""
    s = phoned("russian", "ru_9-1", "F3")
    put(s, "ru_8-0", "F3", "other")
    assert "phone" in GAME.sight(s, "russian").weapons
    theirs = GAME.sight(s, "german")
    assert not theirs.weapons
    holders = set()
    for n in range(8):
        GAME.guess(s, "german", Dice(seed_from(f"guess {n}")))
        assert GAME.sight(s, "german") == theirs
        holders.add(s.weapons["phone"].holder)
    assert holders == {"boss", "other"}
    holder = s.weapons["phone"].holder
    s.weapons["phone"] = replace(s.weapons["phone"], holder="boss" if holder == "other" else "other")
    assert "phone" in GAME.sight(s, "german").weapons


def test_contact_by_a_secret_phone_is_not_told() -> None:
    """RV-CG9a, RV-C1.21, RV-C1.61 Neither the attempt nor who looks for the line."""
    s = phoned("russian", "ru_9-1", "F3")
    load(s, 3, 3, 3, 3)
    assert chits.try_contact(s, "guns")
    put(s, "ge_6-5-8", "F3", "spy")
    s.side = "german"
    muster.cut_lines(s)
    told = {line.event: line.seen_by for line in s.journal.lines}
    assert told == {"contact": ("russian",), "phone_line": ("russian",)}


def test_the_night_frees_the_best_leader_and_the_engineers_on_a_bridge() -> None:
    """RV-CG7a, RV-CG8"""
    s = campaign("4/28 NT", dice=["best"])
    s.night = Night(3, 3, "full", "None", "german")
    put(s, "ge_9-1", "A20", "best")
    put(s, "ge_8-1", "A18", "other")
    put(s, "ge_6-5-8", "A20", "with him")
    put(s, "ge_6-5-8", "A18", "without")
    put(s, "ge_8-3-8", "I9-bridge", "engineers")
    arm(s, "ge_dc", "engineers")
    put(s, "ge_8-3-8", "J9-bridge", "without charge")
    put(s, "ge_8-0", "I9-bridge", "sapper")
    put(s, "ge_8-3-8", "K10", "on the bank")
    arm(s, "ge_dc", "on the bank", "another charge")
    deployment.free_at_night(s)
    assert {u.id for u in s.units.values() if u.free} == {"best", "with him"}
    freedom.note_bridge_parties(s)
    move_to(s, "on the bank", "I9-bridge")  # it did not set up there
    free = {u.id for u in s.units.values() if freedom.has_freedom(s, u)}
    assert free == {"best", "with him", "engineers", "sapper"}
    del s.weapons["ge_dc"]  # nothing is left to set
    assert not freedom.has_freedom(s, s.units["engineers"])
    assert not freedom.has_freedom(s, s.units["sapper"])
    arm(s, "ge_dc", "engineers")
    freedom.gain_freedom(s, ["engineers"])
    assert s.units["engineers"].free  # for good: it has been attacked


def test_at_night_the_defender_waits_off_the_map() -> None:
    """RV-CG7c"""
    s = campaign("4/28 NT")
    s.night = Night(3, 3, "full", "None", "german")
    put(s, "ge_6-5-8", "A20", "sentry")
    assert edges.held_back(s, "german")
    assert not edges.held_back(s, "russian")
    freedom.gain_freedom(s, ["sentry"], alarm=False)
    assert edges.held_back(s, "german")
    put(s, "ge_dummy", "A21", "nobody", concealed=True, elr=0)
    freedom.gain_freedom(s, ["nobody"])
    assert edges.held_back(s, "german")
    freedom.gain_freedom(s, ["sentry"])
    assert not edges.held_back(s, "german")


def test_the_alarm_at_night() -> None:
    """RV-CG7c: a Known enemy in the LOS of anybody, of those who are free, too; shells alone give none."""
    for free in (False, True):
        s = campaign("4/28 NT")
        s.night = Night(6, 6, "full", "None", "german")
        put(s, "ge_6-5-8", "E20", "sentry", free=free)
        put(s, "ru_4-4-7", "E23", "enemy", concealed=True)
        freedom.look_around(s)
        assert edges.held_back(s, "german")
        s.units["enemy"] = replace(s.units["enemy"], concealed=False)
        freedom.look_around(s)
        assert not edges.held_back(s, "german")
    for clause, out in (("RV-C1.5", True), ("RV-A7.1", False)):
        s = campaign("4/28 NT")
        s.night = Night(3, 3, "full", "None", "german")
        put(s, "ge_6-5-8", "E20", "sentry")
        attack.strike(s, "E20", 0, (6, 6), (), ((("sentry",), ()),), clause=clause)
        assert edges.held_back(s, "german") == out


def test_nothing_is_isolated_before_the_first_scenario() -> None:
    """RV-I12, RV-I6"""
    s = opening.new_campaign(Dice(seed_from("isolated")))
    s.areas = {"F5": "german-1", "A20": "german-2"}
    assert supply.isolated_areas(s) == set()
    assert supply.front_line(s, "german") == {"A20"}
    assert not s.acquired


def test_hidden_works_in_enemy_areas_are_shown() -> None:
    """RV-RePh8.6073"""
    s = campaign()
    s.works["trap"] = Work("trap", "mines_6", "german", "F3", hidden=True)
    s.works["kept"] = Work("kept", "mines_6", "german", "A20", hidden=True)
    s.areas = {"F3": "russian-1", "A20": "german-1"}
    escape.show_captured_works(s)
    assert (s.works["trap"].hidden, s.works["kept"].hidden) == (False, True)


def test_a_recon_shows_what_is_there() -> None:
    """RV-RePh8.6243, RV-RePh8.624"""
    s = campaign(dice=[3], german={"recon": 1})
    s.phase, s.step, s.turn = "setup", "recon", 1
    s.areas = {"A20": "german-1", "A18": "russian-1", "A17": "russian-1"}
    put(s, "ru_4-4-7", "A18", "under", concealed=True)
    put(s, "ru_4-4-7", "A17", "gone", hidden=True)
    asked = answer(reconnaissance.inspect(s), ("inspect", "A18"), ("inspect", "A17"))
    assert [decision.ask for decision in asked] == ["inspect", "inspect_more"]
    assert not s.units["under"].concealed
    assert (s.units["gone"].hidden, s.units["gone"].concealed) == (False, True)
    answer(reconnaissance.inspect(s))
    assert step_of(s) == "snipers"


def test_captured_weapons_keep_their_type() -> None:
    """RV-RePh8.6144"""
    s = campaign()
    put(s, "ge_6-5-8", "A20", "taker")
    s.weapons["lmg"] = Weapon("lmg", "ru_lmg", "russian", at="A20")
    s.areas, s.posts = {"A20": "german-1"}, {"taker": "german-1"}
    answer(weapons.equipment_step(s), ("take", "lmg", "taker"))
    assert (s.weapons["lmg"].type, s.weapons["lmg"].side, s.weapons["lmg"].holder) == ("ru_lmg", "german", "taker")


def test_steps_that_are_not_in_use() -> None:
    """RV-RePh8.618, RV-RePh8.6147, RV-RePh8.6148, RV-RePh8.6202, RV-RePh8.6203, RV-RePh8.608, RV-CG25"""
    names = set(Unit.__struct_fields__)
    assert not names & {"prisoner", "captive", "massacred"}
    assert "purchase" in refit.steps()
    assert not {"prisoners", "massacre", "supply", "us"} & set(refit.steps())


def test_limits_of_the_campaign_and_results() -> None:
    """RV-RePh8.6196, RV-RePh8.6234"""
    s = campaign(german={"cpp": 99, "bought": (Bought("I6", "enter", 10, 0),)})
    refused = reinforcement_groups.refusal(s, "german", "I6", "enter")
    assert refused is not None
    s.cvp["russian"] = 10
    scoring.settle_scenario(s, {})
    assert points.sheet(s, "german").won == 1
