"""WB-16 The bombardier: sight, drift and payload."""

from __future__ import annotations

from typing import Any

from sandtable.games.warbirds.components import CONSTANTS, DRIFT_DECK
from sandtable.games.warbirds.model import ENEMY, Warbirds
from sandtable.games.warbirds.rules.skill import draw_test, has_condition, station_modifiers, station_test
from sandtable.kernel.flow import Choose, Flow, Option

BOMBS = CONSTANTS["bombs"]
BOMBSIGHT_CARDS = CONSTANTS["bombsight_cards"]
NO_DRIFT = "none"
OPPOSITE = {"left": "right", "right": "left"}


def bombardier_options(s: Warbirds, man: str) -> list[Option]:
    """WB-10.5, WB-16.2, WB-16.3, WB-16.9 What the man at the bombardier station may do with sight and bombs.

    Prepare comes first and only once; course change and release follow. All of it belongs to the aircraft, not to the
    man, and is allowed out of formation too."""
    if s.phase != ENEMY or s.bombs_gone:
        return []
    if not s.bombsight_prepared:
        return [("prepare_bombsight", man)]
    return [("course_change", man), ("release_payload", man)]


def bombardier_action(s: Warbirds, man: str, verb: str) -> Flow:
    """WB-10.6 Carry out the bombardier action that was declared."""
    if verb == "prepare_bombsight":
        prepare_bombsight(s, man)
    elif verb == "course_change":
        yield from course_change(s, man)
    else:
        release_payload(s, man)


def prepare_bombsight(s: Warbirds, man: str) -> None:
    """WB-16.4 Ten cards; no-drift cards and pairs go back; the surplus is the hand and the rest the deck."""
    deck = list(DRIFT_DECK)
    drawn = [s.dice.take(deck, "drift") for _ in range(BOMBSIGHT_CARDS)]
    surplus = drawn.count("left") - drawn.count("right")
    s.drift_hand = ("left",) * surplus if surplus > 0 else ("right",) * -surplus
    deck += [card for card in drawn if card == NO_DRIFT]
    deck += ["left"] * (drawn.count("left") - s.drift_hand.count("left"))
    deck += ["right"] * (drawn.count("right") - s.drift_hand.count("right"))
    s.drift_deck = deck
    s.bombsight_prepared = True
    s.journal.add("WB-16.4", "bombsight_prepared", man=man, hand=drift_text(s.drift_hand))


def drift_text(hand: tuple[str, ...]) -> dict[str, Any]:
    """The drift hand as a text of the table."""
    return {"say": "drift", "count": len(hand), "side": hand[0]} if hand else {"say": "on_line"}


def add_drift(s: Warbirds, clause: str) -> None:
    """WB-16.1, WB-16.5 Draw a drift card: no drift is discarded, an opposite cancels one, any other joins the hand."""
    card = s.dice.take(s.drift_deck, "drift")
    if card == NO_DRIFT:
        s.journal.add(clause, "no_drift_drawn", hand=drift_text(s.drift_hand))
        return
    if s.drift_hand and s.drift_hand[0] == OPPOSITE[card]:
        s.drift_hand = s.drift_hand[1:]
    else:
        s.drift_hand += (card,)
    s.journal.add(clause, "drift_drawn", card=card, hand=drift_text(s.drift_hand))


def course_change(s: Warbirds, man: str) -> Flow:
    """WB-16.6 Draw one card, then test; on success the seat may discard one card of the hand."""
    if s.drift_deck:
        add_drift(s, "WB-16.6")
    passed = draw_test(s, man, station_modifiers(man, s.crew[man], "bombardier", s.kept), "WB-16.6")
    if passed and s.drift_hand:
        options: list[Option] = [("discard_drift",), ("keep_drift",)]
        held = (man, len(s.drift_hand), s.drift_hand[0])
        pick = yield Choose(s.crew[man].seat, options, "WB-16.6", "drop_drift", held)
        if pick == ("discard_drift",):
            s.drift_hand = s.drift_hand[1:]
            s.journal.add("WB-16.6", "drift_discarded", man=man, hand=drift_text(s.drift_hand))


def release_payload(s: Warbirds, man: str) -> None:
    """WB-16.7, WB-16.8 Five bombs: the first on the hand as it is, each further one after another drift card."""
    if has_condition(s.kept, "bay_jam") and not station_test(s, "engineer", "WB-16.7"):
        s.journal.add("WB-16.7", "doors_jammed", man=man)
        return
    hits = 0
    for bomb in range(1, BOMBS + 1):
        out_of_cards = bomb > 1 and not s.drift_deck
        if bomb > 1 and not out_of_cards:
            add_drift(s, "WB-16.7")
        hit = not out_of_cards and not s.drift_hand
        hits += hit
        s.journal.add("WB-16.7", "bomb_hit" if hit else "bomb_missed", bomb=bomb)
    s.bomb_hits = hits
    s.bombs_gone = True
    s.released_by = man
    s.journal.add("WB-16.8", "bombs_away", man=man, hits=hits, success=hits > 0)


def drop_as_misses(s: Warbirds, clause: str) -> None:
    """WB-12.6, WB-19.9, WB-25.6, WB-25.15 The bombs go without aim: nobody released them, and no door jams."""
    s.bombs_gone = True
    s.journal.add(clause, "bombs_jettisoned")
