"""The sensible players: waves and feints, staging, interception, and how they fare. LW-21.4"""

from __future__ import annotations

from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.bot import player
from sandtable.games.luftwaffe.bot.american import base_to_bomb, choose_course
from sandtable.games.luftwaffe.bot.bases import Staging, expected_raid
from sandtable.games.luftwaffe.bot.interception import assignments, losses_caused
from sandtable.games.luftwaffe.bot.plan import VARIANTS, Flyer, depth, has_second_wave, plan
from sandtable.games.luftwaffe.bot.prey import prey
from sandtable.games.luftwaffe.bot.raid import (
    choose_guard,
    choose_raid,
    choose_uncovered,
    choose_way_out,
    german_spent,
    is_bold,
)
from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance, zone
from sandtable.games.luftwaffe.model import American, German, Luftwaffe
from sandtable.kernel.dice import Dice
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.playout import play_out
from sandtable.kernel.position import dice_for
from sandtable.kernel.state import State, replace
from tests.games.luftwaffe.tools import BASIC, fly, park, table


def played(seed: int, players: dict[str, str], scenario: str = "basic") -> tuple[str, Luftwaffe]:
    """A whole game between sensible and random players; the state is that of its last decision."""
    s = GAME.new(GAME.settle({"scenario": scenario}), dice_for(seed))
    dice = Dice(f"{seed:064x}")

    def choose(seat: str, decision: Decision, state: State) -> Option:
        assert isinstance(decision, Choose)
        assert isinstance(state, Luftwaffe)
        options = list(decision.options)
        if players[seat] == "random":
            return options[dice.below(len(options))]
        return player.sensible(GAME.sight(state, seat), seat, options, dice)

    outcome, _ = play_out(GAME, s, choose)
    return outcome.result, s


def test_either_side_beats_random_play() -> None:
    """LW-21.4"""
    for seed in range(2):
        assert played(seed, {AMERICAN: "greedy", GERMAN: "random"})[0] == AMERICAN
        assert played(seed, {AMERICAN: "random", GERMAN: "greedy"})[0] == GERMAN


def test_plans_differ_and_some_have_a_second_wave_with_its_own_fighters() -> None:
    """LW-3.5, LW-3.7, LW-6.3"""
    ids = parts().single_oob["oob_basic.toml"]["american"]
    flyers = tuple(Flyer(id, parts().units[id].type, False) for id in ids)
    plans = [plan("A", BASIC, flyers, (), n) for n in range(VARIANTS)]
    assert len({tuple(order.target for order in p.values()) for p in plans}) > VARIANTS * 2 // 3
    for n, orders in enumerate(plans):
        late = {id for id, order in orders.items() if order.waits}
        assert bool(late) == has_second_wave(n)
        fighters = {f.type for f in flyers if f.id in late and not parts().types[f.type].bomber}
        assert all(f.id in late for f in flyers if f.type in fighters), "a type starts in one turn"


def test_the_german_stages_towards_a_raid_and_a_dummy_draws_him_only_while_bombers_are_unseen() -> None:
    """LW-8.1, LW-3.7"""
    s = table(turn=1)
    fly(s, "b24", 4, "3034", front="south", home="south")
    rear = min(parts().base_at, key=lambda hex: abs(distance(hex, "3034") - 14))
    (unit,) = park(s, "fw190", 1, rear)
    assert Staging(GAME.sight(s, GERMAN)).is_worth_it(unit)
    seen = expected_raid(GAME.sight(s, GERMAN))
    s.dummies = ("0101",)
    assert expected_raid(GAME.sight(s, GERMAN)) == seen, "every bomber is on the map: the stack is empty"
    hidden = next(u.id for u in parts().units.values() if u.type == "b17")
    s.americans[hidden] = American(type="b17", factors=2, status="covered", hex="0101")
    assert len(expected_raid(GAME.sight(s, GERMAN))) > len(seen), "now the stack may be real"


