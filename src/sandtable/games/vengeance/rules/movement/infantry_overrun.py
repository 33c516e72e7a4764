"""Infantry overrun (chapter A4.15): a squad runs down a lone leader or hero."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Attack, Battle, Melee, Unit
from sandtable.games.vengeance.rules.close_combat.attacks import resolve_attacks
from sandtable.games.vengeance.rules.close_combat.phase import hold_in_melee
from sandtable.games.vengeance.rules.concealment.gain_and_loss import reveal_all
from sandtable.games.vengeance.rules.movement.expenditure import end_move
from sandtable.games.vengeance.rules.terrain.blazes import in_blaze
from sandtable.games.vengeance.rules.units.counters import put
from sandtable.games.vengeance.rules.units.enemies import enemies_at, unknown_enemies
from sandtable.games.vengeance.rules.units.kinds import is_mmc, units_at
from sandtable.games.vengeance.rules.units.stacking import room_for
from sandtable.kernel.flow import Choose, Flow, Option
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def overrun(s: Battle) -> Flow:
    """RV-A4.15 After the fire at the stack the man slips away and it goes on, or he stands and is fought."""
    move = s.move
    assert move is not None
    at = move.overrun
    if surprises := unknown_enemies(s, at, s.side):
        # RV-A12.15 Who overruns does not return: he fights all that he finds.
        reveal_all(s, surprises, "RV-A12.15")
        hold_in_melee(s, at)
        end_move(s)
        return
    man = next((u for u in units_at(s, at) if u.side != s.side), None)
    if man is None or not move.units:
        s.move = replace(move, overrun="")
        if not move.units:
            hold_in_melee(s, at)
            end_move(s)
        return
    options: list[Option] = [("slip", man.id, to) for to in ways_out(s, man)]
    options.append(("stand", man.id))
    pick = yield Choose(man.side, options, rule="RV-A4.15", ask="overrun", about=(man.id,))
    if pick[0] == "slip":
        put(s, man.id, id_in(pick, 2))
        s.move = replace(move, overrun="")
        s.journal.add("RV-A4.15", "withdraws", unit=man.id, to=pick[2])
        return
    yield from _fight(s, at, [id for id in move.units if id in s.units], man.id)
    end_move(s)


def ways_out(s: Battle, man: Unit) -> list[str]:
    """RV-A4.15 ADJACENT Locations without enemies, for a man who is not pinned."""
    f = field_of(s)
    if man.pinned or man.berserk:
        return []
    return [
        to for to in f.adjacent[man.at]
        if not enemies_at(s, to, man.side) and not in_blaze(s, to) and room_for(s, f, to, man.side, [man])
    ]  # fmt: skip


def _fight(s: Battle, at: str, movers: list[str], man: str) -> Flow:
    """RV-A4.15 He is attacked first; if he lives he strikes back, and they are in Melee."""
    s.melee = Melee(at, "resolve", attacks=(Attack(tuple(movers), (man,)),))
    yield from resolve_attacks(s)
    victim = next((id for id in movers if id in s.units and is_mmc(s.units[id]) and s.units[id].at == at), "")
    if man in s.units and not s.units[man].broken and s.units[man].at == at and victim:
        s.melee = Melee(at, "resolve", attacks=(Attack((man,), (victim,)),))
        yield from resolve_attacks(s)
    s.melee = None
    hold_in_melee(s, at)
