"""Fragile: Pearls whose rules fail now and then, or take their time, to see what a study does then."""

from __future__ import annotations

import os
import time
from pathlib import Path

from sandtable.kernel.dice import Dice
from sandtable.kernel.game import Options, OptionSpec, Outcome
from tests.toys.pearls import Pearls, PearlsGame


class FragileGame(PearlsGame):
    """`trouble` says what goes wrong."""

    id = "fragile"
    title = "Fragile"
    options = (OptionSpec("cards", (1, 2, 3), 3), OptionSpec("trouble", ("none", "fault", "slow", "crash"), "none"))

    def new(self, options: Options, dice: Dice) -> Pearls:
        trouble = options["trouble"]
        if trouble == "slow":
            time.sleep(0.05)
            with Path(os.environ["FRAGILE_LOG"]).open("a") as log:
                log.write("begun\n")
        if trouble == "fault" and dice.seed[0] in "01234567":
            raise KeyError("crew-07")
        if trouble == "crash":
            os._exit(9)
        return super().new(options, dice)

    def outcome(self, s: Pearls) -> Outcome | None:
        ended = super().outcome(s)
        if ended is None:
            return None
        facts: dict[str, str | int | float] = {
            "polished": sum(c.polished for c in s.chests.values()),
            "why": ended.result,
        }
        return Outcome(ended.result, ended.winners, ended.scores, facts, ended.drawn)


GAME = FragileGame()