def test_interceptors_gather_on_weakened_bombers_and_do_not_all_go_for_one() -> None:
    """LW-9.3.4, LW-8.2"""
    s = table(turn=5)
    strong = fly(s, "b17", 2, "2016")
    (weak,) = fly(s, "b24", 1, "2216")
    s.americans[weak] = replace(s.americans[weak], factors=1)
    ids = fly(s, "fw190", 6, "2116")
    view = GAME.sight(s, GERMAN)
    sent = assignments(view, prey(view))
    assert set(sent) == set(ids), "one stack flies together"
    s.germans[ids[0]] = replace(s.germans[ids[0]], hex="2215")
    view = GAME.sight(s, GERMAN)
    sent = assignments(view, prey(view))
    assert {s.americans[strong[0]].hex, s.americans[weak].hex} >= set(sent.values())


def test_where_escorts_are_ignored_the_german_counts_on_the_bombers_behind_them() -> None:
    """LW-15.2.2 The escort fires first, but what is left of the attack goes to the bombers."""
    s = table(turn=5)
    fly(s, "b17", 3, "2016")
    for id in fly(s, "p51", 3, "2016"):
        s.americans[id] = replace(s.americans[id], escort=True)
    ids = fly(s, "fw190", 5, "2116")
    view = GAME.sight(s, GERMAN)
    screened = prey(view)["2016"]
    s.flags = ("ignore_escorts",)
    view = GAME.sight(s, GERMAN)
    bypassed = prey(view)["2016"]
    assert bypassed.value(4) > 3 > 1 > screened.value(4)
    assert bypassed.worth() > screened.worth()
    assert set(assignments(view, prey(view))) == set(ids)
    thinned = losses_caused(view, ids, bypassed)
    for id, u in s.americans.items():
        s.americans[id] = replace(u, escort=False)
    view = GAME.sight(s, GERMAN)
    assert 0 < thinned < losses_caused(view, ids, prey(view)["2016"]), "the escort's first shot counts"


def test_the_second_wave_waits_until_the_german_is_spent_or_until_it_is_high_time() -> None:
    """LW-3.7, LW-4.3.4, LW-6.13"""
    s = table(turn=4, step="uncover")
    fly(s, "b17", 2, "1610", mission="hannover")
    (late,) = fly(s, "b24", 1, "0610", mission="berlin", front="west", home="west")
    s.americans[late] = replace(s.americans[late], status="covered")
    fighters = park(s, "fw190", 4, next(iter(parts().base_at)))
    options: list[Option] = [("uncover", late), ("done",)]

    def answer() -> Option:
        return choose_uncovered(GAME.sight(s, AMERICAN), options)

    assert answer() == ("done",), "all Germans are fresh"
    for id in fighters[:2]:
        s.germans[id] = replace(s.germans[id], status="air", took_off=1, fuelled=False)
    assert german_spent(GAME.sight(s, AMERICAN)) == 0.5
    assert answer() == ("done",)
    s.germans[fighters[2]] = replace(s.germans[fighters[2]], fuelled=False)
    assert answer() == ("uncover", late)
    for id in fighters:
        s.germans[id] = replace(s.germans[id], status="ground", fuelled=True)
    s.turn = 16
    assert answer() == ("uncover", late), "later it would not be home by the end"


def test_in_a_bold_raid_one_unit_guards_a_group_and_the_others_hunt() -> None:
    """LW-8.4"""
    s = table(turn=5)
    bombers = fly(s, "b17", 2, "2014", mission="berlin")
    first, second = fly(s, "p51", 2, "2014")
    cities = [c for c in parts().cities if c != "berlin"]

    def guards(id: str) -> Option:
        return choose_guard(GAME.sight(s, AMERICAN), [("escort", id, "b17"), ("free", id)])

    plans = {True: "", False: ""}
    for city in cities:
        s.americans[bombers[1]] = replace(s.americans[bombers[1]], mission=city)
        plans[is_bold(GAME.sight(s, AMERICAN))] = city
    assert all(plans.values()), "some raids are bold and some are not"
    for bold, city in plans.items():
        s.americans[bombers[1]] = replace(s.americans[bombers[1]], mission=city)
        s.americans[first] = replace(s.americans[first], escort="")
        assert guards(first) == ("escort", first, "b17")
        s.americans[first] = replace(s.americans[first], escort="b17")
        assert guards(second) == (("free", second) if bold else ("escort", second, "b17"))


