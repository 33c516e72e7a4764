"""WB-9 Step 2: events, and WB-13 the effects on cards."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.warbirds.components import (
    CONSTANTS,
    DAMAGE,
    ENEMY_TERRITORY,
    EVENTS,
    MISSIONS,
    Effect,
    part_id,
)
from sandtable.games.warbirds.model import ENEMY, Warbirds, captain, holder
from sandtable.games.warbirds.rules import damage
from sandtable.games.warbirds.rules.battlefield import (
    add_to_battlefield,
    discard_event,
    enemies,
    remove_from_battlefield,
)
from sandtable.games.warbirds.rules.bombs import add_drift
from sandtable.games.warbirds.rules.crew import begin_crew_step
from sandtable.games.warbirds.rules.fuel import change_fuel
from sandtable.games.warbirds.rules.skill import card_test, station_test
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one

TRANSIT_EVENTS = CONSTANTS["transit_events"]
BROKEN_FORMATION_EVENTS = CONSTANTS["broken_formation_events"]


def cards_due(s: Warbirds) -> int:
    """WB-9.2 Over enemy territory: the mission's intensity, or 1 if formation is broken."""
    return BROKEN_FORMATION_EVENTS if s.formation_broken else MISSIONS[s.mission].intensity


def event_step(s: Warbirds) -> Flow:
    """WB-9.1, WB-9.2, WB-5.4, WB-25.14 In transit one transit card; over enemy territory the cards due, less evaded."""
    if s.phase == ENEMY:
        due = max(0, cards_due(s) - s.evaded)
        if not due:
            s.journal.add("WB-25.14", "no_event")
        yield from draw_enemy_territory(s, due)
    else:
        for _ in range(TRANSIT_EVENTS):
            yield from draw_transit(s)
    begin_crew_step(s)


def draw_transit(s: Warbirds) -> Flow:
    """WB-9.1, WB-9.5 Draw and resolve one transit card; an empty pile is made again from its discards."""
    if not s.transit_pile:
        s.transit_pile, s.transit_discard = s.transit_discard, []
    if s.transit_pile:
        yield from resolve_event(s, s.dice.take(s.transit_pile, "transit"))


def draw_enemy_territory(s: Warbirds, amount: int) -> Flow:
    """WB-9.2, WB-9.5, WB-7.3 Draw and resolve enemy territory cards one after the other, each completely."""
    for _ in range(amount):
        if not s.enemy_pile:
            s.enemy_pile, s.enemy_discard = s.enemy_discard, []
        if not s.enemy_pile:
            return
        yield from resolve_event(s, s.dice.take(s.enemy_pile, "enemy"))


def resolve_event(s: Warbirds, card: str) -> Flow:
    """WB-9.3, WB-9.4 Fighters take their place, everything else happens at once and the card is discarded."""
    if EVENTS[card].source:
        # What its card says is told when it takes its place.
        yield from carry_out(s, EVENTS[card].effects, card)
        return
    s.journal.add("WB-9.3" if card in ENEMY_TERRITORY else "WB-9.1", "event_card", card=card, text=EVENTS[card].text)
    s.resolving.append(card)
    try:
        yield from carry_out(s, EVENTS[card].effects, card)
    finally:
        s.resolving.remove(card)
        discard_event(s, card)


def carry_out(s: Warbirds, effects: tuple[Effect, ...], card: str) -> Flow:
    """WB-13, WB-7.3 The operations of a card in order."""
    for effect in effects:
        flow = OPERATIONS[effect.op](s, effect, card)
        if flow is not None:
            yield from flow


def fuel_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.1"""
    change_fuel(s, effect.amount, "WB-13.1")


def test_operation(s: Warbirds, effect: Effect, card: str) -> Flow:
    """WB-13.2 A test; then the operations for success or failure."""
    assert isinstance(effect.who, str)
    passed = card_test(s, effect.who, "WB-13.2")
    yield from carry_out(s, effect.success if passed else effect.fail, card)


def test_both_operation(s: Warbirds, effect: Effect, card: str) -> Flow:
    """WB-13.3 Both stations test, always both; the operations follow only if both agree."""
    passed = [card_test(s, who, "WB-13.3") for who in effect.who]
    if all(passed):
        yield from carry_out(s, effect.both_success, card)
    elif not any(passed):
        yield from carry_out(s, effect.both_fail, card)


def part_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.4"""
    damage.damage_part(s, part_id(effect.part), effect.amount, "WB-13.4")


