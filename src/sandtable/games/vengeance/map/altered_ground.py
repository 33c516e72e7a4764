"""Ground that play has changed: the map with rubble, breaches, roadblocks and broken bridges laid over it.

A battle keeps in `altered` what became of hexes and hexsides. From that a `Field` is made once and kept; lines of sight
that touch nothing changed are those of the untouched map.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from operator import is_
from typing import Protocol

import msgspec

from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.map.ground import BARS, PILLBOX, Ground, Hex, Location
from sandtable.games.vengeance.map.line_of_sight import Sight, Sightlines
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.traces import Alteration

RUBBLE_STONE, RUBBLE_WOOD, SHELLHOLES = "RUBBLE_STONE", "RUBBLE_WOOD", "SHELLHOLES"
GUTTED = "FACTORY_GUTTED"
BRIDGE_PARTIAL, BRIDGE_GONE, TRAIL, BREACH, ROADBLOCK = "BRIDGE_PARTIAL", "BRIDGE_GONE", "TRAIL", "BREACH", "ROADBLOCK"
LEVELS, BUNKER = "LEVELS", "PILLBOX"
_LAID_OVER = (TRAIL, BUNKER)
"""What is laid over a hex without a change of its terrain."""
_MOST_KEPT = 16
MOST_TAKEN_OVER = 50_000
"""So many verdicts each of them keeps: most are only taken over from the untouched map, which keeps them itself."""
_REACH = 2
"""Beyond so many hexes from a change every step, wall and shore is as before: they lie between neighbours."""

Changes = tuple[Alteration, ...]


class Altered(Protocol):
    """A battle, or what a seat sees of one, with what has changed on its map."""

    @property
    def altered(self) -> Sequence[Alteration]: ...


# -- the ground ------------------------------------------------------------------------------------------------------


def _rubbled(hex: Hex, becomes: str) -> Hex:
    """RV-B24.1, RV-B24.11, RV-B24.12 One ground-level Location of rubble; what stood there is gone."""
    keep = tuple(f for f in hex.features if f in ("SBAHN", "MANHOLE"))
    return msgspec.structs.replace(
        hex, base=becomes, terrain=becomes, building="", height=0, floors=0, roof=0, cellar=False, features=keep
    )


def _changed_hex(hex: Hex, change: Alteration) -> Hex:
    becomes = change.becomes
    if becomes in (RUBBLE_STONE, RUBBLE_WOOD):
        return _rubbled(hex, becomes)
    if becomes == GUTTED:
        return msgspec.structs.replace(hex, terrain=GUTTED, floors=0, roof=0, cellar=False)
    if becomes == LEVELS:
        return msgspec.structs.replace(hex, height=change.number + 1, floors=change.number - 1, roof=0)
    if becomes == BRIDGE_PARTIAL:
        return msgspec.structs.replace(hex, features=(*hex.features, BRIDGE_PARTIAL))
    if becomes == BRIDGE_GONE:
        features = tuple(f for f in hex.features if f not in ("BRIDGE", BRIDGE_PARTIAL))
        return msgspec.structs.replace(hex, features=(*features, BRIDGE_GONE))
    if becomes == TRAIL:
        return msgspec.structs.replace(hex, features=(*hex.features, TRAIL))
    return msgspec.structs.replace(hex, base=becomes, terrain=becomes)


class AlteredGround(Ground):
    """RV-B24.11, RV-B23.711, RV-B29.1, RV-BRV11.311 A map with changes laid over it; the map below stays as it was."""

    def __init__(self, below: Ground, changes: Changes) -> None:
        self.__dict__.update(copy(below.__dict__))
        self.hexes = dict(below.hexes)
        self.sides = dict(below.sides)
        self.locations = dict(below.locations)
        self.of_hex = dict(below.of_hex)
        self._spots = {}
        self.touched: set[str] = set()
        for change in changes:
            self._change(change)

    def _change(self, change: Alteration) -> None:
        hex, becomes = change.hex, change.becomes
        self.touched.add(hex)
        if change.beyond:
            self._add_side(hex, change.beyond, becomes)
            self.touched.add(change.beyond)
            return
        if becomes == BUNKER:
            self._add_pillbox(hex, f"{hex}-pillbox", change.number)
            return
        self.hexes[hex] = _changed_hex(self.hexes[hex], change)
        if becomes in (RUBBLE_STONE, RUBBLE_WOOD):
            self._leave_building(hex)
        elif becomes == BRIDGE_GONE:
            for other in self.neighbours[hex]:
                self._drop_side(hex, other, "BRIDGE")
        self._replace_locations(hex)

    def _replace_locations(self, hex: str) -> None:
        boxes = [id for id in self.of_hex[hex] if id.endswith("-pillbox")]
        for id in self.of_hex[hex]:
            if id not in boxes:
                del self.locations[id]
        here = tuple(self._locations(self.hexes[hex]))
        self.locations.update({place.id: place for place in here})
        self.of_hex[hex] = (*(place.id for place in here), *boxes)

    def _add_pillbox(self, hex: str, id: str, squads: int) -> None:
        """RV-B30.1 A Pillbox is a Location of its own, with room for so many squads."""
        self.rooms = {**self.rooms, id: 2 * squads}
        self.locations[id] = Location(id, hex, PILLBOX, self.hexes[hex].elevation, "PILLBOX")
        self.of_hex[hex] = (*self.of_hex[hex], id)

    def _leave_building(self, hex: str) -> None:
        """No room, no bar and no road goes on from rubble."""
        for other in self.neighbours[hex]:
            for feature in ("BUILDING", "ROAD", "NARROW_STREET", *BARS):
                self._drop_side(hex, other, feature)

    def _add_side(self, a: str, b: str, feature: str) -> None:
        self._set_side(a, b, (*self.side(a, b), feature))

    def _drop_side(self, a: str, b: str, feature: str) -> None:
        side = self.side(a, b)
        if feature in side:
            self._set_side(a, b, tuple(f for f in side if f != feature))

    def _set_side(self, a: str, b: str, features: tuple[str, ...]) -> None:
        for one, other in ((a, b), (b, a)):
            around = list(self.sides[one])
            around[self.direction(one, other)] = features
            self.sides[one] = tuple(around)


# -- lines of sight --------------------------------------------------------------------------------------------------


class AlteredSightlines(Sightlines):
    """RV-A6.1, RV-B24.1 Verdicts of the untouched map, but for lines that touch a changed hex."""

    def __init__(self, ground: AlteredGround, below: Sightlines) -> None:
        super().__init__(ground)
        self.most = MOST_TAKEN_OVER
        self._below = below
        self._touched = ground.touched

    def __call__(self, a: str, b: str) -> Sight:
        """The LOS from one Location to another; a Pillbox sees and is seen as the ground of its hex (RV-B30.1)."""
        row = self._known.get(a)
        known = row.get(b) if row is not None else None
        if known is None:
            if a.endswith("-pillbox") or b.endswith("-pillbox"):
                known = self(a.removesuffix("-pillbox"), b.removesuffix("-pillbox"))
            else:
                known = self._verdict(a, b)
            self._note(a, b, known)
        return known

    def _verdict(self, a: str, b: str) -> Sight:
        before = self._below(a, b)
        touched, spot = self._touched, self.ground.spot
        if spot(a).hex in touched or spot(b).hex in touched:
            return super().__call__(a, b)
        if any(hex in touched for part in before.between for hex in part):
            return super().__call__(a, b)
        return before


# -- the field -------------------------------------------------------------------------------------------------------

_made: dict[tuple[int, Changes], tuple[Field, Field]] = {}
"""By the untouched field and the changes: the untouched field, kept so that its id stays its own, and the other."""


_latest: dict[int, Field] = {}
"""By the untouched field, the one of these that was asked for last: rules ask for it hundreds of times a choice."""


def altered_field(base: Field, changes: Sequence[Alteration]) -> Field:
    """The field with these changes laid over it, made once."""
    last = _latest.get(id(base))
    if last is not None and last.untouched is base and _same(last.changes, changes):
        return last
    key = (id(base), tuple(changes))
    known = _made.get(key)
    if known is None:
        if len(_made) >= _MOST_KEPT:
            del _made[next(iter(_made))]
        known = _made[key] = (base, _make(base, key[1]))
    _latest[id(base)] = known[1]
    return known[1]


def _same(some: Sequence[Alteration], others: Sequence[Alteration]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


def _make(base: Field, changes: Changes) -> Field:
    ground = AlteredGround(base.ground, changes)
    near = ground.touched
    for _ in range(_REACH):
        near = near | {n for hex in near for n in ground.neighbours[hex]}
    field = Field(ground, base.area, AlteredSightlines(ground, base.los), base.closed, base, near)
    field.untouched, field.changes = base, changes
    return field


def alter(s: Battle, hex: str, becomes: str, number: int = 0) -> None:
    """A hex changes for the rest of the battle; its terrain is what it became last."""
    _note(s, Alteration(hex, becomes, number=number))


def alter_side(s: Battle, a: str, b: str, becomes: str) -> None:
    """The hexside between two neighbours changes for the rest of the battle."""
    _note(s, Alteration(min(a, b), becomes, max(a, b)))


def _note(s: Battle, change: Alteration) -> None:
    """What lay in its place before is replaced where it stood: the order of changes is that of the places."""
    for n, known in enumerate(s.altered):
        if _place(known) == _place(change):
            s.altered[n] = change
            return
    s.altered.append(change)


def _place(change: Alteration) -> tuple[str, str, str]:
    return change.hex, change.beyond, change.becomes if change.becomes in _LAID_OVER else ""


def became(s: Altered, hex: str) -> str:
    """What the terrain of a hex became, "" if it is as it was."""
    return next((c.becomes for c in s.altered if c.hex == hex and not c.beyond and c.becomes not in _LAID_OVER), "")


def side_became(s: Altered, a: str, b: str) -> str:
    """What the hexside between two neighbours became, "" if it is as it was."""
    return next((c.becomes for c in s.altered if (c.hex, c.beyond) == (min(a, b), max(a, b))), "")


def restore_side(s: Battle, a: str, b: str) -> None:
    """What was laid over a hexside is taken away again."""
    s.altered[:] = [c for c in s.altered if (c.hex, c.beyond) != (min(a, b), max(a, b))]


def remove_pillbox(s: Battle, hex: str) -> None:
    """RV-B30.1 A Pillbox is no Location any more."""
    s.altered[:] = [c for c in s.altered if (c.hex, c.becomes) != (hex, BUNKER)]
