"""The sensible player in the campaign: what he buys and builds, when he attacks, where he shifts, and his patience."""

from __future__ import annotations

from sandtable.games.vengeance.bot.barrages import call_battery
from sandtable.games.vengeance.bot.field_works import where_works_stand
from sandtable.games.vengeance.bot.judgement import goals_of
from sandtable.games.vengeance.bot.places import fear_of, place_score
from sandtable.games.vengeance.bot.refit import in_refit
from sandtable.games.vengeance.bot.set_up import set_up_at
from sandtable.games.vengeance.campaign.areas import initial_area
from sandtable.games.vengeance.campaign.battle.deployment import given_foxholes
from sandtable.games.vengeance.campaign.battle.scoring import reichstag
from sandtable.games.vengeance.campaign.purchase.fortifications import buy_fortification, fortification_options
from sandtable.games.vengeance.campaign.purchase.reinforcement_groups import may_buy, purchase
from sandtable.games.vengeance.components import ground
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.ground import BRIDGE
from sandtable.games.vengeance.model.batteries import FFE1, HE, OBSERVER, Battery
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.campaign import Sheet
from sandtable.games.vengeance.model.conditions import Night
from sandtable.games.vengeance.model.field_works import Work
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace
from tests.games.vengeance.bench import arm, mind_of, put
from tests.games.vengeance.campaign.test_campaign_points import campaign


def choice(s: Battle, seat: str, options: list[Option]) -> Option:
    return in_refit(mind_of(s, seat), [*options, ("done",)])


def south(s: Battle, russian: str = "J23") -> None:
    """The German holds the Reichstag, the Russian a hex south of the Spree."""
    for hex in dict.fromkeys(ground().locations[at].hex for at in reichstag()):
        s.areas[hex] = "german-1"
        for at in ground().of_hex[hex]:
            s.control[at] = s.open_control[at] = "german"
    s.areas[russian] = "russian-1"
    s.control[russian] = s.open_control[russian] = "russian"


def test_the_goals_are_the_ground_floors_of_the_reichstag_and_then_the_floors_above_those_that_were_taken() -> None:
    """RV-CGS10a"""
    s = campaign(attacker="russian")
    south(s)
    assert "X16-1" not in mind_of(s, "russian").goals()
    s.control["X16"] = s.open_control["X16"] = "russian"
    goals = mind_of(s, "russian").goals()
    assert "X16" not in goals
    assert {"X16-1", "X16-2"} <= set(goals)
    for at in reichstag():
        s.control[at] = s.open_control[at] = "russian"
    cellar = next(at for at in ground().of_hex["X16"] if at.endswith("cellar"))
    put(s, "ge_4-4-7", cellar, "last")
    assert mind_of(s, "russian").goals() == (cellar,)


def test_the_russian_buys_assault_guns_of_152_mm() -> None:
    """RV-RePh8.619 Three of them, whose loss costs him no point (RV-CGS13)."""
    s = campaign(russian={"cpp": 12})
    south(s)
    s.areas["K1"], s.control["K1"] = "russian-2", "russian"
    vehicles = [o for o in may_buy(s, "russian") if "-V" in str(o[1])]
    assert choice(s, "russian", vehicles)[1:3] == ("ru-group-V10", "on_board")


def test_hidden_squads_and_covers_come_first_and_then_the_reichstag_is_fortified_floor_by_floor() -> None:
    """RV-RePh8.621, RV-B23.9"""
    s = campaign(german={"fpp": 60})
    south(s)
    for number in range(12):
        put(s, "ge_6-5-8", "X16", f"g{number}")
    built = []
    while (pick := choice(s, "german", fortification_options(s, "german"))) != ("done",):
        buy_fortification(s, "german", str(pick[1]), "squad" if pick[1] == "HIP" else "")
        built.append(pick[1])
    assert built[:2] == ["HIP", "HIP"]
    assert built.count("Fortified Location") >= 8
    assert set(built) == {"HIP", "?", "Fortified Location"}
    for number, at in enumerate(reichstag()):
        s.works[f"w{number}"] = Work(f"w{number}", "fortified_location", "german", at)
    s.campaign = replace(s.campaign, german=Sheet(fpp=60)) if s.campaign is not None else None
    walls = [o for o in fortification_options(s, "german") if o[1] == "Fortified Location"]
    assert walls
    assert choice(s, "german", walls) == ("done",)


