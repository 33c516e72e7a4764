"""What an experienced player goes by, as figures that can be tried (`tools/train_player.py`)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.habits import habits_of


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights behind his choices; `bot/veteran.toml` has their values."""

    skill: float
    """WB-6.5 What a point of the skill that a station needs counts when men are chosen,"""
    medal: float
    """a medal that he holds,"""
    versatile: float
    """a point of the best of his other skills,"""
    second_pilot: float
    """and a point of skill in the second seat of the cockpit: below nothing, good pilots are kept for later."""
    last_pilots: int
    """WB-6.1 With no more pilots than this at base one flies alone, and the other is kept for the next mission."""
    little: int
    """WB-12.6 A part that can take no more than this is badly hurt: do not stay over the target."""
    third_kill: float
    """WB-21.2 What a kill more is worth to a man who has all but one for his medal, in damage cards."""
    saves_for_a_medal: int
    """WB-21.2 After so many fuel saves the pilots go for their medals."""
    next_target: float
    """WB-10.4 What it is worth to an idle man to stop a damage card by his gun, beside the shots that he stops."""
    still_there: float
    """WB-11.1 So much of the enemy's fire is left, roughly, when the guns have fired."""
    next_turn: float
    """What the fire of the same enemies counts besides, with one turn more over the target,"""
    later_turns: float
    """and with two or more."""
    frail_fuselage: float
    """How much more damage to the part that gives way most often counts."""
    steep: float
    """How fast a point of damage weighs more as a part can take less."""
    to_come: float
    """The damage cards of the fighters that a turn brings, as many as count for an idle man."""
    least_gain: float
    """What a man must gain to get up."""
    risk_with_one_drift: float
    """WB-16.7 With one card of drift the bombs go if the chance to lose the aircraft this turn is above this,"""
    risk_with_two_drift: float
    """and so with two."""


HABITS = habits_of("sandtable.games.warbirds", Habits)
