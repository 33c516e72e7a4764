"""What must hold in every state that play can reach: what a referee would see at a glance over the table."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import GERMAN, SIDES, Battle, Unit
from sandtable.games.vengeance.model.campaign import Sheet
from sandtable.games.vengeance.rules.reserve import counters, waiting_under
from sandtable.games.vengeance.rules.units.kinds import is_dummy, is_leader, is_mmc, units_at, unknown
from sandtable.games.vengeance.rules.units.stacking import capacity, halves
from sandtable.games.vengeance.rules.victory.casualty_points import INFANTRY, UNCOUNTED, UNSCORED

_BEFORE_PLAY = ("setup", "refit")
_OVER = 6
"""RV-A5.12 Half-squads by which a Location may be overstacked for a while."""
_FRESH_TURN = ("", "release", "entrants", "organize")
"""Steps of the Rally Phase in which nobody has rallied since the close combats."""
_STOPPED = ("RtPh", "APh", "CCPh")
"""RV-A10.53 Interdiction pins who routs until the end of the Player Turn."""


def invariants(s: Battle) -> list[str]:
    """What is wrong with a state; nothing in every state that play can reach."""
    f = field_of(s)
    faults = [
        *_stacks(s, f),
        *_units(s),
        *_melees(s),
        *_weapons(s, f),
        *_guns(s, f),
        *_riders(s),
        *_vehicles(s, f),
        *_counts(s),
    ]
    if s.campaign is not None:
        faults += [*_campaign(s), *_reserves(s)]
    skirting = [u.id for u in s.units.values() if u.bypass]
    if sorted(skirting) != sorted(s.skirting):
        faults.append(f"in bypass are {skirting}, listed are {s.skirting}")
    if s.fallen and s.phase != "setup":
        faults.append("a leader fell and nobody has felt it")
    return faults


def _stacks(s: Battle, f: Field) -> Iterator[str]:
    """RV-A5.1 The Locations and who is in them; how many of a side find room."""
    for location, ids in s.at.items():
        for id in ids:
            if id not in s.units or s.units[id].at != location:
                yield f"{id} is listed at {location} and is not there"
        if location not in f.steps:
            yield f"{location} is no place to stand"
        if len(set(ids)) != len(ids) or not ids:
            yield f"{location} lists {ids}"
        for side in SIDES:
            size = sum(halves(u) for u in units_at(s, location, side))
            # RV-RePh8.6056 Between two scenarios those who fall back crowd together until they are set up again.
            if size > capacity(f, location) + _OVER and s.phase != "refit":
                yield f"{size} half-squads of the {side} in {location}"


def _units(s: Battle) -> Iterator[str]:
    """RV-0.3, RV-A.7 Markers that no unit bears together."""
    for id, unit in s.units.items():
        if unit.id != id or unit.side not in SIDES:
            yield f"{id} is kept as {unit.id} of {unit.side}"
        if unit.at and id not in s.at.get(unit.at, ()):
            yield f"{id} is at {unit.at} and not listed there"
        if unit.aboard and unit.at:
            yield f"{id} is aboard {unit.aboard} and at {unit.at}"
        yield from _markers(unit)
        if unit.broken and unit.pinned and s.phase not in _STOPPED:
            yield f"{id} is broken and pinned"


def _markers(unit: Unit) -> Iterator[str]:
    if unit.broken and (unit.melee or unit.berserk):
        yield f"{unit.id} is broken, and in Melee or berserk"
    if unit.broken and (unit.cx or unit.wave or unit.wall or unit.climbing):
        yield f"{unit.id} is broken, and CX, in a wave, at a wall or on a cliff"
    if unit.berserk and (unit.pinned or unit.ti):
        yield f"{unit.id} is berserk, and pinned or TI"
    if unknown(unit) and (unit.broken or unit.berserk or unit.melee or unit.pinned):
        yield f"{unit.id} is unknown, and broken, berserk, pinned or in Melee"
    if unit.concealed and unit.hidden:
        yield f"{unit.id} is hidden and under a `?`"
    if unit.cloak and not unit.concealed:
        yield f"{unit.id} is under {unit.cloak} and Known"
    if is_dummy(unit) and (not unit.concealed or unit.hidden):
        yield f"{unit.id} is a dummy and can be seen"
    if (unit.dm or unit.disrupted) and not unit.broken:
        yield f"{unit.id} is DM or disrupted and not broken"
    if unit.wounded and is_mmc(unit):
        yield f"{unit.id} is wounded and no single man"
    if unit.heroic and not is_leader(unit):
        yield f"{unit.id} is heroic and no leader"
    if (unit.aboard or not unit.at) and (
        unit.melee or unit.dug or unit.wired or unit.shellhole or unit.wall or unit.bypass or unit.climbing
    ):
        yield f"{unit.id} is in no Location, and in Melee, in cover, in bypass or on wire"


def _melees(s: Battle) -> Iterator[str]:
    """RV-A11.15 In Melee are unbroken units of both sides; who has fought and stayed is in it."""
    fresh = s.phase == "RPh" and s.step in _FRESH_TURN
    for location in s.at:
        units = units_at(s, location)
        held = [u for u in units if u.melee]
        if held and len({u.side for u in held}) < 2:
            yield f"{held[0].id} is in Melee with nobody"
        able = [u for u in units if not (u.broken or unknown(u))]
        if fresh and len({u.side for u in able}) == 2:
            for unit in able:
                if not unit.melee:
                    yield f"{unit.id} shares {location} with an enemy and is not in Melee"


def _weapons(s: Battle, f: Field) -> Iterator[str]:
    """RV-A4.43 A weapon is in somebody's hands or lies somewhere."""
    for id, weapon in s.weapons.items():
        if weapon.id != id:
            yield f"{id} is kept as {weapon.id}"
        if weapon.holder and weapon.holder not in s.units:
            yield f"{id} is held by {weapon.holder}, who is gone"
        elif weapon.holder and is_dummy(s.units[weapon.holder]):
            yield f"{id} is held by the dummy {weapon.holder}"
        if weapon.holder and weapon.at:
            yield f"{id} is held and lies at {weapon.at}"
        if weapon.at and weapon.at not in f.steps:
            yield f"{id} lies at {weapon.at}, which is no place"
        if not (weapon.holder or weapon.at) and s.phase not in _BEFORE_PLAY:
            yield f"{id} is nowhere"
    for charge in s.charges:
        if charge.weapon not in s.weapons:
            yield f"the charge {charge.weapon} is placed at {charge.target}, and its counter is gone"


