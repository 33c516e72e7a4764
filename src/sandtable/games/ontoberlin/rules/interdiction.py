"""OB-14.4 Interdiction: Air Strikes that delay a German formation on its way to Berlin."""

from __future__ import annotations

from sandtable.games.ontoberlin.components import ALLIED, ARRIVALS, FORMATIONS
from sandtable.games.ontoberlin.model import LATER, OnToBerlin
from sandtable.games.ontoberlin.rules.fire import DONE
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in


def interdict(s: OnToBerlin) -> Flow:
    """OB-14.4.1, OB-14.4.2, OB-8.3.5 With variable reinforcements, unused strikes may delay a formation."""
    coming = [a.formation for a in ARRIVALS if a.variable and still_to_come(s, a.formation)]
    if not (s.variable and s.player == ALLIED and s.strikes and coming):
        s.strikes = 0
        s.step = "end_combat"
        return
    options: list[Option] = [DONE, *(("interdict", formation) for formation in coming)]
    pick = yield Choose(ALLIED, options, rule="OB-14.4.1", ask="interdict", about=(s.strikes,))
    if pick == DONE:
        s.strikes = 0
        s.step = "end_combat"
        return
    formation = id_in(pick)
    s.strikes -= 1
    s.interdiction[formation] = s.interdiction.get(formation, 0) + 1
    s.journal.add("OB-14.4.1", "interdicted", formation=formation)


def still_to_come(s: OnToBerlin, formation: str) -> bool:
    """Whether units of a formation have not arrived at the edge of the map."""
    return any(s.units[u].at == LATER for u in FORMATIONS[formation])
