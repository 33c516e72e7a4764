"""A campaign begins (RV-I0 to RV-I13, RV-CGS3)."""

from __future__ import annotations

from sandtable.games.vengeance.campaign.charts import frame
from sandtable.games.vengeance.campaign.purchase.reinforcement_groups import give_initial_groups
from sandtable.games.vengeance.campaign.refit.initiative import starting_chits
from sandtable.games.vengeance.campaign.refit.phase import REFIT
from sandtable.games.vengeance.campaign.refit.step_texts import OPENING
from sandtable.games.vengeance.campaign.start.prepared_positions import begin_on, starts
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.model.campaign import Campaign, Sheet
from sandtable.games.vengeance.scenarios.cards import BALANCE, CAMPAIGN
from sandtable.kernel.dice import Dice, seed_from


def new_campaign(dice: Dice, weather: str = "historical", balance: str = "none", date: str = "") -> Battle:
    """RV-I0, RV-I1, RV-I6, RV-I10, RV-CG1, RV-CG26, RV-CG33 Before anything is bought, or on a later date."""
    start = frame()["initial"]
    s = Battle(dice=dice, scenario=CAMPAIGN, units={}, weapons={}, side=RUSSIAN, ec=str(start["ec"]).lower())
    s.campaign = Campaign(
        Sheet(chits=starting_chits(GERMAN)), Sheet(chits=starting_chits(RUSSIAN)), weather_mode=weather,
        balance=BALANCE[balance],
    )  # fmt: skip
    # From the seed, which only the table knows, and not by a roll: dice of a real table have nothing to do with it.
    s.numbering = seed_from(f"numbering {dice.seed}") if dice.seed else ""
    for side in SIDES:
        s.san[side] = int(start[side]["san"])
    s.phase = REFIT
    if date in starts():
        begin_on(s, date)
        return s
    give_initial_groups(s)
    s.step = OPENING
    s.pending = [RUSSIAN, GERMAN]
    return s
