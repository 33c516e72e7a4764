"""What each seat may see, built from nothing."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.knowledge.campaign_secrets import campaign_seen, posts_seen, step_seen
from sandtable.games.vengeance.knowledge.enemy_counters import Knowledge
from sandtable.games.vengeance.model.aircraft import Plane
from sandtable.games.vengeance.model.batteries import Battery
from sandtable.games.vengeance.model.battle import SIDES, Battle, Charge, Melee, Move, Tunnel, Unit, Wave, Weapon
from sandtable.games.vengeance.model.campaign import Campaign
from sandtable.games.vengeance.model.conditions import Light, Night
from sandtable.games.vengeance.model.field_works import LaborCounter, Labour, Screen, SetCharge, Work
from sandtable.games.vengeance.model.guns import Acquisition, Gun
from sandtable.games.vengeance.model.sequence import Phase, Step
from sandtable.games.vengeance.model.traces import Alteration, Shelled, ShotsFired, Volley
from sandtable.games.vengeance.model.vehicles import Drive, Vehicle
from sandtable.games.vengeance.rules.fortifications.secrecy import charges_seen, limits_seen, works_seen
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import View


class BattleView(View, frozen=True):
    """The table of a battle as a seat sees it; its units and stacks may be `?` counters (enemy_counters.py)."""

    scenario: str
    turn: int
    side: str
    phase: Phase
    step: Step
    units: dict[str, Unit]
    weapons: dict[str, Weapon]
    at: dict[str, tuple[str, ...]]
    guns: dict[str, Gun]
    acquired: dict[str, Acquisition]
    spotters: dict[str, str]
    residual: dict[str, int]
    lanes: dict[str, tuple[str, int]]
    smoke: dict[str, int]
    foxholes: dict[str, int]
    hits: dict[str, tuple[int, ...]]
    flames: dict[str, int]
    altered: tuple[Alteration, ...]
    works: dict[str, Work]
    labor: tuple[LaborCounter, ...]
    labours: tuple[Labour, ...]
    set_charges: tuple[SetCharge, ...]
    bridge_limits: dict[str, int]
    limits_known: tuple[str, ...]
    banners: dict[str, str]
    screens: dict[str, Screen]
    control: dict[str, str]
    move: Move | None
    entered: tuple[str, ...]
    tunnels: dict[str, Tunnel]
    underway: dict[str, str]
    wave: Wave | None
    skirting: tuple[str, ...]
    shots: dict[str, ShotsFired]
    directing: dict[str, tuple[str, ...]]
    volleys: tuple[Volley, ...]
    mended: tuple[tuple[str, str], ...]
    charges: tuple[Charge, ...]
    melee: Melee | None
    fought: tuple[str, ...]
    advanced: tuple[str, ...]
    snipers: dict[str, str]
    san: dict[str, int]
    cvp: dict[str, int]
    fausts: dict[str, int]
    vehicles: dict[str, Vehicle]
    drive: Drive | None
    engaged: tuple[str, ...]
    ec: str
    weather: str
    rain: bool
    gusts: bool
    night: Night | None
    lights: tuple[Light, ...]
    flashes: tuple[str, ...]
    asked: tuple[str, ...]
    steady: tuple[str, ...]
    batteries: dict[str, Battery]
    shelled: tuple[Shelled, ...]
    planes: dict[str, Plane]
    wind: int
    wind_direction: int
    exited: dict[str, int]
    winner: str
    won_by: str
    campaign: Campaign | None
    areas: dict[str, str]
    posts: dict[str, str]
    """RV-RePh8.613 Where the seat's own counters set up or enter."""
    identified: dict[str, str]
    control_at_start: dict[str, str]
    covers: int
    """RV-BRV3.6 The `?` counters that the seat has left to set up."""
    hiding: int
    """RV-A12.2 The half-squads that the seat may still set up hidden."""


def sight(s: Battle, seat: str) -> BattleView:
    """RV-A.12, RV-Z6 What is Known, what is one's own, and `?` counters; hidden units are not there at all."""
    known = Knowledge(s, seat)
    return BattleView(
        seat=seat,
        step=step_seen(s, seat) if s.campaign is not None else s.step,
        **{name: _shown(getattr(s, name)) for name in _OPEN},
        **_counters(s, known),
        **_doings(s, known),
        **_works(s, seat, known),
        **_of_the_seat(s, seat),
    )