def test_a_strong_house_is_built_in_the_reichstag_though_the_fight_is_at_the_bridges_still() -> None:
    """RV-CGS10, RV-RePh8.6242a"""
    s = campaign()
    assert "X16" not in goals_of(s)
    options: list[Option] = [("emplace", "ge-fortified-1", at) for at in ("N16", "X16", "X16-1")]
    assert where_works_stand(mind_of(s, "german"), options)[2] == "X16"


def test_the_german_attacks_only_for_what_he_lost_of_the_reichstag() -> None:
    """RV-RePh8.6151, RV-CGS10"""
    s = campaign()
    south(s)
    for number in range(6):
        put(s, "ge_6-5-8", "X16", f"g{number}")
    put(s, "ru_4-4-7", "J23", "r")
    chits: list[Option] = [("chit", "attack"), ("chit", "idle")]
    assert in_refit(mind_of(s, "german"), chits) == ("chit", "idle")
    s.control["Y18"] = s.open_control["Y18"] = "russian"
    assert in_refit(mind_of(s, "german"), chits) == ("chit", "attack")


def test_the_german_buys_a_reserve_while_the_enemy_is_far_from_the_reichstag() -> None:
    """RV-RePh8.6194b It costs less."""
    s = campaign(german={"cpp": 8})
    south(s, "A20")
    infantry = [o for o in may_buy(s, "german") if "I1" in str(o[1])]
    assert choice(s, "german", infantry)[2] == "reserve"
    s = campaign(german={"cpp": 9})
    south(s, "X14")
    infantry = [o for o in may_buy(s, "german") if "I1" in str(o[1])]
    assert choice(s, "german", infantry)[2] == "on_board"


def test_whoever_is_far_behind_is_shifted_to_the_area_next_to_the_task() -> None:
    """RV-RePh8.613"""
    s = campaign()
    south(s, "V12")
    s.areas["J10"] = "russian-2"
    s.control["J10"] = s.open_control["J10"] = "russian"
    put(s, "ru_6-2-8", "J10", "back")
    put(s, "ru_6-2-8", "V12", "front")
    s.posts.update(back="russian-2", front="russian-1")
    options: list[Option] = [("shift", "back", "russian-1"), ("shift", "front", "russian-2")]
    assert choice(s, "russian", options) == ("shift", "back", "russian-1")
    s.posts["back"] = "russian-1"
    assert choice(s, "russian", [("shift", "back", "russian-2"), ("shift", "front", "russian-2")]) == ("done",)


def test_before_the_last_date_an_attacker_does_not_stand_in_the_open_for_a_few_steps() -> None:
    """RV-CGS10 He can come again; on 1 May he cannot."""

    def prefers_cover(date: str) -> bool:
        s = campaign(date, attacker="russian")
        s.phase, s.turn = "MPh", 6
        south(s, "V12")
        unit = put(s, "ru_6-2-8", "X14", "a")
        for number in range(2):
            put(s, "ge_6-5-8", "X16", f"g{number}")
        mind = mind_of(s, "russian")
        squad = mind.s.units[unit]
        assert goals_of(mind.s)
        return place_score(mind, "X14", squad) > place_score(mind, "X15", squad)

    assert prefers_cover("4/29 PM")
    assert not prefers_cover("5/1 AM")


def test_by_day_a_held_bridge_is_crossed_by_many_times_as_many_and_by_night_by_as_many() -> None:
    """RV-CGS10, RV-E1.1 Where nobody holds it he goes at once; broken men hold nothing."""

    def goes(date: str, men: int, foes: int, broken: bool = False) -> bool:
        s = campaign(date, attacker="russian")
        s.night = Night(2, 2, "Full", "None", "german") if date.endswith("NT") else None
        for number in range(men):
            put(s, "ru_6-2-8", "J5", f"a{number}")
        for number in range(foes):
            put(s, "ge_6-5-8", "K12", f"g{number}", broken=broken)
        mind = mind_of(s, "russian")
        assert mind.patient == (not mind.storms)
        return mind.storms

    assert goes("4/29 AM", 3, 0)
    assert not goes("4/29 AM", 3, 2)
    assert goes("4/29 AM", 3, 2, broken=True)
    assert goes("4/28 NT", 3, 2)
    assert not goes("4/28 NT", 1, 2)


