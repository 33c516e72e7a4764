"""What a player goes by, as figures that can be tried (`tools/train_player.py`)."""

from __future__ import annotations

import msgspec

from sandtable.kernel.habits import habits_of

ByTurns = tuple[float, float, float, float]
"""A figure for the last turn, for one turn left after it, for two, and for more."""


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights behind his choices: `bot/regular.toml` has those of a sensible player, `bot/veteran.toml` those of
    an experienced one."""

    hurry: ByTurns
    """RV-A4 How much an attacker wants each MF towards his goal, by the turns that he can still be careful in,"""
    fear: ByTurns
    """and how much he minds danger then."""
    in_the_open: float
    """How much more he minds danger where he ends his move without cover: two times he is fired at there."""
    bunching: float
    """RV-A7.4 How much more he minds danger there for each half-squad that is in the place already."""
    patient_hurry: float
    """How much he wants each MF if he can come again on another date, or stays to shoot while others go,"""
    patient_fear: float
    """how much he minds danger then,"""
    shoots: float
    """and what it is worth to him to be where he can shoot."""
    idle: float
    """RV-A9.2 The fire that a base of fire must have at least where it is; with less it goes along."""
    dash: int
    """RV-SCN8 Turns left from which an attacker sends men for a place that wins by itself; below 0: never."""
    outlook: float
    """The same for an attacker who goes for the task,"""
    watch: float
    """and for a defender."""
    care: ByTurns
    """How much a defender minds danger, by the turns that are left,"""
    guard: ByTurns
    """and what it is worth to him that one of his squads is in a place that he must keep."""
    keeps_all: bool
    """Whether a defender thinks of all that he has to keep, and not only of what he has lost."""
    shares_out: bool
    """RV-A26.1 Whether a defender of houses shares his men out among them: one in a house denies all of it."""
    relief: ByTurns
    """How much he wants each MF towards a house that he is sent to, by the turns that are left,"""
    company: float
    """how much of a guard's worth is left for the second in a house,"""
    spare: float
    """and for the first in a house that may be lost."""
    last_word: float
    """RV-SCN8 What it is worth to be in a house that the enemy would hold when the task is judged."""
    homesick: float
    """How much a defender wants each MF towards what he keeps,"""
    barring: float
    """and towards the edge by which enemies are about to leave."""
    hold: ByTurns
    """RV-A26.1 What it is worth to an attacker not to leave without a man what he has taken."""
    prize: float
    """What a goal that is not held yet is worth to an attacker who ends in it,"""
    last_prize: float
    """and at the end."""
    cover: float
    """What each point of TEM is worth besides."""
    pace: int
    """MF towards his goal that an attacker makes in a turn under fire."""
    leading: float
    """A leader goes where men are: the task draws him less."""
    with_men: float
    """What each half-squad up to two is worth to a leader,"""
    rallying: float
    """and each broken squad."""
    skulk: float
    """RV-A4.7 How much of a defender's wish for a place counts for those from which he can advance into it,"""
    leap: float
    """and so for an attacker."""
    boldness: float
    """How much of his fear of danger is left when he advances."""
    way: float
    """What the danger of a Location on the way counts, against that of staying there."""
    assault: float
    """RV-A4.6 What it counts for one who goes there by Assault Movement."""
    reason: float
    """What a move must bring."""
    settled: float
    """What it is worth to stay, before the first MF is spent."""
    run: float
    """RV-A4.5 What Double Time must bring: it makes tired."""
    screen: float
    """RV-A24.1 Danger from which smoke grenades are wanted before one goes there."""
    spent: float
    """How much of the fire is feared of those who have fired, or are pinned."""
    first_fire: float
    """RV-A8.1 What fire at a unit that moves must bring,"""
    last_fire: float
    """RV-A8.31 Final Protective Fire,"""
    fire: float
    """and other fire."""
    smoke_shells: float
    """RV-C8.5 How much of the danger counts that a smoke round keeps off his men; 0: he fires no smoke."""
    prep_fire: tuple[float, float, float]
    """RV-A3.2 What fire must bring an attacker who stays for it: near his goal, on the way, and late,"""
    patient_fire: float
    """and one who stays anyhow: he waits, or the enemy is beside him and bars the way."""
    standing_fire: float
    """and one who would not move anyhow, as things are; 99: he does not ask himself."""
    unseen: float
    """RV-A12.14 What it costs a concealed squad to be seen."""
    melee_prize: float
    """RV-A11 What a place of the task is worth to an attacker who fights hand to hand for it,"""
    melee_loss: float
    """and how much his own losses count in close combat for him."""
    melee_stand: float
    """How much they count for a defender."""
    advance: float
    """RV-A4.7 What an advance must bring."""
    hand_to_hand: float
    """RV-BRV2 How many times stronger one must be who fights hand to hand."""
    shelter: float
    """RV-A2.9 What cover is worth at set-up,"""
    near: float
    """each MF nearer to the task to an attacker,"""
    depth: float
    """and to a defender;"""
    alone: float
    """what each half-squad in a place costs a defender who sets up there,"""
    field_of_view: float
    """and what each place that he sees from there is worth."""
    vehicle_shot: float
    """RV-D3 What a shot of an attacker's vehicle must bring in the Prep Fire Phase."""


REGULAR = habits_of("sandtable.games.vengeance", Habits, "regular")
"""Those of a sensible player."""
HABITS = habits_of("sandtable.games.vengeance", Habits)
"""Those of an experienced one."""
