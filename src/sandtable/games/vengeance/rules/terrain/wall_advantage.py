"""Wall advantage (chapter B9): who stands at the wall, and what it gives him."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import WALLS
from sandtable.games.vengeance.model.battle import Battle, Unit
from sandtable.games.vengeance.rules.units.counters import mark, vanish
from sandtable.games.vengeance.rules.units.kinds import good_order, is_dummy, other, units_at, unknown
from sandtable.games.vengeance.scenarios.cards import first_setup
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.journal import Modifier

ADVANTAGE = ("WALL", "HEDGE")
"""RV-B9.24 Roadblocks, barricades and embankments have no wall advantage."""
_GIVE_UP_ONLY = "!"


# -- who may hold it -------------------------------------------------------------------------------------------------


def may_hold(f: Field, unit: Unit) -> bool:
    """RV-B9.2, RV-B9.24 Good Order, at a wall, not IN an entrenchment and not in bypass."""
    return unit.at in f.walled and good_order(unit) and not (unit.dug or unit.bypass or unit.hidden)


def across(s: Battle, f: Field, at: str, side: str) -> Iterator[Unit]:
    """The enemies of a side beyond the walls of a Location."""
    for _, hex in f.walled.get(at, ()):
        for unit in units_at(s, hex):
            if unit.side != side and not unit.hidden:
                yield unit


def may_claim(s: Battle, f: Field, unit: Unit) -> bool:
    """RV-B9.21, RV-B9.22 No enemy beyond its walls holds it, and it has not used the cover inside its hex."""
    return (
        may_hold(f, unit)
        and not (unit.wall or unit.sheltered)
        and not any(enemy.wall for enemy in across(s, f, unit.at, unit.side))
    )


def in_hex(f: Field, unit: Unit) -> int:
    """RV-B9.22 The TEM that a unit has inside its hex."""
    return f.terrain_of[unit.at].tem if f.place(unit.at).terrain != "SHELLHOLES" else int(unit.shellhole)


def contested(s: Battle, f: Field, unit: Unit) -> bool:
    """Whether an enemy is in a hex beyond a wall of a unit: only then it matters who claims."""
    return unit.at in f.walled and enemy_across(s, f, unit.at, unit.side)


def enemy_across(s: Battle, f: Field, at: str, side: str) -> bool:
    """Whether an enemy of a side is in a hex beyond a wall of a Location."""
    return any(u.side != side and not u.hidden for _, hex in f.walled[at] if hex in s.at for u in units_at(s, hex))


# -- claims ----------------------------------------------------------------------------------------------------------


def claim(s: Battle, unit: Unit) -> None:
    """RV-B9.2 The unit has wall advantage over all walls and hedges of its hex."""
    mark(s, unit.id, wall=True)
    _tell(s, "RV-B9.21", "wall_advantage", unit)


def give_up(s: Battle, unit: Unit) -> None:
    """RV-B9.24, RV-B9.22 By its owner's word: from now on it uses the cover inside its hex."""
    mark(s, unit.id, wall=False, sheltered=True)
    _tell(s, "RV-B9.24", "wall_given_up", unit)


def _tell(s: Battle, clause: str, event: str, unit: Unit) -> None:
    """RV-B9.24, RV-A12.1 Of an unknown unit the enemy reads only that somebody under `?` does it."""
    owners = (unit.side,) if unknown(unit) else None
    s.journal.add(clause, event, seen_by=owners, unit=unit.id)
    if owners is not None:
        s.journal.add(clause, f"unknown_{event}", seen_by=(other(unit.side),), at=unit.at, side=unit.side)


def may_contest(s: Battle, f: Field, unit: Unit) -> bool:
    """RV-B9.24 A real unit at the wall, where none but `?` counters of the enemy hold it beyond."""
    holders = [enemy for enemy in across(s, f, unit.at, unit.side) if enemy.wall]
    free = may_hold(f, unit) and not (unit.wall or unit.sheltered or is_dummy(unit))
    return free and bool(holders) and all(map(unknown, holders))


def contest(s: Battle, f: Field, unit: Unit) -> bool:
    """RV-B9.24, RV-A12.11 Dummies that claimed are removed; if nobody real holds the wall, the unit has it."""
    s.reveal()
    for enemy in [e for e in across(s, f, unit.at, unit.side) if e.wall and is_dummy(e)]:
        vanish(s, enemy.id)
        s.journal.add("RV-A12.11", "dummy", at=enemy.at)
    if not may_claim(s, f, unit):
        s.journal.add("RV-B9.24", "wall_held", at=unit.at, side=other(unit.side))
        return False
    claim(s, unit)
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
    places = [at for at in s.at if at in f.walled]
    for at in places:
        for unit in units_at(s, at):
            if unit.wall and not may_hold(f, unit):
                mark(s, unit.id, wall=False)
                s.claims += [f"{side}@{at}" for side in (other(unit.side), unit.side)]
    if not s.claims:
        faced = [at for at in places if any(hex in s.at for _, hex in f.walled[at])]
        for side in (other(s.side), s.side):
            must_claim(s, f, side, faced)