def _guns(s: Battle, f: Field) -> Iterator[str]:
    """RV-C2.1, RV-C10.1 A Gun stands where its crew is, is carried by it, or hangs behind a vehicle."""
    manned: set[str] = set()
    for gun in s.guns.values():
        crew = s.units.get(gun.crew)
        if gun.at not in ("", *f.steps):
            yield f"{gun.id} stands at {gun.at}, which is no place"
        if gun.crew and crew is None:
            yield f"{gun.id} is manned by {gun.crew}, who is gone"
        elif crew is not None and not (gun.dm or gun.towed) and crew.at != gun.at:
            yield f"{gun.id} stands at {gun.at} and its crew {crew.id} is at {crew.at}"
        if gun.dm and gun.crew and gun.at:
            yield f"{gun.id} is carried and lies at {gun.at}"
        if gun.towed and gun.towed not in s.vehicles:
            yield f"{gun.id} is towed by {gun.towed}, which is gone"
        if gun.crew in manned:
            yield f"{gun.crew} mans two Guns"
        if gun.crew:
            manned.add(gun.crew)


def _riders(s: Battle) -> Iterator[str]:
    """RV-D6.1 Who rides on vehicles."""
    for unit in s.units.values():
        if unit.aboard and unit.aboard not in s.vehicles:
            yield f"{unit.id} is aboard {unit.aboard}, which is gone"
        elif unit.aboard and s.vehicles[unit.aboard].wreck:
            yield f"{unit.id} is aboard the wreck {unit.aboard}"
        elif unit.aboard and s.vehicles[unit.aboard].side != unit.side:
            yield f"{unit.id} is aboard {unit.aboard} of the enemy"