def test_bombers_shuttle_to_russia_only_from_deep_in_the_east() -> None:
    """LW-13.1"""
    s = table("tournament", zone="3|4")
    (id,) = fly(s, "b17", 1, "0610", front="west", home="west")
    options: list[Option] = [("way_out", id, way) for way in ("front", "russia")]
    chosen: dict[str, str] = {}
    for city in parts().cities:
        s.americans[id] = replace(s.americans[id], mission=city)
        chosen[city] = str(choose_way_out(GAME.sight(s, AMERICAN), options)[2])
    east = {city for city, way in chosen.items() if way == "russia"}
    assert 0 < len(east) < len(chosen) / 2
    to = s.zone.to_front["russia"]
    farthest = max(to[parts().cities[city].hex] for city in east)
    assert farthest < to[parts().cities["hannover"].hex]
    assert chosen["hannover"] == "front"


def medium(id: str = "a20") -> tuple[Flyer, ...]:
    """Three medium bombers of a type."""
    return tuple(Flyer(f"{id}-{n}", id, False) for n in range(3))


def test_medium_bombers_fly_no_farther_than_their_fuel() -> None:
    """LW-6.5, LW-7.14 A city within half their time, from the front where there is one; otherwise airbases."""
    for kind in ("b25", "b26", "a20", "a26"):
        type = parts().types[kind]
        far = (type.time_with // 2 - 1) * type.mf
        for variant in range(VARIANTS):
            for order in plan("A", BASIC, medium(kind), (), variant).values():
                assert order.target == AIRBASE or depth(BASIC, order.front, order.target) <= far
    near = tuple(c for c in parts().cities if min(depth(BASIC, f, c) for f in ("west", "south")) <= 12)
    orders = plan("A", BASIC, medium(), near, 0)
    assert {order.target for order in orders.values()} == {AIRBASE}
    assert all(order.start in zone(BASIC).hexes[order.front] for order in orders.values())


def test_a_bomber_sent_at_airbases_goes_for_the_fullest_in_reach() -> None:
    """LW-7.14, LW-7.16 It bombs a base with aircraft on it, and flies on over an empty one while it has time."""
    s = table()
    bases = sorted(parts().bases.values(), key=lambda base: zone(s.zone_key).to_front["west"].get(base.hex, 999))
    start = min(zone(s.zone_key).hexes["west"], key=lambda hex: distance(hex, bases[0].hex))
    bomber = next(id for id, unit in parts().units.items() if unit.type == "b17")
    s.americans[bomber] = American("b17", 4, "up", hex=start, home="west", mission=AIRBASE, start=start)
    german = next(id for id, unit in parts().units.items() if unit.type == "fw190")
    s.germans[german] = German("fw190", 3, "ground", hex=bases[2].hex)
    view = GAME.sight(s, AMERICAN)
    assert base_to_bomb(view, view.americans[bomber]) == bases[2].hex
    empty: list[Option] = [("fly", bases[2].hex), ("bomb_at", bases[0].hex)]
    view = replace(view, moving=(bomber,))
    assert choose_course(view, empty) == ("fly", bases[2].hex)
    assert choose_course(view, [*empty, ("bomb_at", bases[2].hex)]) == ("bomb_at", bases[2].hex)


def test_in_the_last_quarters_every_bomber_flies() -> None:
    """LW-12.3 There is nothing left to save them for; and 1943 is not sat out."""
    s = GAME.new(GAME.settle({"scenario": "tournament"}), dice_for("raids"))
    options: list[Option] = [("raid",), ("skip",)]
    bomber = next(id for id, u in parts().units.items() if u.type == "b17")

    def chosen(quarter: str, factors: int) -> Option:
        flying = {bomber: American("b17", factors, "recovered")}
        return choose_raid(replace(GAME.sight(s, AMERICAN), quarter=quarter, americans=flying), options)

    assert chosen("1943-01", 6) == ("skip",)
    assert chosen("1943-07", 12) == ("raid",)
    assert chosen("1944-10", 4) == ("skip",)
    assert chosen("1945-01", 1) == ("raid",)
    assert chosen("1945-04", 1) == ("raid",)
    assert chosen("1945-04", 0) == ("skip",)


def test_the_recommended_production_is_marked_in_the_set_up() -> None:
    """LW-15.1 The rulebook says itself that the printed rate favours the German."""
    option = next(spec for spec in GAME.options if spec.name == "production")
    assert option.labels[option.values.index("nine")].endswith("(recommended)")
