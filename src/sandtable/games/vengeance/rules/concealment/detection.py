"""Detection (chapter A12.15): whoever runs into units that he did not know of."""

from __future__ import annotations

from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import place_under, remove_dummies, reveal
from sandtable.games.vengeance.rules.units.enemies import unknown_enemies
from sandtable.games.vengeance.rules.units.kinds import other, units_at
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in


def is_hidden(s: Battle, id: str) -> bool:
    """RV-A12.2 Whether a unit or vehicle is not on the map for the enemy."""
    return s.units[id].hidden if id in s.units else s.vehicles[id].hidden


def runs_into(s: Battle, at: str, side: str) -> bool:
    """RV-A12.15, RV-A12.11 Whether a unit of a side that enters a Location runs into somebody; dummies vanish."""
    unknown = bool(unknown_enemies(s, at, side))
    if not unknown:
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
        mine = unknown_enemies(s, at, other(owner))
        if not mine:
            return
        options: list[Option] = [("show", id) for id in mine]
        options += [("place_under", id) for id in mine if is_hidden(s, id)]
        if shown:
            options.append(("done",))
        pick = yield Choose(owner, options, rule="RV-A12.15", ask="show", about=(at,), forced=True)
        if pick[0] == "done":
            return
        if pick[0] == "show":
            reveal(s, id_in(pick), "RV-A12.15")
        for id in mine:
            place_under(s, id)
        shown = True
