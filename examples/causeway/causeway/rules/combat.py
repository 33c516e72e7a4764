"""CW-4 Combat."""

from __future__ import annotations

from causeway.components import GROUND, terrain_of
from causeway.model import Block, Causeway, has_strength
from causeway.rules.victory import enter
from sandtable.gamekit import Dice, Modifier, Odds, odds, replace

HIT = 5


def attack(s: Causeway, attacker: str, defender: str, start: str) -> None:
    """CW-4.1, CW-4.2, CW-4.4 One block attacks another from the hex `start`."""
    hex = s.blocks[defender].hex
    s.journal.add("CW-4.1", "attacked", block=attacker, enemy=defender, hex=hex)
    show(s, attacker)
    show(s, defender)
    if attacker in s.blocks:
        s.blocks[attacker] = replace(s.blocks[attacker], hex=start)
    if attacker in s.blocks and defender in s.blocks:
        fire(s, defender, attacker, ())
        if attacker in s.blocks:
            fire(s, attacker, defender, attacker_modifiers(start, hex))
    if attacker in s.blocks and defender not in s.blocks:
        s.blocks[attacker] = replace(s.blocks[attacker], hex=hex)
        s.journal.add("CW-4.4", "advanced", block=attacker, hex=hex)
        enter(s, attacker)
    elif attacker in s.blocks:
        s.journal.add("CW-4.4", "held", block=attacker, hex=start)
        enter(s, attacker)
    if not has_strength(s, "column") or not has_strength(s, "rearguard"):
        s.step = "end_of_turn"


def show(s: Causeway, id: str) -> None:
    """CW-4.1, CW-1.2, CW-1.3 A block is turned face up for good; a patrol is removed."""
    block = s.blocks[id]
    if not block.shown:
        s.reveal()
        s.blocks[id] = block = replace(block, shown=True)
        s.journal.add("CW-4.1", "shown", block=id, kind=block.kind, strength=block.strength)
    if not block.strength:
        remove(s, id)
        s.journal.add("CW-4.1", "bluff", block=id)


def attacker_modifiers(start: str, hex: str) -> tuple[Modifier, ...]:
    """CW-4.3 What the ground does to the attacker's dice."""
    cover, narrow = terrain_of(hex).cover, terrain_of(start).narrow
    modifiers: list[Modifier] = []
    if cover:
        modifiers.append((cover, "CW-4.3", f"against {GROUND[hex]}"))
    if narrow:
        modifiers.append((narrow, "CW-4.3", f"from the {GROUND[start]}"))
    return tuple(modifiers)


def hits(dice: list[int], modifiers: tuple[Modifier, ...]) -> int:
    """CW-4.2 Each 5 or 6 is a hit."""
    total = sum(value for value, _, _ in modifiers)
    return sum(die + total >= HIT for die in dice)


def fire(s: Causeway, by: str, at: str, modifiers: tuple[Modifier, ...]) -> None:
    """CW-4.2 A block rolls its dice, and the other loses as many strength points."""
    dice = [s.dice.roll(6, "combat") for _ in range(s.blocks[by].strength)]
    scored = hits(dice, modifiers)
    s.journal.add("CW-4.2", "fired", block=by, dice=dice, hits=scored, modifiers=list(modifiers))
    target = s.blocks[at]
    s.blocks[at] = replace(target, strength=max(0, target.strength - scored))
    if not s.blocks[at].strength:
        remove(s, at)
        s.journal.add("CW-4.2", "removed", block=at)


def remove(s: Causeway, id: str) -> None:
    """CW-4.1, CW-4.2 A block leaves the map."""
    s.removed[id] = replace(s.blocks.pop(id), hex="")


def attack_odds(s: Causeway, attacker: str, defender: str, start: str) -> Odds | None:
    """What an attack on a block that has been shown may lead to; of a hidden one nobody can tell."""
    one, other = s.blocks[attacker], s.blocks[defender]
    if not other.shown or not one.strength:
        return None
    modifiers = attacker_modifiers(start, other.hex)
    return odds(lambda dice: _fought(dice, one, other, modifiers), modifiers)


def _fought(dice: Dice, attacker: Block, defender: Block, modifiers: tuple[Modifier, ...]) -> str:
    lost = hits([dice.roll() for _ in range(defender.strength)], ())
    left = max(0, attacker.strength - lost)
    scored = hits([dice.roll() for _ in range(left)], modifiers)
    if not left:
        return "the attacker is removed"
    return "the hex is taken" if scored >= defender.strength else "the hex is held"