def engine_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.5"""
    damage.fail_engine(s, effect.engine)


def engine_hit_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.6, WB-25.5 Perhaps an engineer test saves it; a card whose engine fails is kept before anything follows."""
    if effect.test and station_test(s, "engineer", "WB-13.6"):
        return
    if damage.mark_engine(s, effect.engine):
        damage.keep_card(s, card, "WB-13.6")
        damage.check_engines(s)


def wound_first_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.7 The man at the first listed station that is manned, without a casualty card."""
    for station in effect.stations:
        man = holder(s.crew, station)
        if man:
            damage.wound(s, man, effect.amount, "WB-13.7")
            return


def enemy_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.8, WB-25.3"""
    add_to_battlefield(s, card)


def damage_operation(s: Warbirds, effect: Effect, card: str) -> Flow:
    """WB-13.9, WB-9.3 Anti-aircraft fire is resolved at once."""
    yield from draw_damage(s, effect.source, effect.amount)


def remove_enemy_operation(s: Warbirds, effect: Effect, card: str) -> Flow:
    """WB-13.10 The captain discards enemy cards of his choice; they are not kills."""
    for _ in range(effect.amount):
        there = list(enemies(s.battlefield))
        if not there:
            return
        enemy = yield from choose_one(
            captain(s), "drive_off", there, "WB-13.10", "remove_enemy", about=(card,), forced=True
        )
        remove_from_battlefield(s, enemy)
        discard_event(s, enemy)
        s.journal.add("WB-13.10", "driven_off", card=enemy)


def drift_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.11 While the sight is prepared and the bombs are aboard, cards join the drift hand."""
    if s.bombsight_prepared and not s.bombs_gone:
        for _ in range(min(effect.amount, len(s.drift_deck))):
            add_drift(s, "WB-13.11")


def draw_more_operation(s: Warbirds, effect: Effect, card: str) -> Flow:
    """WB-13.12 Further enemy territory cards now, whatever the evasive manoeuvre."""
    yield from draw_enemy_territory(s, effect.amount)


def keep_operation(s: Warbirds, effect: Effect, card: str) -> None:
    """WB-13.13"""
    damage.keep_card(s, card, "WB-13.13")


OPERATIONS: dict[str, Callable[[Warbirds, Effect, str], Flow | None]] = {
    "fuel": fuel_operation,
    "test": test_operation,
    "test_both": test_both_operation,
    "part": part_operation,
    "engine": engine_operation,
    "engine_hit": engine_hit_operation,
    "wound_first": wound_first_operation,
    "enemy": enemy_operation,
    "damage": damage_operation,
    "remove_enemy": remove_enemy_operation,
    "drift": drift_operation,
    "draw_more": draw_more_operation,
    "keep": keep_operation,
}


def draw_damage(s: Warbirds, source: str, amount: int) -> Flow:
    """WB-11.1, WB-7.3 Draw damage cards and resolve each completely before the next."""
    for _ in range(amount):
        card = damage.draw_damage_card(s)
        if not card:
            return
        man = damage.is_hit(s, card, source)
        s.journal.add("WB-17.1", "damage_hit" if man else "damage_miss", card=card, source=source, man=man)
        if man and damage.casualty(s, man):
            continue
        damage.damage_airframe(s, card)
        effects = DAMAGE[card].effects
        if effects:
            yield from carry_out(s, effects, card)


def combat_step(s: Warbirds) -> Flow:
    """WB-11.1, WB-11.2, WB-25.4 Every enemy card attacks in position order, and stays to attack again."""
    for card in list(enemies(s.battlefield)):
        s.journal.add("WB-11.1", "attacks", card=card, amount=EVENTS[card].attack, source=EVENTS[card].source)
        yield from draw_damage(s, EVENTS[card].source, EVENTS[card].attack)
    s.step = "end_of_turn"
