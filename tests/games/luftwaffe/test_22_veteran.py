"""The experienced player: escort, small streams, aircraft saved, and whole games of every length. LW-21.4"""

from __future__ import annotations

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.luftwaffe import GAME
from sandtable.games.luftwaffe.bot.habits import HABITS
from sandtable.games.luftwaffe.bot.interception import assignments
from sandtable.games.luftwaffe.bot.plan import plan_begun
from sandtable.games.luftwaffe.bot.prey import prey
from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.model import Luftwaffe
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Option
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import fly, park, table

GUARD: list[Option] = [("escort", "us_p51_4_fg", "b17"), ("free", "us_p51_4_fg")]


def guarded(s: Luftwaffe, player: str = "experienced") -> Option:
    """LW-8.4 Whether a fighter that starts with bombers becomes their close escort."""
    choose = getattr(GAME, player)
    option: Option = choose(GAME.sight(s, AMERICAN), AMERICAN, GUARD, "LW-8.4", Dice("0" * 64))
    return option


def bold_raid(game: str = "basic", flags: tuple[str, ...] = ()) -> Luftwaffe:
    """A stream that one fighter guards already, in a raid that a sensible American flies to bring on a battle."""
    s = table(game, turn=0, flags=flags, quarter="1944-01" if game == "tournament" else "")
    for mission in ("berlin", "gotha", "leipzig"):
        fly(s, "b17", 1, "0610", mission=mission)
    for id in fly(s, "p51", 4, "0610"):
        s.americans[id] = replace(s.americans[id], escort=id != "us_p51_4_fg")
    return s


def test_every_fighter_that_starts_with_bombers_is_their_close_escort() -> None:
    """LW-8.4"""
    s = bold_raid()
    assert guarded(s, "sensible") == GUARD[-1]
    assert guarded(s) == GUARD[0]


def test_where_escorts_are_ignored_or_more_than_cities_counts_he_escorts_as_a_sensible_player() -> None:
    """LW-15.2.2, LW-12.3, LW-16.4 In Operation Custer losses count: hunting wins there."""
    for s in (bold_raid(flags=("ignore_escorts",)), bold_raid("tournament"), bold_raid("custer")):
        assert guarded(s) == guarded(s, "sensible")


@pytest.mark.parametrize(("game", "attacks"), [("tournament", False), ("basic", True)])
def test_where_escorts_are_ignored_he_shuns_a_stream_whose_escort_would_shoot_too_many_down(
    game: str, attacks: bool
) -> None:
    """LW-15.2.2 The sensible player counts only what he may destroy. In the Basic Game nothing comes after the raid."""
    s = table(game, quarter="1944-07" if game == "tournament" else "", flags=("ignore_escorts",))
    fly(s, "b17", 2, "2016")
    for id in fly(s, "p51", 6, "2016"):
        s.americans[id] = replace(s.americans[id], escort=True)
    ids = fly(s, "me109", 3, "2116")
    s.moving = tuple(ids)
    view = GAME.sight(s, GERMAN)
    assert set(assignments(view, prey(view))) == set(ids)
    assert not assignments(view, prey(view), HABITS.own)
    options: list[Option] = [("fly", "2016"), ("fly", "2216"), ("land", "2116")]
    attack = options[0]
    assert GAME.sensible(view, GERMAN, options, "LW-8.2", Dice("0" * 64)) == attack
    assert (GAME.experienced(view, GERMAN, options, "LW-8.2", Dice("0" * 64)) == attack) == attacks


STRAFER = 7
"""How far a P-51 flies to strafe where it may fly on."""


def strafed_table(game: str = "advanced") -> tuple[Luftwaffe, str, str]:
    """A whole unit on a base, two Mustangs beside it, and no bombers: the hexes of the unit and of the Mustangs."""
    s = table(game, turn=9, quarter="1944-07" if game != "basic" else "", zone="3|4")
    base = parts().bases["ab_kothen"].hex
    hunters = next(hex for hex in parts().grid if distance(hex, base) == 2)
    fly(s, "p51", 2, hunters)
    park(s, "fw190", 1, base)
    return s, base, hunters


def chosen(s: Luftwaffe, player: str, options: list[Option]) -> Option:
    choose = getattr(GAME, player)
    option: Option = choose(GAME.sight(s, GERMAN), GERMAN, options, "LW-4.2.2", Dice("0" * 64))
    return option