_OPEN = (
    "scenario", "turn", "side", "phase", "residual", "smoke", "foxholes", "hits", "flames", "altered", "labor",
    "limits_known", "banners", "screens", "wave", "charges", "fought", "advanced", "snipers", "san", "cvp", "ec",
    "weather", "rain", "gusts", "night", "lights", "flashes", "wind", "wind_direction", "exited", "winner", "won_by",
    "areas", "identified", "control_at_start",
)  # fmt: skip
"""What lies open on the table for everybody."""


def _shown(kept: Any) -> Any:
    """A container of the state as a view has it: a copy, so that the view never changes; records are shared."""
    kind = type(kept)
    return kept.copy() if kind is dict else tuple(kept) if kind is list else kept


def _counters(s: Battle, known: Knowledge) -> dict[str, Any]:
    """RV-A12.1 The counters on the map as the seat knows them, and what it knows of their aims."""
    return {
        "units": known.units(),
        "weapons": known.weapons(),
        "at": known.stacks(),
        "guns": known.guns(),
        "vehicles": known.vehicles(),
        "batteries": known.batteries(),
        "planes": known.planes(),
        "acquired": {id: target for id, target in s.acquired.items() if known.open(id)},
        "spotters": {id: unit for id, unit in s.spotters.items() if known.open(id) and known.open(unit)},
        "lanes": {at: (gun if known.open(gun) else "", fp) for at, (gun, fp) in s.lanes.items()},
        "control": known.control(),
    }


def _doings(s: Battle, known: Knowledge) -> dict[str, Any]:
    """RV-A12.1 Who moves, fires and fights now, or has done so, as far as the seat knows them."""
    return {
        "move": known.move(),
        "drive": known.drive(),
        "melee": known.melee(),
        "engaged": known.only_open(s.engaged),
        "labours": tuple(labour for labour in s.labours if known.open(labour.unit)),
        "skirting": tuple(id for id in s.skirting if known.open(id)),
        "steady": tuple(id for id in s.steady if known.open(id)),
        "shots": {id: fired for id, fired in s.shots.items() if known.open(id)},
        "directing": {id: known.only_open(firers) for id, firers in s.directing.items() if known.open(id)},
        "volleys": tuple(s.volleys),
        "mended": tuple(pair for pair in s.mended if known.open(pair[0])),
        "shelled": tuple(one for one in s.shelled if known.open(one.target)),
    }


def _works(s: Battle, seat: str, known: Knowledge) -> dict[str, Any]:
    """RV-BRV9.1a, RV-A23.7, RV-B8.6, RV-BRV11.311 Fortifications, set charges, tunnels and what bridges carry."""
    return {
        "works": {id: w for id, w in works_seen(s, seat).items() if known.open(id)} if s.works else {},
        "set_charges": tuple(charges_seen(s, seat)),
        "bridge_limits": limits_seen(s, seat),
        "tunnels": {id: t for id, t in s.tunnels.items() if t.side == seat or t.known},
    }


def _of_the_seat(s: Battle, seat: str) -> dict[str, Any]:
    """RV-CGS2, RV-B8.11, RV-A12.2 What only its own side knows: who is below or off the map, plans, what is left."""
    return {
        "entered": tuple(id for id in s.entered if id in s.units and s.units[id].side == seat),
        "underway": {id: to for id, to in s.underway.items() if id in s.units and s.units[id].side == seat},
        "fausts": {side: n for side, n in s.fausts.items() if s.campaign is None or side == seat or s.winner},
        "asked": tuple(what for what in s.asked if what in SIDES or (seat and seat in what)),
        "campaign": campaign_seen(s, seat) if s.campaign is not None else None,
        "posts": posts_seen(s, seat) if s.posts else {},
        "covers": s.covers.get(seat, 0),
        "hiding": max(0, s.hiding.get(seat, 0)),
    }


_NO_DICE = Dice(seed_from("nobody rolls these"))
_OF_SEATS = ("covers", "hiding")
"""What a view has for its seat alone and a battle for each side: nobody adds these up by the rules."""
_SHOWN = tuple(
    name for name in Battle.__struct_fields__ if name in BattleView.__struct_fields__ and name not in _OF_SEATS
)


def as_battle(view: BattleView) -> Battle:
    """The view as a state, so that a player can add up attacks and count MF by the rules. Its dice are nobody's."""
    shown: dict[str, Any] = {name: _own(getattr(view, name)) for name in _SHOWN}
    return Battle(dice=_NO_DICE.copy(), **shown)


def _own(shown: Any) -> Any:
    """A container that may be changed without changing the view; records are shared."""
    kind = type(shown)
    return shown.copy() if kind is dict else list(shown) if kind is tuple else shown
