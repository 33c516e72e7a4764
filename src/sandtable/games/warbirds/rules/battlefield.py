"""WB-15 The airspace around the bomber."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.warbirds.components import CONSTANTS, EVENTS, TRANSIT
from sandtable.games.warbirds.model import Warbirds, empty_battlefield

CAPACITY = CONSTANTS["battlefield_capacity"]


def enemies(battlefield: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """WB-11.1 The enemy cards in position order, within a position in order of arrival."""
    for cards in battlefield.values():
        yield from cards


def discard_event(s: Warbirds, card: str) -> None:
    """WB-9.4, WB-25.3 A used card goes face up to the discards of its own deck."""
    (s.transit_discard if card in TRANSIT else s.enemy_discard).append(card)


def add_to_battlefield(s: Warbirds, card: str) -> None:
    """WB-15.3, WB-13.8 To its position with its level; if two cards are there already, it is discarded instead."""
    position, attack = EVENTS[card].position, EVENTS[card].attack
    if len(s.battlefield[position]) >= CAPACITY:
        discard_event(s, card)
        s.journal.add("WB-15.3", "no_room", card=card, position=position)
        return
    s.battlefield[position] += (card,)
    s.journal.add("WB-15.3", "arrives", card=card, position=position, level=EVENTS[card].source[-1], attack=attack)


def remove_from_battlefield(s: Warbirds, card: str) -> None:
    """The card leaves its position."""
    position = EVENTS[card].position
    s.battlefield[position] = tuple(other for other in s.battlefield[position] if other != card)


def clear_battlefield(s: Warbirds, clause: str) -> None:
    """WB-12.5, WB-19.4 All enemy cards are discarded."""
    cards = list(enemies(s.battlefield))
    for card in cards:
        discard_event(s, card)
    s.battlefield = empty_battlefield()
    if cards:
        s.journal.add(clause, "enemy_turns_back", cards=cards)
