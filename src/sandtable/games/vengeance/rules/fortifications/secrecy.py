"""What the enemy knows of fortifications (RV-BRV3.3, RV-BRV9.1, RV-BRV9.1a, RV-B28.1)."""

from __future__ import annotations

from functools import cached_property

from sandtable.games.vengeance.map.altered_ground import BRIDGE_PARTIAL, became
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.map.current_sight import Lookout
from sandtable.games.vengeance.map.field import Field
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, Battle, Unit
from sandtable.games.vengeance.model.field_works import SetCharge, Work, hexes_beside
from sandtable.games.vengeance.rules.set_up.places import places_to_set_up
from sandtable.games.vengeance.rules.units.kinds import good_order, type_of, unknown
from sandtable.games.vengeance.rules.vehicles.kinds import able, manned, unseen
from sandtable.kernel.dice import Dice
from sandtable.kernel.state import replace

BARRIERS = ("roadblock", "barricade")
_LIMITS = (30, 25, 20, 15, 10)
_TRENCH_SEEN = 16


def works_seen(s: Battle, seat: str) -> dict[str, Work]:
    """RV-BRV9.1a, RV-B28.1 The fortifications that a seat may see; a barrier of unknown type is a Roadblock to it."""
    works = {}
    for work in s.works.values():
        if work.side == seat or not work.hidden or s.winner:
            works[work.id] = work
        elif work.type in BARRIERS:
            works[work.id] = replace(work, type="roadblock", hidden=False, breached=False)
    return works


def charges_seen(s: Battle, seat: str) -> list[SetCharge]:
    """RV-A23.7 Set charges are known to those who set them only."""
    return [charge for charge in s.set_charges if charge.side == seat or s.winner]


def limits_seen(s: Battle, seat: str) -> dict[str, int]:
    """RV-BRV11.311 The German knows what a damaged bridge carries, the Russian only once he has learnt it."""
    return {hex: tons for hex, tons in s.bridge_limits.items() if seat == GERMAN or s.winner or hex in s.limits_known}


def show(s: Battle, work: Work) -> None:
    """RV-B28.7, RV-BRV3.3 A hidden fortification becomes Known to the enemy."""
    if work.hidden:
        s.works[work.id] = replace(work, hidden=False)
        s.reveal()
        s.journal.add("RV-B28.7", "work_shown", work=work.id, at=work.places[0], type=work.type)


def find_works(s: Battle, at: str, searchers: list[Unit]) -> None:
    """RV-A12.152, RV-B28.7, RV-BRV11.311 A Search shows hidden fortifications; elite Russians see what bridges bear."""
    side = searchers[0].side
    for work in [w for w in s.works.values() if w.hidden and w.side != side and w.at == at]:
        show(s, work)
    hex = at.removesuffix("-bridge")
    elite = any(type_of(u).grade == "E" for u in searchers)
    if side == RUSSIAN and elite and hex in s.bridge_limits and hex not in s.limits_known:
        s.limits_known.append(hex)
        s.reveal()


def reveal_seen(s: Battle) -> None:
    """RV-BRV3.3, RV-BRV9.1a What enemies make out now: fortified Locations next to them, barricades in LOS."""
    hidden = [work for work in s.works.values() if work.hidden and work.at]
    if not hidden or s.phase == "setup":
        return
    f = field_of(s)
    watchers = {side: _Watchers(s, f, side) for side in dict.fromkeys([work.side for work in hidden])}
    lookout = Lookout(s, f)
    for work in hidden:
        if _is_made_out(lookout, f, work, watchers[work.side]):
            show(s, work)


class _Watchers:
    """The Known enemies of a side, who may make out its works."""

    def __init__(self, s: Battle, f: Field, side: str) -> None:
        self._s, self._f, self._side = s, f, side

    @cached_property
    def keen(self) -> list[str]:
        """The Locations in which one is in Good Order."""
        known = [u for u in self._s.units.values() if u.side != self._side and u.at and not unknown(u)]
        tanks = [v.at for v in self._s.vehicles.values() if v.side != self._side and able(v) and not unseen(v)]
        return list(dict.fromkeys([*(u.at for u in known if good_order(u)), *tanks]))

    def near(self, location: str) -> list[str]:
        """The Locations of a hex, and of the hexes next to it, in which one is."""
        units, stacks = self._s.units, self._s.at
        tanks = {v.at for v in self._s.vehicles.values() if v.side != self._side and manned(v) and not unseen(v)}
        return [
            at for at in self._f.around(location) if at in tanks
            or any(units[id].side != self._side and not unknown(units[id]) for id in stacks.get(at, ()))
        ]  # fmt: skip

    def are_seen_in(self, location: str) -> bool:
        """RV-A12.3 Whether Known men of the side itself are IN what was dug in a Location."""
        stack = (self._s.units[id] for id in self._s.at.get(location, ()))
        return any(u.side == self._side and u.dug and not unknown(u) for u in stack)


