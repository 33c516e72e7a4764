"""Minefields (chapter B28)."""

from __future__ import annotations

from sandtable.games.vengeance.components import components
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.field_works import Work
from sandtable.games.vengeance.rules.fire import attack, firepower
from sandtable.games.vengeance.rules.fortifications.secrecy import show
from sandtable.games.vengeance.rules.morale.checks import roll
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.state import replace


def ap_mines(s: Battle, hex: str) -> Work | None:
    """RV-B28.1 The A-P minefield of a hex."""
    return next((w for w in s.works.values() if w.at == hex and w.type.startswith("ap_mine")), None)


def at_mines(s: Battle, hex: str) -> int:
    """RV-B28.5 How many A-T mines lie in a hex. Infantry never sets them off."""
    return sum(w.factors for w in s.works.values() if w.at == hex and w.type == "at_mine")


def spend_at_mine(s: Battle, hex: str) -> None:
    """RV-B28.5, RV-B28.7 One A-T mine has gone off: it is gone, and the field is Known."""
    work = next(w for w in s.works.values() if w.at == hex and w.type == "at_mine")
    show(s, work)
    if work.factors > 1:
        s.works[work.id] = replace(s.works[work.id], factors=work.factors - 1)
    else:
        del s.works[work.id]


def ap_attack(s: Battle, ids: list[str], hex: str) -> None:
    """RV-B28.1 One DR for a stack on the column of the field's strength: no TEM, no DRM, no concealment."""
    work = ap_mines(s, hex)
    ids = [id for id in ids if id in s.units]
    if work is None or not ids:
        return
    show(s, work)
    dice = roll(s, other(s.units[ids[0]].side), "mines")
    column = firepower.column_for(components().fortifications[work.type].fp)
    attack.strike(s, hex, column, dice, (), ((tuple(ids), ()),), clause="RV-B28.1")


def leave(s: Battle, ids: list[str], came: str, to: str) -> None:
    """RV-B28.1, RV-Z1 Mines attack a stack that leaves their hex; it is still there when they do."""
    if came and field_of(s).hex_of[came] != field_of(s).hex_of[to] and field_of(s).place(came).kind == "ground":
        ap_attack(s, ids, field_of(s).hex_of[came])


def enter(s: Battle, ids: list[str], came: str, to: str) -> None:
    """RV-B28.1, RV-Z1 Mines attack a stack that enters their hex, before all other fire."""
    f = field_of(s)
    if (not came or f.hex_of[came] != f.hex_of[to]) and f.place(to).kind == "ground":
        ap_attack(s, ids, f.hex_of[to])