def test_the_reichstag_is_stormed_by_twice_as_many_as_can_still_fight_there() -> None:
    """RV-CGS10 Until then, and while there is another date, the attacker shoots from cover; his shells pause for it."""
    s = campaign("4/29 PM", attacker="russian")
    south(s, "V12")
    s.phase, s.side = "PFPh", "russian"
    put(s, "ru_6-2-8", "X14", "a0")
    for number in range(2):
        put(s, "ge_6-5-8", "X16", f"g{number}")
    s.batteries["gun"] = Battery("gun", "150mm", "russian", OBSERVER, post="X0")
    calls: list[Option] = [("contact", "gun"), ("no_contact", "gun")]
    mind = mind_of(s, "russian")
    assert (mind.patient, mind.storms) == (True, False)
    assert call_battery(mind, calls) == ("contact", "gun")
    for number in range(1, 5):
        put(s, "ru_6-2-8", "W14", f"a{number}")
    mind = mind_of(s, "russian")
    assert (mind.patient, mind.storms) == (False, True)
    assert call_battery(mind, calls) == ("no_contact", "gun")
    s.batteries["gun"] = replace(s.batteries["gun"], marker=FFE1, at="X17", mission=HE)
    assert not mind_of(s, "russian").storms


def test_by_night_the_reichstag_is_stormed_at_odds_that_are_too_bad_by_day() -> None:
    """RV-CGS10, RV-E1.1 Nobody sees far across the square by night; at even odds he still waits."""

    def storms(date: str, men: int) -> bool:
        s = campaign(date, attacker="russian")
        s.night = Night(2, 2, "Full", "None", "german") if date.endswith("NT") else None
        south(s, "V12")
        for number in range(2):
            put(s, "ge_6-5-8", "X16", f"g{number}")
        for number in range(men):
            put(s, "ru_6-2-8", "W14", f"a{number}")
        return mind_of(s, "russian").storms

    assert not storms("4/29 PM", 3)
    assert storms("4/29 NT", 3)
    assert not storms("4/29 NT", 2)


def test_those_at_the_door_storm_together_and_those_far_behind_come_up_whatever_the_odds() -> None:
    """RV-CGS10 Attackers do not walk one after the other into the same fire."""
    s = campaign("4/29 PM", attacker="russian")
    south(s, "V12")
    s.phase, s.turn = "MPh", 1
    for number in range(2):
        put(s, "ge_6-5-8", "X16", f"g{number}")
    put(s, "ru_6-2-8", "X14", "near")
    put(s, "ru_6-2-8", "J12", "behind")
    mind = mind_of(s, "russian")
    near, behind = mind.s.units["near"], mind.s.units["behind"]
    assert (mind.waits(near), mind.waits(behind)) == (True, False)
    assert fear_of(mind, near) > fear_of(mind, behind)
    for number in range(4):
        put(s, "ru_6-2-8", "W14", f"a{number}")
    mind = mind_of(s, "russian")
    assert (mind.rushes(near), mind.rushes(behind)) == (True, False)
    assert fear_of(mind, near) < 0.5


def test_who_waits_does_so_where_he_can_shoot() -> None:
    """RV-CGS10 Of two places without danger the one with a line of sight to the enemy."""
    s = campaign("4/29 PM", attacker="russian")
    south(s, "V12")
    unit = put(s, "ru_4-5-8", "U14", "a")
    put(s, "ge_6-5-8", "X16", "g")
    mind = mind_of(s, "russian")
    squad = mind.s.units[unit]
    sees = next(at for at in ("U14-1", "U15-1", "V14", "V13", "X14", "X13") if not mind.f.los(at, "X16").blocked)
    assert mind.offence(squad, sees) > 0
    blind = next(at for at in mind.f.steps if mind.f.los(at, "X16").blocked)
    assert mind.offence(squad, blind) == 0


