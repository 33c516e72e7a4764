"""Wall advantage (chapter B9): who stands at the wall, and what it gives him."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.model.traces import WallClaim
from sandtable.games.vengeance.model.vehicles import Vehicle
from sandtable.games.vengeance.rules.ordnance.shields import manned_by
from sandtable.games.vengeance.rules.units.counters import mark, vanish
from sandtable.games.vengeance.rules.units.enemies import enemies_at, enemies_in, is_known
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, other, units_at
from sandtable.games.vengeance.rules.vehicles.kinds import COVER, able, is_afv, vehicles_at
from sandtable.games.vengeance.rules.vehicles.kinds import mark as mark_vehicle
from sandtable.games.vengeance.rules.vehicles.under_fire.shelter import behind_armour
from sandtable.games.vengeance.scenarios.cards import first_setup
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Modifier

ADVANTAGE = ("WALL", "HEDGE")
"""RV-B9.24 Roadblocks, barricades and embankments have no wall advantage."""
Claimant = Unit | Vehicle
"""RV-B9.2 Who can have wall advantage: men, and AFVs."""


# -- who may hold it -------------------------------------------------------------------------------------------------


def may_hold(f: Field, counter: Claimant) -> bool:
    """RV-B9.2, RV-B9.24 A unit or an AFV in Good Order at a wall; not in bypass, IN an entrenchment or on wire."""
    if counter.at not in f.walled or counter.hidden:
        return False
    if isinstance(counter, Vehicle):
        return is_afv(counter) and able(counter) and counter.bypass < 0 and not counter.dug_in
    return good_order(counter) and not (counter.dug or counter.bypass or counter.wired)


def claimants_at(s: Battle, at: str, side: str = "") -> list[Claimant]:
    """RV-B9.2 The units and vehicles in a Location, of one side if it is named."""
    units: list[Claimant] = [*units_at(s, at, side)]
    return [*units, *vehicles_at(s, at, side)] if s.vehicles else units


def across(s: Battle, f: Field, at: str, side: str) -> Iterator[Claimant]:
    """The enemies of a side beyond the walls of a Location."""
    for _, hex in f.walled.get(at, ()):
        for enemy in enemies_in(s, hex, side):
            if not enemy.hidden:
                yield enemy


def may_claim(s: Battle, f: Field, counter: Claimant) -> bool:
    """RV-B9.21, RV-B9.22 No enemy beyond its walls holds it, and it has not used the cover inside its hex."""
    return (
        may_hold(f, counter)
        and not (counter.wall or counter.sheltered)
        and not any(enemy.wall for enemy in across(s, f, counter.at, counter.side))
    )


def in_hex(s: Battle, f: Field, counter: Claimant) -> int:
    """RV-B9.22 The TEM that it has inside its hex; RV-C6.8 a vehicle only that of what it is inside."""
    terrain = f.terrain_of[counter.at].tem
    if isinstance(counter, Vehicle):
        return terrain if f.place(counter.at).terrain.startswith(COVER) else 0
    if f.place(counter.at).terrain == "SHELLHOLES":
        terrain = int(counter.shellhole)
    if terrain <= 0 and s.vehicles and behind_armour(s, counter.at):
        terrain = 1
    return 2 if terrain < 2 and s.guns and any(gun.emplaced for gun in manned_by(s, counter)) else terrain


def contested(s: Battle, f: Field, counter: Claimant) -> bool:
    """Whether an enemy is in a hex beyond a wall of a counter: only then it matters who claims."""
    return counter.at in f.walled and enemy_across(s, f, counter.at, counter.side)


def enemy_across(s: Battle, f: Field, at: str, side: str) -> bool:
    """RV-B9.2 Whether a side sees an enemy in a hex beyond a wall of a Location; an empty vehicle is none."""
    return any(enemies_at(s, hex, side) for _, hex in f.walled[at])


# -- claims ----------------------------------------------------------------------------------------------------------


def _mark(s: Battle, counter: Claimant, **changes: bool) -> None:
    (mark_vehicle if isinstance(counter, Vehicle) else mark)(s, counter.id, **changes)


def _named(s: Battle, id: str) -> Claimant:
    """The unit or vehicle of an option."""
    return s.vehicles[id] if id in s.vehicles else s.units[id]


def claim(s: Battle, counter: Claimant) -> None:
    """RV-B9.2 It has wall advantage over all walls and hedges of its hex."""
    _mark(s, counter, wall=True)
    _tell(s, "RV-B9.21", "wall_advantage", counter)


def give_up(s: Battle, counter: Claimant) -> None:
    """RV-B9.24, RV-B9.22 By its owner's word: from now on it uses the cover inside its hex."""
    _mark(s, counter, wall=False, sheltered=True)
    _tell(s, "RV-B9.24", "wall_given_up", counter)


