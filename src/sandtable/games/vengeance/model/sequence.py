"""Where in the sequence of play a battle stands: the phases, and the steps of each (chapter A3, RV-RePh8.600)."""

from __future__ import annotations

from typing import Literal

Phase = Literal["refit", "setup", "RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
PHASES: tuple[Phase, ...] = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")
"""RV-A3.0 The eight phases of a Player Turn."""

SetUpStep = Literal["german", "russian", "recon", "snipers"]
RallyStep = Literal[
    "mend",
    "mend_other",
    "release",
    "entrants",
    "organize",
    "organize_other",
    "self_rally",
    "rally",
    "rally_other",
    "end",
]
RoutStep = Literal["break", "break_other", "rout", "rout_other", "end"]
OtherStep = Literal["hatches:german", "hatches:russian", "stacks", "advance", "look", "look_other", "vehicles"]
"""Hatches at the start of a phase; stacks after a human wave; the advance; who looks, and vehicles, in the CCPh."""
RefitStep = Literal[
    "opening", "melee", "markers", "victory", "escape", "equipment", "fires", "wounded", "recombine", "crews",
    "promote", "date", "shift", "repair", "exchange", "removal", "chits", "cpp", "purchase", "strength", "leaders",
    "gestapo", "dismount", "commanders", "fortify", "recon", "initiative", "artillery", "minefields", "begin",
]  # fmt: skip
"""RV-RePh8.600 The steps of the Refit Phase; what happens in each stands in campaign/refit/phase.py."""
Step = Literal["", "done", SetUpStep, RallyStep, RoutStep, OtherStep, RefitStep]
"""A phase begins with "" and is over when its step is "done"."""

SETS_UP: dict[str, Step] = {"german": "german", "russian": "russian"}
"""RV-A2.9 The step in which a side sets up."""
HATCHES: dict[str, Step] = {"german": "hatches:german", "russian": "hatches:russian"}
"""RV-D5.1 The step in which a side opens and shuts hatches."""

MeleeStep = Literal["ambush", "hand_to_hand", "first", "second", "resolve"]
"""RV-A11.1 What is next in a close combat: Ambush, Hand-to-Hand, what each side declares, the attacks."""

BatteryStage = Literal[
    "", "mission", "aim", "at once", "spotting", "effect", "again", "correct", "correct_convert", "done"
]
"""RV-C1.2 Where a battery is in its actions of a phase."""
