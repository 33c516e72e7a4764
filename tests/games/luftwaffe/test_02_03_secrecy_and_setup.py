"""Chapters 2 and 3: what is secret, and how a raid is set up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.knowledge.sight import UNSEEN
from sandtable.games.luftwaffe.model import Luftwaffe, is_bomber
from sandtable.games.luftwaffe.rules import flights, missions, setup
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import Refused
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import fly, peek, run, table


def walk(until: str, bot: str = "greedy", seed: str = "walk", **options: str) -> Position:
    """A game played by bots until its step is `until`."""
    position = Position.new(GAME, dict(options), seed, Journal())
    dice = Dice(seed_from(seed))
    while not position.over and state(position).step != until:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot(bot), dice))
    return position


def state(position: Position) -> Luftwaffe:
    assert isinstance(position.state, Luftwaffe)
    return position.state


def seen(position: Position, seat: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(position.sight(seat)))


def test_the_german_sees_no_mission_and_no_covered_unit() -> None:
    """LW-2.1, LW-2.2, LW-2.5"""
    position = walk("german_move", bot="random", seed="secret")
    s, view = state(position), seen(position, GERMAN)
    hidden = [id for id, u in s.americans.items() if u.status in ("covered", "sneak")]
    assert hidden
    for id, unit in view["americans"].items():
        assert unit.get("mission", "") == ""
        if id in hidden:
            assert unit["status"] == UNSEEN
            assert not unit.get("hex")
        if s.americans[id].status == "up":
            assert (unit["hex"], unit["factors"]) == (s.americans[id].hex, 2)
    assert set(view["stacks"]) == {s.americans[id].hex for id in hidden if s.americans[id].hex} | set(s.dummies)
    assert view["dummies"] == []
    assert seen(position, AMERICAN)["americans"][hidden[0]]["status"] != UNSEEN


def test_time_pieces_are_secret_but_tanks_are_not() -> None:
    """LW-2.3"""
    position = walk("american_move")
    s = state(position)
    german, american = seen(position, GERMAN), seen(position, AMERICAN)
    assert set(american["clocks"]) <= set(parts().types)
    assert all(parts().types[key].side == AMERICAN for key in american["clocks"])
    assert all(parts().types[key].side == GERMAN for key in german["clocks"])
    assert german["tanks"] == american["tanks"] == {key: clock.tanks for key, clock in s.clocks.items()}


def test_the_target_sheet_is_shown_when_the_raid_is_over() -> None:
    """LW-2.4"""
    position = walk("over")
    lines = [line for line in position.journal.lines if line.event == "sheet"]
    assert len(lines) == 17
    assert all(line.visible_to(GERMAN) for line in lines)
    assert all(u["mission"] for u in seen(position, GERMAN)["americans"].values() if "b17" in u["type"])
    flown = {line.facts["city"] for line in position.journal.lines if line.event == "bombed"}
    assert flown == set(state(position).destroyed)


def test_the_order_of_set_up_and_that_the_german_sees_it_only_when_complete() -> None:
    """LW-3.1, LW-4.6.1"""
    position = walk("placing")
    for _ in range(5):
        position.apply(AMERICAN, ask(position, AMERICAN, find_bot("greedy"), Dice(seed_from(1))))
    view = seen(position, GERMAN)
    assert view["step"] == "set_up"
    assert {u["status"] for u in view["americans"].values()} == {UNSEEN}
    assert view["tanks"] == {}
    order = []
    position = Position.new(GAME, {}, "order")
    dice = Dice(seed_from("order"))
    while state(position).step != "german_move":
        order.append(state(position).step)
        position.apply(position.deciders[0], ask(position, position.deciders[0], find_bot("random"), dice))
    assert [*dict.fromkeys(order)][:5] == ["deploy", "sneak", "missions", "placing", "dummies"]


def test_the_number_of_choices_of_a_set_up_does_not_tell_the_sneak_raid() -> None:
    """LW-2.2, LW-3.4"""
    counts = set()
    for seed in range(6):
        position = walk("sneak", seed=f"count {seed}")
        before = len(position.steps)
        dice = Dice(seed_from(seed))
        while state(position).step in setup.SET_UP:
            # The order of the plan and help with it are the player's own; they tell nothing of the Sneak Raid.
            options = [o for o in position.options(AMERICAN) if o[0] not in ("plan", "rest")]
            position.apply(AMERICAN, options[dice.below(len(options))])
            assert position.decision is None or position.decision.rule != "LW-3.4"
            if state(position).step == "escorts":
                break
        counts.add(len([s for s in position.steps[before:] if s.option[0] not in ("escort", "free")]))
    assert len(counts) == 1


def test_one_counter_to_a_base_and_none_behind_the_line() -> None:
    """LW-3.2, LW-3.3"""
    position = Position.new(GAME, {}, "deploy")
    first = position.options(GERMAN)[0]
    position.apply(GERMAN, first)
    second = position.options(GERMAN)[0][1]
    with pytest.raises(Refused, match="taken"):
        position.apply(GERMAN, ("deploy", second, first[2]))
    behind = [b.id for b in parts().bases.values() if b.hex in state(position).zone.all]
    for closed in behind:
        with pytest.raises(Refused, match="zone"):
            position.apply(GERMAN, ("deploy", second, closed))
    s = GAME.new(GAME.settle({"scenario": "tournament"}), Dice(seed_from(1)))
    ids = list(s.germans)[:3]
    base = s.zone.bases[0]
    for id in ids:
        s.germans[id] = msgspec.structs.replace(s.germans[id], status="off", factors=1)
    s.germans[ids[0]] = msgspec.structs.replace(s.germans[ids[0]], status="ground", hex=base.hex)
    assert base in setup.open_bases(s, ids[1]), "two reduced units share a base in the longer games"
    s.germans[ids[1]] = msgspec.structs.replace(s.germans[ids[1]], status="ground", hex=base.hex)
    assert base not in setup.open_bases(s, ids[2])
    assert len(setup.open_bases(s, ids[2])) == len(s.zone.bases) - 1


def test_every_bomber_gets_one_mission_and_any_city_may_be_written() -> None:
    """LW-3.5, LW-20.11"""
    position = walk("missions")
    s = state(position)
    id = s.queue[0]
    assert len([o for o in position.options(AMERICAN) if o[0] == "mission"]) == 79
    s.destroyed["bremen"] = "x"
    assert ("mission", id, "bremen") not in setup.mission_options(s, id)
    position = walk("german_move")
    assert all(u.mission for u in state(position).americans.values() if u.type in ("b17", "b24"))


def test_sneak_raiders_are_of_one_heavy_type() -> None:
    """LW-3.4, LW-7.5, LW-7.8"""
    position = walk("sneak")
    s = state(position)
    b17 = [id for id, u in s.americans.items() if u.type == "b17"]
    flow = setup.sneak_raid(s)
    run(flow, ("sneak", 2), ("sneak_turn", 4), ("raider", b17[0]), ("raider", b17[1]))
    assert s.sneak.units == tuple(b17[:2])
    assert [s.americans[id].status for id in b17[:3]] == ["sneak", "sneak", "covered"]
    s = state(walk("sneak"))
    flow = setup.sneak_raid(s)
    decision = next(flow)
    decision = flow.send(("sneak", 2))
    decision = flow.send(("sneak_turn", 4))
    assert {parts().types[s.americans[str(o[1])].type].heavy for o in list(decision.options)} == {True}
    decision = flow.send(("raider", b17[0]))
    assert {s.americans[str(o[1])].type for o in list(decision.options)} == {"b17"}


def test_no_sneak_raid_has_no_turn_and_the_german_does_not_learn_of_it() -> None:
    """LW-3.4 "If not 0, a turn": the German counts one step for the whole plan, whatever the American chose."""
    known = []
    for count in (0, 2):
        position = walk("sneak")
        german = position.counts("german")[-1]
        position.apply("american", ("sneak", count))
        asked = {option[0] for option in position.options("american")}
        assert asked == ({"sneak_turn"} if count else {"mission", "plan", "rest"})
        while state(position).step in setup.SET_UP:
            known.append(position.counts("german")[-1] - german)
            options = position.options("american")
            position.apply("american", ("rest",) if ("rest",) in options else options[0])
    assert set(known) == {0}, "no step is told before the plan is complete"


def test_units_are_uncovered_only_on_their_own_front_and_may_stay_at_home() -> None:
    """LW-3.7, LW-3.8, LW-3.9"""
    position = walk("german_move", bot="random", seed="fronts")
    s = state(position)
    covered = [id for id, u in s.americans.items() if u.status == "covered" and u.type in ("b17", "b24")]
    assert len(s.dummies) <= parts().dummies
    s.step = "uncover"
    flow = missions.uncovering(s)
    assert ("done",) in list(peek(missions.uncovering(s)).options)
    next(flow)
    decision = flow.send(("uncover", covered[0]))
    front = s.americans[covered[0]].front
    assert {s.zone.front[str(o[1])] for o in list(decision.options)} == {front}


def test_bombers_are_planned_in_any_order_and_the_program_does_the_rest() -> None:
    """LW-3.1, LW-3.5"""
    position = walk("missions")
    first = str(position.options(AMERICAN)[0][1])
    other = next(str(o[1]) for o in position.options(AMERICAN) if o[0] == "plan")
    position.apply(AMERICAN, ("plan", other))
    assert position.options(AMERICAN)[0][1] == other
    position.apply(AMERICAN, ("mission", other, "bremen"))
    assert position.options(AMERICAN)[0][1] == first
    position.apply(AMERICAN, ("rest",))
    s = state(position)
    assert s.step == "placing"
    assert s.americans[other].mission == "bremen"
    assert all(u.mission for u in s.americans.values() if is_bomber(u))
    position.apply(AMERICAN, ("rest",))
    position.apply(AMERICAN, ("rest",))
    assert state(position).step not in setup.SET_UP


@pytest.mark.parametrize(
    ("status", "told"),
    [("russia", "in Russia"), ("sneak", "on the Sneak Raid"), (UNSEEN, "not yet placed"), ("lost", "eliminated")],
)
def test_where_a_unit_is_off_the_map_is_told_in_words(status: str, told: str) -> None:
    """LW-2.2"""
    s = state(walk("german_move"))
    id = next(iter(s.americans))
    s.americans[id] = replace(s.americans[id], status=status)
    note = next(piece.note for piece in GAME.table(GAME.sight(s, AMERICAN)).pieces if piece.id == id)
    assert note.endswith(f" · {told}")


def test_the_plan_is_drawn_for_the_american_alone() -> None:
    """LW-2.2, LW-3.5, LW-5.1"""
    position = walk("german_move")
    s = state(position)
    mine, theirs = (GAME.table(GAME.sight(s, seat)) for seat in (AMERICAN, GERMAN))
    drawn = {line.ref: line for line in mine.lines if line.kind == "plan"}
    for id, line in drawn.items():
        assert line.path[-1] == parts().cities[s.americans[id].mission].hex
    assert drawn
    assert not theirs.lines, "nobody has flown yet, and missions are secret"
    assert {o.id for o in theirs.overlays} >= {"objective", "guns", "reach-ground"}


def test_a_flight_over_the_target_is_seen_alike_whatever_mission_is_imagined() -> None:
    """LW-2.2, LW-14.3 The way that was offered is flown, though its mission was dealt anew while it was asked."""
    for imagined in (AIRBASE, "berlin"):
        s = table("advanced", zone="3|4", step="american_move")
        s.journal = Journal()
        target = next(c for c in parts().cities.values() if s.zone.to_front["west"].get(c.hex) == 11)
        start = next(h for h in parts().grid.neighbours[target.hex] if s.zone.to_front["west"].get(h) == 12)
        ids = fly(s, "b17", 2, start, mission=target.id)
        flow = flights.fly(s, ids, ids[0])
        over = next(o for o in next(flow).options if o[0] == "over")
        for id in ids:
            s.americans[id] = replace(s.americans[id], mission=imagined)
        with pytest.raises(StopIteration):
            flow.send(over)
        assert [(line.event, line.facts["end"]) for line in s.journal.lines] == [("flew", over[1])] * 2
        assert {(s.americans[id].hex, s.americans[id].strike) for id in ids} == {(over[1], target.hex)}
        missions.bombing(s)
        assert all(s.americans[id].bombed for id in ids), "what follows is the mission that fits this way"


def test_a_drawn_flight_asks_alike_whatever_mission_is_imagined() -> None:
    """LW-2.2, LW-7.18 Who was not offered to give up is not asked on the way, though an airbase is imagined then."""
    for imagined in ("", AIRBASE):
        s = table("advanced", zone="3|4", step="american_move")
        target = next(c for c in parts().cities.values() if s.zone.to_front["west"].get(c.hex) == 11)
        start = next(h for h in parts().grid.neighbours[target.hex] if s.zone.to_front["west"].get(h) == 12)
        [id] = fly(s, "b17", 1, start, mission=target.id)
        flow = flights.fly(s, [id], id)
        assert ("abort",) not in next(flow).options
        s.americans[id] = replace(s.americans[id], mission=imagined or target.id)
        flow.send(("draw",))
        assert set(flow.send(("step", target.hex)).options).isdisjoint({("abort",)})