def _vehicles(s: Battle, f: Field) -> Iterator[str]:
    """RV-D1.1 Vehicles: where they stand, where they face, what they cannot be at once."""
    for id, vehicle in s.vehicles.items():
        if vehicle.id != id:
            yield f"{id} is kept as {vehicle.id}"
        if vehicle.at and vehicle.at not in f.steps:
            yield f"{id} stands at {vehicle.at}, which is no place"
        if not (0 <= vehicle.vca < 6 and 0 <= vehicle.tca < 6 and -1 <= vehicle.bypass < 6):
            yield f"{id} faces {vehicle.vca} and {vehicle.tca}, bypass {vehicle.bypass}"
        if vehicle.motion and (vehicle.wreck or vehicle.immobile or vehicle.bogged or vehicle.abandoned):
            yield f"{id} is in motion and cannot move"
        if vehicle.ce and (vehicle.wreck or vehicle.stunned or vehicle.shock):
            yield f"{id} is CE, and stunned, shocked or a wreck"
        if vehicle.mired and not vehicle.bogged:
            yield f"{id} is mired and not bogged"
        if vehicle.concealed and vehicle.hidden:
            yield f"{id} is hidden and under a `?`"


def _counts(s: Battle) -> Iterator[str]:
    """What is counted never falls below nothing, and nobody controls what is not there."""
    for name in ("residual", "smoke", "foxholes", "flames", "made", "cvp", "lost", "exited", "fausts", "san"):
        for key, number in getattr(s, name).items():
            if number < 0:
                yield f"{name} of {key} is {number}"
    for battery in s.batteries.values():
        if min(battery.black, battery.red, battery.reds) < 0:
            yield f"{battery.id} has {battery.black} Black, {battery.red} Red and {battery.reds} drawn chits"
    for control in (s.control, s.open_control):
        for at, side in control.items():
            if side not in ("", *SIDES):
                yield f"{at} is controlled by {side!r}"
    for at, sides in s.secretly_taken.items():
        if not sides or not set(sides) <= set(SIDES):
            yield f"{at} was taken secretly by {sides}"


def _campaign(s: Battle) -> Iterator[str]:
    """RV-CGS1 The sheets of the campaign."""
    assert s.campaign is not None
    for side in SIDES:
        sheet: Sheet = s.campaign.german if side == GERMAN else s.campaign.russian
        if min(sheet.cpp, sheet.fpp, sheet.elr_lost, sheet.elr_carried, sheet.chits, sheet.aircraft, sheet.recon) < 0:
            yield f"the sheet of the {side} is below nothing: {sheet}"
        parts = sum(s.cvp.get(f"{side}_{kind}", 0) for kind in (INFANTRY, UNSCORED, UNCOUNTED))
        if parts > s.cvp.get(side, 0):
            yield f"{parts} casualty points of the {side} are booked, {s.cvp.get(side, 0)} were lost"
    if s.campaign.german.won + s.campaign.russian.won > s.campaign.played:  # one that begins later had others before
        yield f"{s.campaign.played} scenarios were played, more were won"
    for unit in s.units.values():
        if not (unit.at or unit.aboard or unit.id in s.posts or unit.id in s.underway):
            yield f"{unit.id} is off the map and has no post"


def _reserves(s: Battle) -> Iterator[str]:
    """RV-RePh8.6194b Every Reserve counter has men, who are off the map."""
    for counter in counters(s):
        men = waiting_under(s, counter.id)
        if not men:
            yield f"nobody is under {counter.id}"
        for unit in men:
            if unit.at:
                yield f"{unit.id} is in Reserve under {counter.id} and at {unit.at}"