def test_artillery_is_bought_with_an_observer_and_a_registered_hex_but_not_for_the_night() -> None:
    """RV-CG9b, RV-CG10 The battery first, so that the observer is its own; rockets for who sits in the Reichstag."""
    bought: list[str] = []
    s = campaign("4/29 PM", russian={"cpp": 30})
    south(s)
    put(s, "ge_6-5-8", "X16", "garrison")
    while len(bought) < 5:
        pick = choice(s, "russian", [o for o in may_buy(s, "russian") if "-O" in str(o[1])])
        purchase(s, "russian", pick)
        bought.append(str(pick[1]).rpartition("-")[2])
    assert bought.index("O4") < bought.index("O8")
    assert sorted(bought) == ["O4", "O5", "O6", "O6", "O8"]
    assert choice(s, "russian", [o for o in may_buy(s, "russian") if "-O" in str(o[1])]) == ("done",)
    s = campaign("4/29 NT", russian={"cpp": 30})
    south(s)
    put(s, "ge_6-5-8", "X16", "garrison")
    assert choice(s, "russian", [o for o in may_buy(s, "russian") if "-O" in str(o[1])]) == ("done",)


def test_who_storms_buys_men_and_no_artillery() -> None:
    """RV-RePh8.619, RV-C1.5 Shells would bar the way of his own men."""
    s = campaign("4/29 PM", russian={"cpp": 30})
    south(s)
    put(s, "ge_6-5-8", "X16", "garrison")
    for number in range(2):
        put(s, "ru_6-2-8", "X14", f"a{number}")
    assert choice(s, "russian", [o for o in may_buy(s, "russian") if "-O" in str(o[1])]) == ("done",)
    assert "-I" in str(choice(s, "russian", may_buy(s, "russian"))[1])


def test_the_russian_buys_infantry_that_enters_and_little_else() -> None:
    """RV-RePh8.6194a, RV-RePh8.619 Men on the map at once cost two points more, and artillery eats what men need."""
    s = campaign("4/29 PM", russian={"cpp": 40})
    s.areas["K1"], s.control["K1"] = "russian-2", "russian"
    south(s, "V12")
    put(s, "ge_6-5-8", "X16", "garrison")
    bought: list[Option] = []
    while (pick := choice(s, "russian", may_buy(s, "russian"))) != ("done",):
        purchase(s, "russian", pick)
        bought.append(pick)
    infantry = [o for o in bought if "-I" in str(o[1])]
    assert sum(int(o[3]) for o in infantry) >= 30
    assert all(o[2] == "enter" for o in infantry if "I2" in str(o[1]) or "I4" in str(o[1]))


def test_one_banner_escort_is_bought_when_the_fight_is_for_the_reichstag() -> None:
    """RV-BRV14.1, RV-RePh8.619 Not before the Spree is crossed, and not while there is a Banner."""
    s = campaign("4/29 PM", russian={"cpp": 12})
    escorts: list[Option] = [("buy", "ru-group-I9", "enter", 5)]
    assert choice(s, "russian", escorts) == ("done",)
    south(s)
    assert choice(s, "russian", escorts) == escorts[0]
    put(s, "ru_6-2-8", "X14", "bearer")
    arm(s, "ru_banner", "bearer")
    assert choice(s, "russian", escorts) == ("done",)


def test_the_russian_attacks_by_night_too_and_leaves_out_a_date_on_which_he_is_too_weak() -> None:
    """RV-CG26 There is one date more than there are chits; the last chit is for the last date. He rests by day."""
    chits: list[Option] = [("chit", "attack"), ("chit", "idle")]

    def attacks(date: str, left: int, men: int = 2) -> bool:
        s = campaign(date, russian={"chits": left})
        south(s)
        put(s, "ge_6-5-8", "X16", "garrison")
        for number in range(men):
            put(s, "ru_6-2-8", "X14", f"a{number}")
        return in_refit(mind_of(s, "russian"), chits) == ("chit", "attack")

    assert attacks("4/28 NT", 7)
    assert attacks("4/29 NT", 4)
    assert attacks("4/29 NT", 4, men=0)
    assert not attacks("4/30 AM", 3, men=0)
    assert attacks("4/30 AM", 4, men=0)
    assert not attacks("4/30 NT", 1)
    assert attacks("5/1 AM", 1)