def _tell(s: Battle, clause: str, event: str, counter: Claimant) -> None:
    """RV-B9.24, RV-A12.1 Of an unknown one the enemy reads only that somebody under `?` does it."""
    owners = None if is_known(counter) else (counter.side,)
    s.journal.add(clause, event, seen_by=owners, unit=counter.id)
    if owners is not None:
        s.journal.add(clause, f"unknown_{event}", seen_by=(other(counter.side),), at=counter.at, side=counter.side)


def may_contest(s: Battle, f: Field, counter: Claimant) -> bool:
    """RV-B9.24 A real unit or AFV at the wall, where none but `?` counters of the enemy hold it beyond."""
    holders = [enemy for enemy in across(s, f, counter.at, counter.side) if enemy.wall]
    real = isinstance(counter, Vehicle) or not is_dummy(counter)
    free = real and may_hold(f, counter) and not (counter.wall or counter.sheltered)
    return free and bool(holders) and not any(map(is_known, holders))


def contest(s: Battle, f: Field, counter: Claimant) -> bool:
    """RV-B9.24, RV-A12.11 Dummies that claimed are removed; if nobody real holds the wall, the unit has it."""
    s.reveal()
    for enemy in list(across(s, f, counter.at, counter.side)):
        if enemy.wall and isinstance(enemy, Unit) and is_dummy(enemy):
            vanish(s, enemy.id)
            s.journal.add("RV-A12.11", "dummy", at=enemy.at)
    if not may_claim(s, f, counter):
        s.journal.add("RV-B9.24", "wall_held", at=counter.at, side=other(counter.side))
        return False
    claim(s, counter)
    return True


def claims_pending(s: Battle) -> bool:
    """RV-B9.22 Whether somebody is to be asked for a claim now; what must be claimed or is lost has been settled."""
    if not s.claims and s.phase != "setup":
        f = field_of(s)
        if f.walled:
            settle_walls(s, f)
    return bool(s.claims)


def settle_walls(s: Battle, f: Field) -> None:
    """RV-B9.22, RV-B9.24 Who can no longer hold it loses it; who has no other cover must claim, the DEFENDER first."""
    taken = s.at.keys() | {v.at for v in s.vehicles.values()} if s.vehicles else s.at.keys()
    places = [at for at in f.walled if at in taken]
    for at in places:
        for counter in claimants_at(s, at):
            if counter.wall and not may_hold(f, counter):
                _mark(s, counter, wall=False)
                s.claims += [WallClaim(side, at) for side in (other(counter.side), counter.side)]
    if not s.claims:
        faced = [at for at in places if any(hex in taken for _, hex in f.walled[at])]
        for side in (other(s.side), s.side):
            must_claim(s, f, side, faced)


def must_claim(s: Battle, f: Field, side: str, places: list[str]) -> None:
    """RV-B9.22 A unit in Open Ground that may claim must claim."""
    for at in places:
        if enemy_across(s, f, at, side):
            for counter in claimants_at(s, at, side):
                if in_hex(s, f, counter) <= 0 and may_claim(s, f, counter):
                    claim(s, counter)


def on_entry(s: Battle, f: Field, at: str) -> None:
    """RV-B9.21 A unit or vehicle has come to a wall: those beyond it are asked first, then it."""
    if at in f.walled and enemy_across(s, f, at, s.side):
        s.claims += [WallClaim(other(s.side), at), WallClaim(s.side, at)]


def at_phase_end(s: Battle) -> None:
    """RV-B9.21, RV-B9.24 Claims at set-up and at the end of the RPh and APh; it can be given up before any phase."""
    f = field_of(s)
    if not f.walled:
        return
    only = s.phase not in ("setup", "RPh", "APh")
    first = first_setup(s) if s.phase == "setup" else s.side
    s.claims += [WallClaim(side, give_up_only=only) for side in (first, other(first))]


def _about(s: Battle, f: Field, asked: WallClaim) -> list[Claimant]:
    """The units and vehicles that the question to a side is about."""
    places = {asked.at, *(hex for _, hex in f.walled[asked.at])} if asked.at else f.walled
    return [c for at in sorted(places) for c in claimants_at(s, at, asked.side) if contested(s, f, c)]


def _claim_options(s: Battle, f: Field, asked: WallClaim) -> list[Option]:
    """RV-B9.21, RV-B9.22, RV-B9.24 What a side may say now; who has no other cover has claimed already."""
    about = _about(s, f, asked)
    options: list[Option] = []
    if not asked.give_up_only:
        must_claim(s, f, asked.side, list(dict.fromkeys(c.at for c in about)))
        about = [_named(s, c.id) for c in about]
        options += [("claim", c.id) for c in about if may_claim(s, f, c)]
        options += [("contest", c.id) for c in about if may_contest(s, f, c)]
    if not asked.at:
        options += [("give_up_wall", c.id) for c in about if c.wall and in_hex(s, f, c) > 0]
    return options