def _is_made_out(lookout: Lookout, f: Field, work: Work, watchers: _Watchers) -> bool:
    """RV-A12.3, RV-BRV3.3, RV-BRV9.1a What shows a work: in Concealment Terrain only who enters; foxholes their men."""
    if work.type in BARRIERS:
        return any(_sees_side(lookout, f, at, work.at) for at in watchers.keen)
    if work.type == "fortified_location":
        return any(lookout.sees(at, work.at) for at in watchers.near(work.at))
    if work.type.startswith("foxhole"):
        return work.at in watchers.near(work.at) or watchers.are_seen_in(work.at)
    if work.type.startswith(("trench", "at_ditch")):
        if f.terrain_of[work.at].conceal:
            return work.at in watchers.near(work.at)
        able = lookout.may_see(work.at, watchers.keen)
        return any(f.range(at, work.at) <= _TRENCH_SEEN and lookout.sees(at, work.at) for at in able)
    return False


def _sees_side(lookout: Lookout, f: Field, watcher: str, side: str) -> bool:
    """RV-BRV9.1a LOS to a hexside is LOS to one of its two hexes, on the bridge if it has one."""
    for hex in hexes_beside(side):
        at = hex if hex in f.steps else f"{hex}-bridge"
        if at in f.steps and lookout.sees(watcher, at):
            return True
    return False


def guess_works(s: Battle, seat: str, dice: Dice) -> None:
    """Deal again what a seat cannot know: types of barriers, places of hidden works and charges, limits of bridges."""
    if s.winner:
        return
    secret = [w for w in s.works.values() if w.hidden and w.side != seat]
    types = [w.type for w in secret if w.type in BARRIERS]
    dice.shuffle(types)
    for work in secret:
        if work.type in BARRIERS:
            s.works[work.id] = replace(work, type=types.pop())
        elif work.at:
            _imagine_elsewhere(s, work, dice)
    for n, charge in enumerate(s.set_charges):
        if charge.side != seat:
            f = field_of(s)
            kind = f.place(charge.at).kind
            s.set_charges[n] = replace(charge, at=dice.pick([at for at in f.locations if f.place(at).kind == kind]))
    if seat != GERMAN:
        for hex in s.bridge_limits:
            if hex not in s.limits_known and became(s, hex) == BRIDGE_PARTIAL:
                s.bridge_limits[hex] = dice.pick(list(_LIMITS))


def _imagine_elsewhere(s: Battle, work: Work, dice: Dice) -> None:
    """RV-BRV3.3 A hidden work may be wherever none stands and no enemy would have made it out; else it stays."""
    f = field_of(s)
    taken = {w.at for w in s.works.values() if w.id != work.id}
    places = [at for at in _alike(s, work) if at not in taken]
    watchers = _Watchers(s, f, work.side)
    lookout = Lookout(s, f)
    while places:
        moved = replace(work, at=dice.pick(places))
        if s.phase == "setup" or not _is_made_out(lookout, f, moved, watchers):
            s.works[work.id] = moved
            return
        places.remove(moved.at)


def _alike(s: Battle, work: Work) -> list[str]:
    """Locations of the same terrain where nothing shows that a hidden work is not there.

    While the other side sets up, only where its own side could put it: men who set up would be IN it.
    """
    f = field_of(s)
    terrain = f.place(work.at).terrain
    area = places_to_set_up(s, work.id, work.side, work.group) if s.phase == "setup" else ()
    return [
        at for at in (area if work.at in area else f.locations)
        if f.place(at).terrain == terrain and f.place(at).kind == f.place(work.at).kind
        and not any(s.units[id].side != work.side for id in s.at.get(at, ()))
    ]  # fmt: skip
