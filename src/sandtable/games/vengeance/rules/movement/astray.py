"""A stack that has lost its way in the night (chapter E1.53)."""

from __future__ import annotations

from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.rules.concealment.gain_and_loss import eyes
from sandtable.games.vengeance.rules.movement.destinations import step_options
from sandtable.games.vengeance.rules.movement.expenditure import end_move, step
from sandtable.kernel.options import id_in
from sandtable.kernel.state import replace


def stumble(s: Battle) -> None:
    """RV-E1.53 Its next hex lies in the direction of a dr; if it cannot be entered the stack stops. Then it stops."""
    move = s.move
    assert move is not None
    f = field_of(s)
    die = s.dice.roll(6, "straying")
    here = f.hex_of[s.units[move.units[0]].at]
    to = f.ground.towards[here][die - 1]
    places = [id_in(o) for o in step_options(s, f, move) if o[0] == "to"]
    event = "astray" if to in places else "astray_stops"
    s.journal.add("RV-E1.53", event, seen_by=eyes(s, move.units), units=move.units, die=die, to=to)
    if to not in places:
        end_move(s)
        return
    step(s, f, move, "to", to)
    if s.move is not None:
        s.move = replace(s.move, over=True, mode="astray")