def ask_claims(s: Battle) -> Flow:
    """RV-B9.21 The next side that is to be asked claims, or gives up, unit by unit."""
    f = field_of(s)
    asked = s.claims[0]
    options = _claim_options(s, f, asked)
    if not options:
        s.claims.pop(0)
        return
    pick = yield Choose(asked.side, [*options, ("done",)], rule="RV-B9.21", ask="walls")
    match pick:
        case ("claim", str(id)):
            claim(s, _named(s, id))
        case ("contest", str(id)):
            if not contest(s, f, _named(s, id)):
                s.claims.pop(0)
        case ("give_up_wall", str(id)):
            give_up(s, _named(s, id))
            s.claims.append(WallClaim(other(asked.side), _named(s, id).at))
        case _:
            s.claims.pop(0)


# -- effect ----------------------------------------------------------------------------------------------------------


def hexside_cover(s: Battle, f: Field, target: str, sides: tuple[int, ...], inside: Modifier) -> Modifier:
    """RV-B9.1, RV-B9.22, RV-B9.23 What counts over these sides: the cover inside the hex, or the wall.

    Where all have used the cover inside, the wall does not count.
    """
    here = units_at(s, target)
    return _over_walls(s, f, target, sides, inside, used_inside=bool(here) and all(u.sheltered for u in here))


def _over_walls(
    s: Battle, f: Field, target: str, sides: tuple[int, ...], inside: Modifier, used_inside: bool = False
) -> Modifier:
    """RV-B9.1, RV-B9.23 The better one, for somebody who may use the walls or not; roadblocks all may."""
    best = inside
    for d in sides:
        for feature in f.ground.sides[f.hex_of[target]][d]:
            if feature not in WALLS or (feature in ADVANTAGE and (used_inside or held_beyond(s, f, target, d))):
                continue
            wall = (components().terrain[feature].tem, "RV-B9.1", feature.lower())
            if wall[0] > best[0]:
                best = wall
    return best


def held_beyond(s: Battle, f: Field, target: str, side: int) -> bool:
    """RV-B9.23 Whether somebody in the hex beyond a hexside has wall advantage over it."""
    beyond = f.ground.towards[f.hex_of[target]][side]
    return any(counter.wall for counter in claimants_at(s, beyond))


def all_hold(s: Battle, f: Field, target: str) -> bool:
    """RV-B9.23 Whether all men in a Location have wall advantage, so that none of them uses the cover inside."""
    here = units_at(s, target) if target in f.walled else []
    return bool(here) and all(unit.wall for unit in here)


def holder_cover(s: Battle, f: Field, unit: Unit, places: Collection[str]) -> int:
    """RV-B9.23 The cover of one that has wall advantage: the wall against fire that crosses it, against other none."""
    nothing: Modifier = (0, "RV-B9.23", "wall advantage")
    return min((_over_walls(s, f, unit.at, f.los(at, unit.at).enters, nothing)[0] for at in places), default=0)


def cover_without_wall(s: Battle, f: Field, unit: Unit, places: Collection[str], cover: int) -> int:
    """RV-B9.22 What is left of the cover of a Location for one of its units that has used the cover inside the hex."""
    inside = max(0, f.terrain_of[unit.at].tem if f.place(unit.at).terrain != "SHELLHOLES" else 0)
    if s.vehicles and not inside and behind_armour(s, unit.at):
        inside = 1
    plain: Modifier = (inside, "RV-B.1", "inside")
    over = min((_over_walls(s, f, unit.at, f.los(at, unit.at).enters, plain) for at in places), default=plain)
    by_wall = over[1] == "RV-B9.1" and over[0] == cover and over[2].upper() in ADVANTAGE
    return inside if by_wall else cover


def wall_indirect(s: Battle, f: Field, unit: Unit, places: Collection[str] = ()) -> int:
    """RV-B9.1, RV-B9.2, RV-B9.23 What the walls of its hex are worth to a unit against indirect fire.

    A holder has them from all sides. Others have those that no enemy holds and that the fire from `places` crosses.
    Fire from off the map crosses all.
    """
    hex = f.hex_of[unit.at]
    sides = [d for d, _ in f.walled.get(unit.at, ())]
    if not unit.wall:
        if unit.sheltered or unit.bypass or unit.wired:
            return 0
        crossed = [set(f.los(at, unit.at).enters) for at in places]
        sides = [d for d in sides if not held_beyond(s, f, unit.at, d) and all(d in one for one in crossed)]
    features = {x for d in sides for x in f.ground.sides[hex][d] if x in ADVANTAGE}
    return max((components().terrain[x].tem_indirect for x in features), default=0)


def note_shelter(s: Battle, f: Field, target: str, ids: Collection[str]) -> None:
    """RV-B9.22 Who has used the cover inside its hex against an attack may not claim in this Player Turn."""
    if target in f.walled:
        for id in ids:
            counter = s.vehicles.get(id) or s.units.get(id)
            if counter is not None and not (counter.wall or counter.sheltered) and in_hex(s, f, counter) > 0:
                _mark(s, counter, sheltered=True)