def test_who_would_be_strafed_stages_out_of_reach_where_raids_are_to_come() -> None:
    """LW-8.1, LW-8.15 A sensible player stages in the first turn alone. In the Basic Game nothing comes after."""
    s, _, hunters = strafed_table()
    (unit,) = s.germans
    options: list[Option] = [("launch", "fw190"), ("stage", unit), ("done",)]
    assert chosen(s, "sensible", options) == ("done",)
    assert chosen(s, "experienced", options) == ("stage", unit)
    assert chosen(strafed_table("basic")[0], "experienced", options) == ("done",)
    s.germans[unit] = replace(s.germans[unit], status="air", staging=True, clock=unit)
    s.moving = (unit,)
    landings: list[Option] = [("land", b.hex) for b in s.zone.bases if distance(b.hex, s.germans[unit].hex) <= STRAFER]
    landed = str(chosen(s, "experienced", [("fly", hunters), *landings])[1])
    assert distance(landed, hunters) > STRAFER
    assert any(distance(str(o[1]), hunters) <= STRAFER for o in landings), "there was a worse choice"


def test_who_is_out_of_reach_stays_where_he_is() -> None:
    """LW-8.1"""
    s, _, _ = strafed_table()
    (unit,) = s.germans
    far = max(s.zone.bases, key=lambda b: min(distance(b.hex, u.hex) for u in s.americans.values())).hex
    s.germans[unit] = replace(s.germans[unit], hex=far)
    assert chosen(s, "experienced", [("stage", unit), ("done",)]) == ("done",)


def test_he_lands_where_nobody_comes_to_strafe() -> None:
    """LW-6.9, LW-8.15 A sensible player shuns fighters by their distance alone."""
    s, base, hunters = strafed_table()
    (unit,) = s.germans
    s.germans[unit] = replace(s.germans[unit], status="air", clock="fw190")
    s.clocks["fw190"] = replace(s.clocks["fw190"], due=9)
    s.moving = (unit,)
    away = {b.hex: distance(b.hex, hunters) for b in s.zone.bases if b.hex != base}
    beside: list[Option] = [("land", hex) for hex, far in away.items() if far == STRAFER]
    clear: list[Option] = [("land", hex) for hex, far in away.items() if far == STRAFER + 1]
    options: list[Option] = [("fly", hunters), *beside, *clear]
    assert chosen(s, "sensible", options) in beside
    assert chosen(s, "experienced", options) in clear


def test_after_a_strike_he_flies_on_to_where_pursuers_would_do_least() -> None:
    """LW-14.2.1, LW-9.5.2 Out of their reach, or beside jets: against their E the Mustangs destroy less."""
    s, _, hunters = strafed_table()
    s.germans.clear()
    ids = fly(s, "me110", 2, hunters, due=14)
    s.moving = tuple(ids)
    hexes = sorted(parts().grid, key=lambda hex: (distance(hex, hunters), hex))
    near = [hex for hex in hexes if 1 <= distance(hex, hunters) <= STRAFER]
    clear = next(hex for hex in hexes if distance(hex, hunters) == STRAFER + 1)
    options: list[Option] = [("fly", hex) for hex in (*near, clear)]
    assert chosen(s, "experienced", options) == ("fly", clear)
    fly(s, "me262", 1, near[0], moved=True)
    assert chosen(s, "experienced", options[:-1]) == ("fly", near[0])


def test_streams_are_no_larger_than_his_habit() -> None:
    """LW-9.3.2 The bombers that start in one hex."""
    position = Position.new(GAME, {"scenario": "basic"}, seed="streams")
    dice = Dice(seed_from("streams"))
    s = position.state
    assert isinstance(s, Luftwaffe)
    while s.turn == 0:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("veteran"), dice))
        s = position.state
        assert isinstance(s, Luftwaffe)
    orders = plan_begun(GAME.sight(s, AMERICAN), HABITS.together)
    streams: dict[str, int] = {}
    for order in orders.values():
        if order.target:
            streams[order.start] = streams.get(order.start, 0) + 1
    assert max(streams.values()) <= HABITS.together


@pytest.mark.parametrize("scenario", ["basic", "basic-oil", "basic-rail", "custer", "tournament", "advanced"])
def test_a_veteran_plays_whole_games_at_the_table_without_searching(scenario: str) -> None:
    position = Position.new(GAME, {"scenario": scenario}, seed="veteran")
    dice = Dice(seed_from("veteran"))
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("veteran"), dice))
    assert position.outcome is not None
