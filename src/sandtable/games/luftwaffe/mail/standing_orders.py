"""Standing orders for play by mail: what a player answers in the other's half-turn. LW-19.1

LW-19.2, LW-19.3 The letter itself, its dice from both players' numbers and its seals, is `sandtable.terminal.mail`.
"""

from __future__ import annotations

from sandtable.games.luftwaffe.bot.estimates import best_e, effective_e, is_bomber
from sandtable.games.luftwaffe.components import AMERICAN, parts
from sandtable.games.luftwaffe.knowledge.sight import LuftwaffeView
from sandtable.games.luftwaffe.model import American, German, Step
from sandtable.kernel.flow import Option
from sandtable.kernel.options import id_in

_AMERICAN_HALF: tuple[Step, ...] = (
    "american_start",
    "american_move",
    "uncover",
    "escorts",
    "flak",
    "bomb",
    "american_combat",
    "american_end",
)


def standing_order(view: LuftwaffeView, seat: str, ask: str, options: list[Option]) -> Option | None:
    """LW-19.1 The defaults; None for a question of the player's own half-turn. They use only what both players see."""
    others_half = (view.step in _AMERICAN_HALF) != (seat == AMERICAN)
    if not others_half or view.turn == 0:
        return None
    if ask == "tanks":
        return tanks(view, seat, options)
    if ask == "reduce":
        return max(options, key=lambda o: (view.americans[id_in(o)].bombed, not is_bomber(view.americans[id_in(o)])))
    if ask == "guns":
        shots = [o for o in options if o[0] == "fire"]
        return max(shots, key=lambda o: stack_size(view, id_in(o, 2)))
    if ask == "remove":
        return min(options, key=lambda o: view.americans[id_in(o)].bombed)
    if ask in ("lose", "first"):
        return options[0]
    return None


def tanks(view: LuftwaffeView, seat: str, options: list[Option]) -> Option:
    """LW-19.1 Drop when the effective E is lower than the attacker's."""
    key = id_in(options[0])
    own: list[tuple[str, American | German]] = [(id, u) for id, u in view.americans.items() if u.clock == key]
    own += [(id, g) for id, g in view.germans.items() if g.clock == key]
    enemies = view.germans if seat == AMERICAN else view.americans
    there = [id for id, u in enemies.items() if view.battle in (u.hex, u.strike) and parts().types[u.type].e]
    met = best_e(view, enemies, there)
    mine = max((effective_e(view, id, u) for id, u in own), default=0)
    return options[0] if mine < met else options[1]


def stack_size(view: LuftwaffeView, hex: str) -> int:
    """Factors over a hex, for the choice of a target of the guns."""
    return sum(u.factors for u in view.americans.values() if u.status == "up" and u.hex == hex)
