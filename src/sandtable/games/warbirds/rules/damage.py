"""WB-17 Damage to men and airframe, WB-18 engines."""

from __future__ import annotations

from sandtable.games.warbirds.components import (
    CASUALTIES,
    CASUALTY_DECK,
    CONSTANTS,
    DAMAGE,
    DAMAGE_SOURCES,
    ENGINES,
    PARTS,
    TAIL_SECTION,
)
from sandtable.games.warbirds.model import NOBODY, Warbirds, man_at
from sandtable.games.warbirds.rules.interrupts import BailOut, BreakFormation
from sandtable.kernel.state import replace

DEAD = CONSTANTS["damage_dead"]
REPEATED_ENGINE = CONSTANTS["repeated_engine_wing_damage"]
LIMIT_BOMBS_ABOARD = CONSTANTS["engine_limit_bombs_aboard"]
LIMIT_BOMBS_GONE = CONSTANTS["engine_limit_bombs_gone"]


def draw_damage_card(s: Warbirds) -> str:
    """WB-11.3 The next damage card; when the pile is empty, the used cards (never kept ones) become a new pile."""
    if not s.damage_pile:
        s.damage_pile, s.damage_used = s.damage_used, []
        if not s.damage_pile:
            return ""
    card = s.dice.take(s.damage_pile, "damage")
    s.damage_used.append(card)
    return card


def is_hit(s: Warbirds, card: str, source: str) -> str:
    """WB-17.1 The man who is hit: he is at the card's station, conscious or not, and the source can strike it."""
    man = man_at(s.crew, DAMAGE[card].station)
    return man if man and source in DAMAGE_SOURCES[card] else NOBODY


def casualty(s: Warbirds, id: str) -> bool:
    """WB-17.2 Draw from the casualty deck and the man's own medals. False when the shot strikes the aircraft."""
    drawn = s.dice.pick(CASUALTY_DECK + s.medals.get(id, ()), "casualty")
    card = CASUALTIES[drawn]
    if card.effect == "miss_aircraft":
        s.journal.add("WB-17.2", "near_miss", man=id)
        return False
    if card.effect == "miss_clean":
        s.journal.add("WB-17.2", "saved_by_medal", man=id, medal=drawn)
    elif card.effect == "death":
        wound(s, id, DEAD, "WB-17.2")
    else:
        wound(s, id, card.amount, "WB-17.3")
    return True


def wound(s: Warbirds, id: str, amount: int, clause: str) -> None:
    """WB-17.3, WB-17.4, WB-17.10 Damage adds up: 1 injured, 2 incapacitated, 3 dead and off his station at once."""
    man = s.crew[id]
    damage = min(DEAD, man.damage + amount)
    if damage == DEAD:
        s.crew[id] = replace(man, damage=damage, station=NOBODY)
        s.journal.add(clause, "killed", man=id, station=man.station)
    else:
        s.crew[id] = replace(man, damage=damage)
        s.journal.add(clause, "injured" if damage == 1 else "incapacitated", man=id, station=man.station)


def damage_airframe(s: Warbirds, card: str) -> None:
    """WB-17.5, WB-25.12 A miss: the card's values in the order fuselage, left wing, right wing, tail; engines later."""
    values = DAMAGE[card]
    for part, amount in (
        ("fuselage", values.fuselage),
        ("left_wing", values.left_wing),
        ("right_wing", values.right_wing),
        (TAIL_SECTION, values.tail),
    ):
        if amount:
            damage_part(s, part, amount, "WB-17.5")


def damage_part(s: Warbirds, part: str, amount: int, clause: str) -> None:
    """WB-17.6, WB-17.7, WB-13.4 Damage on a part adds up, never repaired in flight; at capacity the crew bails out."""
    s.parts[part] = damage = min(PARTS[part], s.parts[part] + amount)
    s.journal.add(clause, "part_damaged", part=part, amount=amount, damage=damage, capacity=PARTS[part])
    if damage >= PARTS[part]:
        raise BailOut("airframe")


def keep_card(s: Warbirds, card: str, clause: str) -> None:
    """WB-17.8, WB-13.13 The card stays out of the pile until an engineer test returns it or the mission ends."""
    s.damage_used.remove(card)
    s.kept.append(card)
    s.journal.add(clause, "kept", card=card)


def return_kept(s: Warbirds, card: str, clause: str) -> None:
    """WB-17.8 An engineer test succeeded: the card goes with the used cards."""
    s.kept.remove(card)
    s.damage_used.append(card)
    s.journal.add(clause, "mended", card=card)


def mark_engine(s: Warbirds, engine: int) -> bool:
    """WB-18.3 An engine fails for the whole mission. One that failed before costs its wing 1 damage instead."""
    if engine in s.engines_out:
        damage_part(s, ENGINES[engine], REPEATED_ENGINE, "WB-18.3")
        return False
    s.engines_out += (engine,)
    s.journal.add("WB-18.3", "engine_out", engine=engine, part=ENGINES[engine])
    return True


def check_engines(s: Warbirds) -> None:
    """WB-18.4, WB-18.5, WB-25.7 Above the limit bail out; at the limit break formation, unless it is broken already."""
    limit = LIMIT_BOMBS_GONE if s.bombs_gone else LIMIT_BOMBS_ABOARD
    if len(s.engines_out) > limit:
        raise BailOut("engines")
    if len(s.engines_out) == limit and not s.formation_broken:
        raise BreakFormation("engines")


def fail_engine(s: Warbirds, engine: int) -> None:
    """WB-13.5 A card makes an engine fail."""
    if mark_engine(s, engine):
        check_engines(s)
