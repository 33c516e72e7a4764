"""What each seat may see, built from nothing. LW-2.2 - LW-2.5"""

from __future__ import annotations

from typing import Literal

from sandtable.games.luftwaffe.components import AIRBASE, AMERICAN, GERMAN
from sandtable.games.luftwaffe.model import American, Arrival, Clock, German, Luftwaffe, QuarterRecord, Step, is_bomber
from sandtable.games.luftwaffe.rules.missions import covered_stacks
from sandtable.games.luftwaffe.rules.scoring import score
from sandtable.games.luftwaffe.rules.setup import SET_UP
from sandtable.kernel.game import View

UNSEEN = "unseen"
"""The status of an American unit of which the German knows only that it is in play."""


class LuftwaffeView(View, frozen=True):
    """What one seat sees."""

    game: str
    flags: tuple[str, ...]
    quarter: str
    zone_key: str
    step: Step | Literal["set_up"]
    """Where the game stands; while the American plans in secret, the German sees only that it is set up."""
    turn: int
    moving: tuple[str, ...]
    battle: str
    americans: dict[str, American]
    germans: dict[str, German]
    clocks: dict[str, Clock]
    """The time pieces of the seat's own side (LW-2.3)."""
    tanks: dict[str, bool]
    """Whether the types in the air carry tanks, of both sides."""
    stacks: tuple[str, ...]
    dummies: tuple[str, ...]
    sneak: Arrival
    shuttle: Arrival
    destroyed: dict[str, str]
    fresh: tuple[str, ...]
    unusable: tuple[str, ...]
    jet_bases: tuple[str, ...]
    guns_fired: tuple[str, ...]
    fuel: dict[str, int]
    losses: dict[str, int]
    raid_losses: dict[str, int]
    replacements: dict[str, int]
    closed_shuttles: tuple[str, ...]
    key: str
    named: tuple[str, ...]
    grounded: str
    rail_limit: int
    score: int
    history: tuple[QuarterRecord, ...]
    result: str
    entered: dict[str, int]
    solo: bool


def being_planned(s: Luftwaffe) -> bool:
    """LW-3.1 Whether the American still sets up, so that nothing of it lies open yet."""
    return s.step in SET_UP


def american_as_seen(unit: American, planned: bool) -> American:
    """LW-2.2, LW-2.5 An American unit as the German sees it: no mission, no plan, no covered place."""
    if unit.status in ("reserve", "withdrawn", "lost", "recovered", "russia", "returning"):
        status = "russia" if unit.status == "returning" else unit.status
        return American(type=unit.type, factors=unit.factors, status=status, bombed=unit.bombed)
    if unit.status != "up" or planned:
        return American(type=unit.type, factors=unit.factors, status=UNSEEN)
    bomber = is_bomber(unit)
    return American(
        type=unit.type,
        factors=unit.factors,
        status="up",
        hex=unit.hex,
        front=unit.front,
        mission=unit.mission if unit.bombed and unit.mission != AIRBASE else "",
        bombed=unit.bombed,
        turned=unit.turned,
        escort=unit.escort,
        homing=unit.homing,
        moved=unit.moved,
        fired=unit.fired,
        path=unit.path,
        used=unit.used,
        origin=unit.origin,
        strike="" if bomber else unit.strike,
        assailants=unit.assailants,
        quarry=unit.quarry,
        clock=unit.clock,
        from_russia=unit.from_russia,
    )


_seen: dict[str, tuple[American, bool, American]] = {}
"""How each American unit was seen last, with its record then: most units are the same from one choice to the next."""


def _americans_as_seen(units: dict[str, American], planned: bool) -> dict[str, American]:
    """LW-2.2, LW-2.5 The American units as the German sees them."""
    seen = {}
    for id, unit in units.items():
        last = _seen.get(id)
        if last is None or last[0] is not unit or last[1] != planned:
            last = _seen[id] = (unit, planned, american_as_seen(unit, planned))
        seen[id] = last[2]
    return seen


def arrival_as_seen(arrival: Arrival) -> Arrival:
    """LW-7.6, LW-13.4 What the German has been told of a Sneak Raid or a shuttle."""
    if arrival.told == 0:
        return Arrival()
    if arrival.told == 1:
        return Arrival(turn=arrival.turn, told=1)
    if arrival.told == 2:
        return Arrival(turn=arrival.turn, number=arrival.number, told=2)
    return arrival


def clocks_in_sight(s: Luftwaffe, seat: str) -> dict[str, Clock]:
    """LW-2.3 The time pieces of the seat's own side; who moves the raid's free fighters knows theirs (LW-17.3)."""
    mine: dict[str, American | German] = {}
    if seat == AMERICAN or s.solo == "player":
        mine |= s.americans
    if seat == GERMAN:
        mine |= s.germans
    types = {u.type for u in mine.values()}
    return {key: c for key, c in s.clocks.items() if key in mine or key.removesuffix("_from_russia") in types}


def sight(s: Luftwaffe, seat: str) -> LuftwaffeView:
    """What a seat may see; a spectator (seat "") sees what both players know."""
    own, over = seat == AMERICAN, bool(s.result)
    # Set-up is shown when it is complete: before, not even the tanks and time pieces of the units laid out.
    planned = being_planned(s)
    shown = own or not planned
    known = own or over
    americans = s.americans if known else _americans_as_seen(s.americans, planned)
    return LuftwaffeView(
        seat=seat, game=s.game, flags=s.flags, solo=bool(s.solo), quarter=s.quarter, zone_key=s.zone_key,
        step=s.step if shown or s.step == "deploy" else "set_up", turn=s.turn, moving=s.moving, battle=s.battle,
        americans=dict(americans),
        germans=dict(s.germans),
        clocks=clocks_in_sight(s, seat) if shown else {},
        tanks={key: c.tanks for key, c in s.clocks.items()} if shown else {},
        stacks=tuple(covered_stacks(s)) if shown else (),
        dummies=s.dummies if own else (),
        sneak=s.sneak if known else arrival_as_seen(s.sneak),
        shuttle=s.shuttle if known else arrival_as_seen(s.shuttle),
        destroyed=dict(s.destroyed), fresh=tuple(s.fresh), unusable=s.unusable, jet_bases=s.jet_bases,
        guns_fired=s.guns_fired, fuel=dict(s.fuel), losses=dict(s.losses), raid_losses=dict(s.raid_losses),
        replacements=dict(s.replacements), closed_shuttles=s.closed_shuttles, rail_limit=s.rail_limit,
        key=s.key if seat == GERMAN or over else "",
        named=s.named, grounded=s.grounded, score=score(s), history=tuple(s.history), result=s.result,
        entered=dict(s.entered) if shown else {},
    )  # fmt: skip
