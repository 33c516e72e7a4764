"""What the journal says of a fire attack (chapters A7.1, A7.9, A12.1, A6.24), as far as everybody may read it."""

from __future__ import annotations

from typing import Any

from sandtable.games.vengeance.components import COLUMNS
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.fire import firepower
from sandtable.games.vengeance.rules.fire import kinds as fire_kinds
from sandtable.games.vengeance.rules.fire.declaration import Plan
from sandtable.games.vengeance.rules.units.kinds import unknown
from sandtable.kernel.modifiers import Modifier, total


class Account:
    """RV-A7.1 The lines about one attack: the first names the firers and the roll, later ones only what differs."""

    def __init__(self, s: Battle, clause: str, target: str, planned: Plan | None, dice: tuple[int, int]) -> None:
        self.s, self.clause, self.target, self.planned, self.dice = s, clause, target, planned, dice
        self._begun = False
        self._told_unknown = False

    def group(self, column: int, modifiers: list[Modifier], ids: tuple[str, ...], halved: bool) -> None:
        """RV-A12.1 A group of targets; all unknown ones are one line that names nobody."""
        secret = any(unknown(self.s.units[id]) for id in ids)
        if secret and (self._told_unknown or not any(self.s.units[id].concealed for id in ids)):
            return
        self._told_unknown = self._told_unknown or secret
        final = sum(self.dice) + total(modifiers)
        result = firepower.result_of(column, final)
        self._add(
            self._event(secret, halved), column, modifiers=modifiers, final=final, units=() if secret else ids,
            result="no effect" if result == "-" else result,
        )  # fmt: skip

    def _event(self, secret: bool, halved: bool) -> str:
        if self._begun:
            return "fire_also" if not secret else "fire_on_unknown_by_half" if halved else "fire_on_unknown"
        return _opening(self.s, self.planned)

    def close(self, column: int) -> None:
        """RV-A7.301 If no target on foot was named, the roll itself: vehicles have lines of their own."""
        if not self._begun and self.planned is not None:
            self._add(f"{_opening(self.s, self.planned)}_roll", column, modifiers=[], units=())

    def _add(self, event: str, column: int, **facts: Any) -> None:
        s, planned, dice = self.s, self.planned, self.dice
        firers = open_firers(s, planned)
        fp = planned.fp if planned and len(firers) == len(planned.firers) else 0.0
        self._begun = True
        s.journal.add(
            self.clause, event, firers=firers, kind=planned.kind if planned else "", target=self.target,
            fp=int(fp) if fp.is_integer() else fp, column=COLUMNS[column] if column >= 0 else 0,
            dice=dice, dr=sum(dice), **facts,
            factors=[f"{p.firer}: {p.fp:g}" for p in planned.powers if p.firer in firers] if planned else [],
        )  # fmt: skip


def _opening(s: Battle, planned: Plan | None) -> str:
    """RV-A12.13 The event of an attack's first line: by whom it is, as far as the enemy sees him."""
    if planned is None:
        return "attack"
    firers = open_firers(s, planned)
    return "fire" if len(firers) == len(planned.firers) else "fire_with_unknown" if firers else "fire_by_unknown"


def open_firers(s: Battle, planned: Plan | None) -> tuple[str, ...]:
    """RV-A12.13 The firers whom the enemy sees; of others he knows but the Location."""
    return tuple(id for id in planned.firers if not unknown(fire_kinds.shooter(s, id))) if planned else ()


def tell_cowering(s: Battle, planned: Plan) -> None:
    """RV-A7.9, RV-A19.3 Doubles made those cower whom nobody directs."""
    s.journal.add("RV-A7.9", "cowers", firers=open_firers(s, planned), columns=planned.cowers)


def tell_bypass(s: Battle, planned: Plan) -> None:
    """RV-A6.24 Which Known units at either end of the line are in bypass: the line goes to a corner of the hexside."""
    if not s.skirting:
        return
    ends = (*(fire_kinds.shooter(s, id).id for id in planned.firers), *(id for ids, _ in planned.groups for id in ids))
    skirting = tuple(
        id for id in dict.fromkeys(ends) if id in s.units and s.units[id].bypass and not unknown(s.units[id])
    )
    if skirting:
        s.journal.add("RV-A6.24", "in_bypass", units=skirting)
