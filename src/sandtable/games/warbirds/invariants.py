"""What must be true of every state that play can reach."""

from __future__ import annotations

from collections import Counter

from sandtable.games.warbirds.components import (
    AIRMEN,
    DAMAGE,
    DRIFT_DECK,
    ENEMY_TERRITORY,
    EVENTS,
    MEDALS,
    MISSIONS,
    PARTS,
    QUALIFIED,
    TRANSIT,
)
from sandtable.games.warbirds.model import GONE, Warbirds
from sandtable.games.warbirds.rules.battlefield import CAPACITY, enemies


def invariants(s: Warbirds) -> list[str]:
    """WB-2 Sentences about what is wrong; none for a sound state."""
    wrong: list[str] = []
    if s.step not in ("preparation", "manning") and not s.result:
        wrong += _cards_conserved(s) + _aircraft_sound(s)
    stations = Counter(man.station for man in s.crew.values() if man.station)
    wrong += [f"two men at the {station} station" for station, men in stations.items() if men > 1]
    wrong += [
        f"{id} is not qualified for {man.station}"
        for id, man in s.crew.items()
        if man.station and man.station not in QUALIFIED[id]
    ]
    wrong += [f"{id} is dead at a station" for id, man in s.crew.items() if man.damage >= 3 and man.station]
    wrong += [f"{id} is conscious without a station" for id, man in s.crew.items() if man.conscious and not man.station]
    held = Counter(medal for medals in s.medals.values() for medal in medals) + Counter(s.medal_supply)
    wrong += [f"{medal} is there {count} times" for medal, count in held.items() if count > 1 or medal not in MEDALS]
    wrong += [f"{id} is gone but holds medals" for id in s.medals if s.roster[id] == GONE and s.step == "preparation"]
    if set(s.roster) != set(AIRMEN):
        wrong.append("the roster has lost a man")
    if len(s.reports) + len(s.mission_deck) + (s.mission in MISSIONS and s.step != "preparation") < len(MISSIONS):
        wrong += [] if s.result or not s.mission else ["a mission card is missing"]
    return wrong


def _cards_conserved(s: Warbirds) -> list[str]:
    """WB-1.1 Every deck is whole: pile, discards, table and kills together."""
    kills = [card for man in s.crew.values() for card in man.kills]
    events = s.transit_pile + s.transit_discard + s.enemy_pile + s.enemy_discard + s.resolving + kills
    events += enemies(s.battlefield)
    wrong = []
    if sorted(events) != sorted((*TRANSIT, *ENEMY_TERRITORY)):
        wrong.append("event cards were lost or doubled")
    if sorted(s.damage_pile + s.damage_used + s.kept) != sorted(DAMAGE):
        wrong.append("damage cards were lost or doubled")
    if len(s.drift_deck) + len(s.drift_hand) > len(DRIFT_DECK):
        wrong.append("there are too many drift cards")
    if len(set(s.drift_hand)) > 1:
        wrong.append("left and right drift lie in one hand")
    return wrong


def _aircraft_sound(s: Warbirds) -> list[str]:
    """WB-13.1, WB-15.3, WB-17.6 Gauges within their range."""
    wrong = [f"{p} is full" for p, cards in s.battlefield.items() if len(cards) > CAPACITY]
    wrong += [f"{c} stands at {p}" for p, cards in s.battlefield.items() for c in cards if EVENTS[c].position != p]
    wrong += [f"{part} has {damage} damage" for part, damage in s.parts.items() if not 0 <= damage <= PARTS[part]]
    if not 0 <= s.fuel <= 11:
        wrong.append(f"fuel is {s.fuel}")
    if len(set(s.engines_out)) != len(s.engines_out):
        wrong.append("an engine failed twice")
    if s.alternate_turns is not None and not s.formation_broken:
        wrong.append("an alternate base in formation")
    return wrong
