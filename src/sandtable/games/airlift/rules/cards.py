"""Step C: the card, or the solitaire table (AL-6.1 to AL-6.5, AL-20.2)."""

from __future__ import annotations

from sandtable.games.airlift.components import CARDS, SOLITAIRE, Event
from sandtable.games.airlift.map.corridors import BERLIN
from sandtable.games.airlift.model import Airlift, Sees, is_solitaire
from sandtable.games.airlift.rules.effects.carry_out import carry_out
from sandtable.games.airlift.rules.effects.people import candy_bomber
from sandtable.games.airlift.rules.morale import move_morale
from sandtable.games.airlift.rules.pieces import gain_support, pay_support
from sandtable.kernel.flow import Flow
from sandtable.kernel.options import choose_one

SOLITAIRE_ROW = "solitaire"


def event_of(s: Sees, card: str) -> Event:
    """AL-6.1, AL-20.2 The event of a card in the current season, or the row of the solitaire table."""
    if card.startswith(SOLITAIRE_ROW):
        return SOLITAIRE[s.season][int(card.rpartition("-")[2])]
    return CARDS[card].event(s.season)


def alternative_id(card: str, season: str, n: int) -> str:
    """The id of an alternative of an effect: its name is what it does."""
    return f"{card}/{season}/{n + 1}"


def turn_up(s: Airlift) -> Flow:
    """AL-6.1, AL-6.2, AL-20.2 The AP turns up a card or rolls 2d6; first its morale."""
    if is_solitaire(s):
        dice = s.dice.pair(6, "event")
        s.card = f"{SOLITAIRE_ROW}-{s.season}-{sum(dice)}"
        s.journal.add("AL-20.2", "solitaire_event", dice=list(dice), card=s.card)
    else:
        s.card = s.dice.take(s.deck, "card")
        s.discards.append(s.card)
        if not s.deck:
            s.deck, s.discards = s.discards, []
        s.journal.add("AL-6.1", "card", card=s.card, name=event_of(s, s.card).name)
    yield from move_morale(s, softened(s, event_of(s, s.card).morale), s.ap, "AL-6.2")


def softened(s: Sees, morale: int) -> int:
    """AL-6.2, AL-21.10 With Reuter in Berlin a card's loss of morale is one smaller."""
    return morale + 1 if morale < 0 and s.personnel["reuter"] == BERLIN else morale


def effect(s: Airlift) -> Flow:
    """AL-6.3, AL-0.4 The effect: of several alternatives the AP picks one, also one that can do nothing."""
    alternatives = event_of(s, s.card).effects
    chosen = 0
    if len(alternatives) > 1:
        ids = [alternative_id(s.card, s.season, n) for n in range(len(alternatives))]
        pick = yield from choose_one(s.ap, "alternative", ids, rule="AL-6.3", ask="alternative", about=(s.card,))
        chosen = ids.index(pick)
    yield from carry_out(s, alternatives[chosen])


def additional_event(s: Airlift) -> Flow:
    """AL-6.1, AL-6.4, AL-6.5 The additional event of some cards; solitaire rows have none."""
    if s.card.startswith(SOLITAIRE_ROW):
        return
    kind = CARDS[s.card].additional
    if kind == "candy_bomber":
        yield from candy_bomber(s)
    elif kind == "supply_snafu":
        yield from supply_snafu(s)


def supply_snafu(s: Airlift) -> Flow:
    """AL-6.5 The AP gives one of his support points to another player; alone, to the pool."""
    if not s.players[s.ap].support:
        return
    others = [seat for seat in s.seats if seat != s.ap]
    pay_support(s, s.ap, 1)
    if others:
        other = yield from choose_one(s.ap, "give", others, rule="AL-6.5", ask="snafu", forced=True)
        gain_support(s, other, 1, "AL-6.5")
    s.journal.add("AL-6.5", "snafu", seat=s.ap)
