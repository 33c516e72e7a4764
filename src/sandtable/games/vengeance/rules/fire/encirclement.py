"""Encirclement (chapter A7.7): fire from opposite sides, or enemies on every way out."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.units.counters import mark
from sandtable.games.vengeance.rules.units.enemies import enemies_in, is_armed, is_known, is_unbroken
from sandtable.games.vengeance.rules.units.kinds import units_at

_FRESH = 3
"""A count that goes down at the end of every CCPh; a friendly CCPh ends what has come down to 1."""


def note_hit(s: Battle, target: str, places: set[str]) -> None:
    """RV-A7.7 Fire from these Locations has had an effect on a Location; a line through a corner counts for no side."""
    f = field_of(s)
    sides = {d[0] for at in sorted(places) if at != target and len(d := f.los(at, target).enters) == 1}
    known = tuple(sorted({*s.hits.get(target, ()), *sides}))
    s.hits[target] = known
    opposite = any((d + 3) % 6 in known for d in known)
    apart = {0, 2, 4} <= set(known) or {1, 3, 5} <= set(known)
    if opposite or apart:
        encircle(s, target, "fire")


def encircle(s: Battle, at: str, by: str) -> None:
    """RV-A7.7 The units in a Location that have just been attacked, or have no way out, are encircled."""
    for unit in units_at(s, at):
        if unit.side == _target_side(s, at):
            if not unit.encircled:
                s.journal.add("RV-A7.7", "encircled", seen_by=eyes(s, (unit.id,)), unit=unit.id, by=by)
            mark(s, unit.id, encircled=_FRESH)


def _target_side(s: Battle, at: str) -> str:
    sides = {u.side for u in units_at(s, at) if not u.melee}
    return sides.pop() if len(sides) == 1 else ""


def shut_in(s: Battle) -> None:
    """RV-A7.7 At the end of a phase: every Accessible Location around holds a Known unbroken armed enemy."""
    f = field_of(s)
    for at in list(s.at):
        around = f.accessible[at]
        if not around or (not s.vehicles and any(to not in s.at for to in around)):
            continue  # There is a way out: asked for every Location after every phase, so it must be quick.
        side = _target_side(s, at)
        if side and all(
            any(is_known(e) and is_unbroken(e) and is_armed(s, e) for e in enemies_in(s, to, side)) for to in around
        ):
            encircle(s, at, "enemies on every side")


def loosen(s: Battle) -> None:
    """RV-A7.7 At the end of a CCPh encirclement that was not renewed wears off for the side whose turn it is."""
    s.hits.clear()
    for unit in list(s.units.values()):
        if unit.encircled:
            left = unit.encircled - 1
            over = unit.side == s.side and left <= 1
            mark(s, unit.id, encircled=0 if over else max(left, 1))
