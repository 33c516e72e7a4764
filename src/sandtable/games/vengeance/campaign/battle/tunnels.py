"""Tunnels that were bought: their ends are chosen at set-up, one after the other, in secret (RV-RePh8.621, RV-B8.6)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.battle.posts import tunnel_places
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.movement.sewers import may_dig
from sandtable.games.vengeance.rules.units.kinds import other
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def waiting_tunnel(s: Battle, side: str) -> str:
    """The next tunnel of a side that lacks an end."""
    return next((id for id, tunnel in s.tunnels.items() if tunnel.side == side and "" in tunnel.ends), "")


def ends_for(s: Battle, id: str) -> list[str]:
    """RV-B8.6 Where the next end of a tunnel may be: at first wherever another place is near enough."""
    f = field_of(s)
    side, (first, _) = s.tunnels[id].side, s.tunnels[id].ends
    places = tunnel_places(s, side)
    if first:
        return [at for at in places if may_dig(f, first, at)]
    return [at for at in places if any(may_dig(f, at, to) for to in places)]


def dig_end(s: Battle, id: str) -> Flow:
    """RV-B8.6, RV-RePh8.6242a One end of a tunnel; where none is possible the tunnel is lost."""
    options: list[Option] = [("dig", id, at) for at in ends_for(s, id)]
    tunnel = s.tunnels[id]
    if not options:
        del s.tunnels[id]
        return
    pick = yield Choose(tunnel.side, options, rule="RV-B8.6", ask="dig", about=(id,))
    first, at = s.tunnels[id].ends[0], id_in(pick, 2)
    s.tunnels[id] = replace(tunnel, ends=(first, at) if first else (at, ""))


def keep_tunnels(s: Battle) -> None:
    """RV-CG27, RV-RePh8.6073 A tunnel with an end under rubble is gone; one with an end in enemy hands is found."""
    f = field_of(s)
    for id, tunnel in list(s.tunnels.items()):
        if any(at not in f.steps for at in tunnel.ends):
            del s.tunnels[id]
            continue
        lost = [at for at in tunnel.ends if s.areas.get(f.hex_of[at], "").startswith(other(tunnel.side))]
        if lost and not tunnel.known:
            s.tunnels[id] = replace(tunnel, known=True)
            s.reveal()
            s.journal.add("RV-RePh8.6073", "tunnel_found", at=lost[0])
