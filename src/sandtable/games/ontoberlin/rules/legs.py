"""One leg of a unit's move (chapter 7): where it may lead, and the way there.

A clone plays the legs before it again, and looks at none of the hexes they might have led to: so they are looked for
when somebody asks, and for a way that was chosen before no farther than its end.
"""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.ontoberlin.map.geography import MAP
from sandtable.games.ontoberlin.model import March, OnToBerlin
from sandtable.games.ontoberlin.rules.basics import may_join, room
from sandtable.games.ontoberlin.rules.entering import enter
from sandtable.games.ontoberlin.rules.reach import Flood, flood, limit_of, may_change_mode, steps_away
from sandtable.kernel.flow import Option
from sandtable.kernel.state import replace

_GO: tuple[Option, ...] = tuple(("go", hex) for hex in MAP.names)
END: Option = ("end",)


class Leg:
    """The next leg of a move, from the hex where the unit stands."""

    __slots__ = ("_beside", "_enemy_zoc", "_flood", "_march", "_options", "_s", "_u")

    def __init__(self, s: OnToBerlin, u: str, march: March, enemy_zoc: Collection[str]) -> None:
        self._s, self._u, self._march, self._enemy_zoc = s, u, march, enemy_zoc
        self._beside = steps_away(s, u, march, enemy_zoc)
        self._flood: Flood | None = None
        self._options: list[Option] | None = None

    def can_go_on(self) -> bool:
        """Whether it has any option: an empty hex beside it is enough."""
        names, stacks = MAP.names, self._s.stacks
        for n, _ in self._beside:
            if names[n] not in stacks:
                return True
        return bool(self.options())

    def options(self) -> list[Option]:
        """OB-3.1.3, OB-3.3.2, OB-7.1 Where it may go on to, and whether it may turn over or stop."""
        if self._options is None:
            s, u = self._s, self._u
            options = self._legs()
            if may_change_mode(s, u, self._march):
                options.append(("maneuver", u) if s.units[u].combat else ("combat", u))
            if options and room(s, u, s.units[u].at):
                options.append(END)
            self._options = options
        return self._options

    def _legs(self) -> list[Option]:
        """OB-3.1.3, OB-7.1 The hexes where it may go on to."""
        if not self._beside:
            return []
        self._flood = self._look_for()
        found, stacks = self._flood, self._s.stacks
        full = {n for n in found.shared if not may_join(self._u, stacks[MAP.names[n]])}
        return [_GO[n] for n in found.hexes if n not in full] if full else [_GO[n] for n in found.hexes]

    def _look_for(self, to: str = "") -> Flood:
        limit = limit_of(self._s, self._u, self._march)
        return flood(self._s, self._u, self._beside, limit, self._enemy_zoc, to)

    def reaches(self, hex: str) -> bool:
        """OB-7.1 Whether it can come to a hex, with room there or without."""
        return MAP.index[hex] in (self._flood or self._look_for()).hexes

    def walk(self, to: str) -> March:
        """OB-7.1, OB-7.9 Go to a hex by the cheapest way, with what entering each hex of the way does."""
        found = self._flood or self._look_for(to)
        for hex in found.way_to(self._s.units[self._u].at, to):
            enter(self._s, self._u, hex)
        return replace(self._march, spent=found.spent[MAP.index[to]], fresh=False, stopped=to in self._enemy_zoc)