def test_the_german_holds_the_ends_of_the_bridges_and_the_reichstag_and_stands_on_no_bridge() -> None:
    """RV-I7, RV-I9 So the whole south bank and the Reichstag are his when the campaign begins."""
    s = campaign("4/28 PM")
    s.phase = "setup"
    f = field_of(s)
    places = [at for at in f.steps if f.hex(at).bank in ("S", "SPREE")]
    for number, at in enumerate(("J10", "V11", "FF16", "K10", "EE16")):
        s.works[f"ge-foxhole_1-{number}"] = Work(f"ge-foxhole_1-{number}", "foxhole_1", "german", at)
    stand: list[str] = []
    for number in range(10):
        unit = put(s, "ge_6-5-8", "", f"g{number}")
        pick = set_up_at(mind_of(s, "german"), [("set_up", unit, at) for at in places])
        s.units[unit] = replace(s.units[unit], at=str(pick[2]))
        s.at[str(pick[2])] = (*s.at.get(str(pick[2]), ()), unit)
        stand.append(str(pick[2]))
    assert set(stand[:3]) == {"V10", "W12", "GG16"}
    assert sum(at in reichstag() for at in stand) == 5
    assert not any(f.place(at).kind == BRIDGE for at in stand)
    area = initial_area(s, given_foxholes(s))
    assert all(area.get(f.hex_of[at], "").startswith("german") for at in reichstag())


def test_the_given_foxholes_are_dug_where_the_bridges_end() -> None:
    """RV-I9"""
    s = campaign("4/28 PM")
    options: list[Option] = [("emplace", "ge-foxhole_1-1", at) for at in ("X16", "K10", "N16", "J11")]
    assert where_works_stand(mind_of(s, "german"), options)[2] == "K10"


def test_later_the_german_holds_the_houses_around_the_reichstag_too() -> None:
    """RV-CG29 One squad in each; the garrison is a part of his men, not all of them."""
    s = campaign("4/29 PM")
    south(s, "V12")
    s.phase = "setup"
    f = field_of(s)
    places = [at for at in f.steps if f.hex(at).bank == "S"]
    for number in range(24):
        unit = put(s, "ge_6-5-8", "", f"g{number}")
        pick = set_up_at(mind_of(s, "german"), [("set_up", unit, at) for at in places])
        s.units[unit] = replace(s.units[unit], at=str(pick[2]))
        s.at[str(pick[2])] = (*s.at.get(str(pick[2]), ()), unit)
    stand = [u.at for u in s.units.values()]
    assert len(set(stand)) == len(stand)
    assert 5 <= sum(at in reichstag() for at in stand) <= 12
    assert all(f.hex(at).building for at in stand)


def test_who_cannot_storm_yet_beats_those_around_the_reichstag_first() -> None:
    """RV-CGS10, RV-CG29 One squad in a house is easier to beat than all of them inside; concealed ones count, too."""
    s = campaign("4/29 PM", attacker="russian")
    south(s, "V12")
    for number in range(6):
        put(s, "ge_6-5-8", ("X16", "X17")[number % 2], f"g{number}")
    for number in range(11):
        put(s, "ru_6-2-8", ("V12", "V13", "U12", "U11")[number % 4], f"a{number}")
    mind = mind_of(s, "russian")
    assert (mind.patient, "X16" in mind.goals()) == (True, True)
    put(s, "ge_4-3-6", "U15", "outpost", concealed=True)
    mind = mind_of(s, "russian")
    assert (mind.patient, mind.storms, mind.goals()) == (False, False, ("U15",))
    for number in range(3):
        put(s, "ge_6-5-8", "U14", f"more-{number}")
    assert mind_of(s, "russian").patient  # too many of them