def must_claim(s: Battle, f: Field, side: str, places: list[str]) -> None:
    """RV-B9.22 A unit in Open Ground that may claim must claim."""
    for at in places:
        if enemy_across(s, f, at, side):
            for unit in units_at(s, at, side):
                if not in_hex(f, unit) and may_claim(s, f, unit):
                    claim(s, unit)


def on_entry(s: Battle, f: Field, at: str) -> None:
    """RV-B9.21 A unit has come to a wall: those beyond it are asked first, then it."""
    if at in f.walled and enemy_across(s, f, at, s.side):
        s.claims += [f"{other(s.side)}@{at}", f"{s.side}@{at}"]


def at_phase_end(s: Battle) -> None:
    """RV-B9.21, RV-B9.24 Claims at set-up and at the end of the RPh and APh; it can be given up before any phase."""
    f = field_of(s)
    if not f.walled:
        return
    only = "" if s.phase in ("setup", "RPh", "APh") else _GIVE_UP_ONLY
    first = first_setup(s) if s.phase == "setup" else s.side
    s.claims += [f"{side}{only}" for side in (first, other(first))]


def _about(s: Battle, f: Field, entry: str) -> tuple[str, list[Unit]]:
    """The side that is asked, and the units that the question is about."""
    side, _, at = entry.removesuffix(_GIVE_UP_ONLY).partition("@")
    if not at:
        return side, [u for u in s.units.values() if u.side == side and contested(s, f, u)]
    near = {at, *(hex for _, hex in f.walled[at])}
    return side, [u for place in sorted(near) for u in units_at(s, place, side) if contested(s, f, u)]


def ask_claims(s: Battle) -> Flow:
    """RV-B9.21 The next side that is to be asked claims, or gives up, unit by unit."""
    f = field_of(s)
    entry = s.claims[0]
    side, units = _about(s, f, entry)
    options: list[Option] = []
    if not entry.endswith(_GIVE_UP_ONLY):
        must_claim(s, f, side, list(dict.fromkeys(u.at for u in units)))
        options += [("claim", u.id) for u in units if may_claim(s, f, s.units[u.id])]
        options += [("contest", u.id) for u in units if may_contest(s, f, s.units[u.id])]
    if "@" not in entry:
        options += [("give_up_wall", u.id) for u in units if s.units[u.id].wall and in_hex(f, u) > 0]
    if not options:
        s.claims.pop(0)
        return
    pick = yield Choose(side, [*options, ("done",)], rule="RV-B9.21", ask="walls")
    match pick:
        case ("claim", str(unit)):
            claim(s, s.units[unit])
        case ("contest", str(unit)):
            if not contest(s, f, s.units[unit]):
                s.claims.pop(0)
        case ("give_up_wall", str(unit)):
            give_up(s, s.units[unit])
            s.claims.append(f"{other(side)}@{s.units[unit].at}")
        case _:
            s.claims.pop(0)


# -- effect ----------------------------------------------------------------------------------------------------------


def hexside_cover(s: Battle, f: Field, target: str, sides: tuple[int, ...], inside: Modifier) -> Modifier:
    """RV-B9.1, RV-B9.23 What counts against fire over these sides: the cover inside the hex, or the wall."""
    found = inside
    here = units_at(s, target)
    for d in sides:
        for feature in f.ground.sides[f.hex_of[target]][d]:
            if feature not in WALLS:
                continue
            wall = (components().terrain[feature].tem, "RV-B9.1", feature.lower())
            if feature in ADVANTAGE:
                if any(u.wall for u in here):
                    return wall  # RV-B9.23: the holder may not use the cover inside
                beyond = f.ground.towards[f.hex_of[target]][d]
                if any(u.wall for u in units_at(s, beyond)) or any(u.sheltered for u in here):
                    continue
            if wall[0] > found[0]:
                found = wall
    return found


def note_shelter(s: Battle, f: Field, target: str, ids: tuple[str, ...]) -> None:
    """RV-B9.22 Who has used the cover inside its hex against an attack may not claim in this Player Turn."""
    if target in f.walled:
        for id in ids:
            unit = s.units.get(id)
            if unit is not None and not unit.wall and in_hex(f, unit) > 0:
                mark(s, id, sheltered=True)
