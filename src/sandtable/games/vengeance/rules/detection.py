"""Detection (chapter A12.15): whoever runs into units that he did not know of."""

from __future__ import annotations

from sandtable.games.vengeance.model import Battle
from sandtable.games.vengeance.rules.concealment import place_under, remove_dummies, reveal
from sandtable.games.vengeance.rules.units import is_dummy, units_at, unknown
from sandtable.kernel.flow import Choose, Flow, Option


def unknown_enemies(s: Battle, at: str, side: str) -> list[str]:
    """RV-A12.15 The real units in a Location that a side does not know."""
    return [u.id for u in units_at(s, at) if u.side != side and unknown(u) and not is_dummy(u)]


def runs_into(s: Battle, at: str, side: str) -> bool:
    """RV-A12.15, RV-A12.11 Whether a unit of a side that enters a Location runs into somebody; dummies vanish."""
    found = bool(unknown_enemies(s, at, side))
    if not found:
        remove_dummies(s, [u.id for u in units_at(s, at) if u.side != side])
        return False
    s.reveal()
    return True


def show_somebody(s: Battle, at: str, owner: str) -> Flow:
    """RV-A12.15, RV-Z3 The owner of unknown units shows at least one real unit of his choice; dummies are removed.

    A hidden unit may be placed under `?` instead, which shows that somebody is there; the others that were hidden are
    placed with it.
    """
    remove_dummies(s, [u.id for u in units_at(s, at, owner)])
    shown = False
    while True:
        mine = [u for u in units_at(s, at, owner) if unknown(u)]
        if not mine:
            return
        options: list[Option] = [("show", u.id) for u in mine]
        options += [("place_under", u.id) for u in mine if u.hidden]
        if shown:
            options.append(("done",))
        pick = yield Choose(owner, options, rule="RV-A12.15", ask="show", about=(at,), forced=True)
        if pick[0] == "done":
            return
        if pick[0] == "show":
            reveal(s, str(pick[1]), "RV-A12.15")
        for unit in mine:
            place_under(s, unit.id)
        shown = True
