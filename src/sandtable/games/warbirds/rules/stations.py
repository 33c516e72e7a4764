"""WB-17.9 Taking a station."""

from __future__ import annotations

from sandtable.games.warbirds.model import NOBODY, Warbirds, man_at
from sandtable.kernel.state import replace


def take_station(s: Warbirds, id: str, station: str, clause: str) -> None:
    """WB-17.9, WB-10.9 A man takes a station; an incapacitated man found there is laid aside and cannot be hit."""
    lying = man_at(s.crew, station)
    if lying and not s.crew[lying].conscious:
        s.crew[lying] = replace(s.crew[lying], station=NOBODY)
        s.journal.add("WB-17.9", "laid_aside", man=lying, station=station)
    s.crew[id] = replace(s.crew[id], station=station)
    s.journal.add(clause, "takes_station", man=id, station=station)
