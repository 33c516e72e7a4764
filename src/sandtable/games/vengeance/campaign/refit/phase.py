"""The Refit Phase (RV-RePh8.600): the steps between two scenarios of the campaign, in their order. Read this first.

No step is made of RV-RePh8.618, RV-RePh8.6147, RV-RePh8.6148, RV-RePh8.6197, RV-RePh8.6202 and RV-RePh8.6203, which are
not in use; of RV-RePh8.608, for there are no prisoners; nor of RV-CG25, for No Quarter makes a Massacre nothing new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.games.vengeance.campaign.battle.deployment import bring_works, keep_for_later, pick_up
from sandtable.games.vengeance.campaign.battle.hulks import burn_hulks
from sandtable.games.vengeance.campaign.battle.posts import is_initial, is_prepared
from sandtable.games.vengeance.campaign.battle.scoring import charge_losses, reichstag_taken, settle_scenario
from sandtable.games.vengeance.campaign.charts import date_name, dates, is_night
from sandtable.games.vengeance.campaign.points import (
    adjust_san,
    campaign_of,
    note,
    open_east_edge,
    party_leader_lost,
    receive_cpp,
    regain_elr,
    write,
)
from sandtable.games.vengeance.campaign.purchase.fortifications import fortify, reconnoitre
from sandtable.games.vengeance.campaign.purchase.leaders import ask_for_leaders
from sandtable.games.vengeance.campaign.purchase.raising import make_gestapo, raise_groups
from sandtable.games.vengeance.campaign.purchase.reinforcement_groups import buy
from sandtable.games.vengeance.campaign.purchase.support import (
    bring_aircraft,
    choose_artillery,
    open_sky_of_date,
    put_artillery_away,
)
from sandtable.games.vengeance.campaign.refit.after_battle import conclude_melees, encircle, rally_all, remove_markers
from sandtable.games.vengeance.campaign.refit.escape import determine_areas, escape_step
from sandtable.games.vengeance.campaign.refit.fires_burn_out import burn_out, remove_works
from sandtable.games.vengeance.campaign.refit.guns_and_vehicles import (
    clean_arms,
    keep_arms,
    leave_fortified_guns,
    pick_up_arms,
    recover_vehicles,
    repair_arms,
    replenish,
    unload_all,
)
from sandtable.games.vengeance.campaign.refit.initiative import choose_chits, reveal_chits
from sandtable.games.vengeance.campaign.refit.minefields import minefields
from sandtable.games.vengeance.campaign.refit.shift import shift_step
from sandtable.games.vengeance.campaign.refit.step_texts import OPENING, initial_parts, part_of, parts
from sandtable.games.vengeance.campaign.refit.vehicle_crews import combine_crews, dismount, exchange
from sandtable.games.vengeance.campaign.refit.veterans import harden, heal, promote, recombine
from sandtable.games.vengeance.campaign.refit.weapons import equipment_step, repair_weapons, replace_spent
from sandtable.games.vengeance.campaign.refit.weather import set_weather
from sandtable.games.vengeance.model.battle import GERMAN, RUSSIAN, SIDES, Battle
from sandtable.games.vengeance.model.sequence import SETS_UP, RefitStep, Step
from sandtable.games.vengeance.rules.vehicles.crews.armor_leaders import name_vehicle, next_commander
from sandtable.games.vengeance.scenarios.cards import first_setup
from sandtable.kernel.flow import Flow, privately
from sandtable.kernel.sequence import Activity

REFIT: Final = "refit"
"""The phase in which a campaign is between two scenarios."""


def begin_refit(s: Battle) -> None:
    """RV-RePh8.600 The scenario is over."""
    s.phase, s.step = REFIT, "melee"
    s.side = campaign_of(s).attacker
    note(s, night_before=is_night(campaign_of(s).date))
    s.journal.add("RV-RePh8.600", "refit", date=date_name(dates()[campaign_of(s).date]))
    tell_part(s)


def open_campaign(s: Battle) -> None:
    """RV-CGS3, RV-I0 The first activity of a campaign: what the first scenario is fought with is bought.

    One that begins on a later date begins with the chits of that date.
    """
    date = date_name(dates()[campaign_of(s).date])
    if is_prepared(s):
        s.step = "purchase"
        s.journal.add("RV-I0", "campaign_begins", date=date)
    else:
        s.step = "chits"
        s.journal.add("RV-RePh8.6121", "date", date=date)
    tell_part(s)


def _told(activity: Activity[Battle]) -> Activity[Battle]:
    """RV-RePh8.600, RV-RePh8.627 One activity; then the journal says which part of the Refit Phase begins."""

    def run(s: Battle) -> Flow:
        part = part_of(s.step)
        yield from activity(s) or ()
        if s.phase == REFIT and part_of(s.step) != part:
            tell_part(s)

    return run


def tell_part(s: Battle) -> None:
    """RV-RePh8.600 The journal says in which part of the Refit Phase all that follows happens.

    RV-CGS2 Parts only: that somebody is asked in a step may be a secret.
    """
    part = part_of(s.step)
    all_parts, clause, event = parts(), "RV-RePh8.600", "refit_part"
    if is_prepared(s):
        all_parts, clause, event = initial_parts(), "RV-I0", "initial_part"
    s.journal.add(clause, event, number=all_parts.index(part) + 1, parts=len(all_parts), part=part)


def steps() -> tuple[str, ...]:
    """RV-RePh8.600 The names of the steps, in their order."""
    return tuple(_STEPS)


def _markers(s: Battle) -> None:
    remove_markers(s)
    unload_all(s)
    clean_arms(s)
    put_artillery_away(s)
    rally_all(s)
    s.step = "victory"


def _victory(s: Battle) -> None:
    """RV-RePh8.6032, RV-RePh8.6033, RV-CGS10 Who won the scenario; the Reichstag or the last date ends the campaign."""
    burn_hulks(s)
    settle_scenario(s, s.control_at_start)
    if reichstag_taken(s):
        s.winner, s.won_by = RUSSIAN, "reichstag"
        s.journal.add("RV-CGS10", "reichstag_taken")
        return
    if _was_last(s):
        # RV-CGS10a The Reichstag is looked at before Escape: nothing that would be asked after it matters.
        _hold_out(s)
        return
    encircle(s)
    recover_vehicles(s)
    determine_areas(s)
    s.step = "escape"


def _was_last(s: Battle) -> bool:
    """RV-CGS3 Whether the scenario or Lull of 1 May AM is over."""
    return campaign_of(s).date + 1 >= len(dates())


def _hold_out(s: Battle) -> None:
    """RV-CGS10 The Reichstag never was Russian at the end of a scenario."""
    s.winner, s.won_by = GERMAN, "held_out"
    s.journal.add("RV-RePh8.6121", "campaign_over")


def _fires(s: Battle) -> Flow:
    """RV-RePh8.607 Guns and vehicles are kept; then the fires."""
    keep_arms(s)
    yield from burn_out(s)
    s.step = "wounded"


def _wounded(s: Battle) -> None:
    heal(s)
    party_leader_lost(s)
    for side in SIDES:
        harden(s, side)
    s.pending = [RUSSIAN, GERMAN]
    s.step = "recombine"


def _sides(step: Callable[[Battle, str], Flow], after: Step) -> Callable[[Battle], Flow]:
    """A step in which each side makes its choices, one after the other.

    RV-RePh8.627 What is bought and planned is secret, and so is how often: these steps are private.
    """

    def run(s: Battle) -> Flow:
        if s.pending:
            yield from privately(step(s, s.pending[0]))
        if not s.pending:
            s.pending = [RUSSIAN, GERMAN]
            s.step = after

    return run


def _new_date(s: Battle) -> None:
    """RV-RePh8.6121 to RV-RePh8.6123 The next date, SAN and ELR; after 1 May AM the campaign is over."""
    campaign = campaign_of(s)
    if _was_last(s):
        _hold_out(s)
        return
    for side in SIDES:
        adjust_san(s, side)
        charge_losses(s, side)
    if campaign.lull:
        regain_elr(s)
    for side in SIDES:
        write(s, side, promoted=False, recon=0)  # RV-CGS5 Fortifications that a Lull left unused are kept.
    note(s, date=campaign.date + 1)
    open_east_edge(s)
    s.journal.add("RV-RePh8.6121", "date", date=date_name(dates()[campaign_of(s).date]))
    s.pending = [RUSSIAN, GERMAN]
    s.step = "shift"


def _repair(s: Battle) -> None:
    repair_weapons(s)
    repair_arms(s)
    replace_spent(s)
    replenish(s)
    s.pending = [RUSSIAN, GERMAN]
    s.step = "exchange"


def _exchange(s: Battle) -> Flow:
    """RV-RePh8.6143, RV-RePh8.6145 A side's vehicles; then its works, for which everybody is asked."""
    yield from privately(exchange(s, s.pending[0]))


def _removal(s: Battle) -> Flow:
    """RV-RePh8.615 A side's works; then the other side."""
    side = s.pending[0]
    yield from privately(remove_works(s, side))
    if side not in s.pending:
        s.step = "exchange" if s.pending else "chits"


def _cpp(s: Battle) -> None:
    for side in SIDES:
        receive_cpp(s, side)
    set_weather(s)
    s.pending = [RUSSIAN, GERMAN]
    s.step = "purchase"


def _strength(s: Battle) -> None:
    raise_groups(s)
    s.pending = [RUSSIAN, GERMAN]
    s.step = "leaders"


def _gestapo(s: Battle) -> Flow:
    """RV-CG33, RV-I3 Leaders may become Gestapo; then, in the Initial CGS, dug-in tanks give up their BMG."""
    yield from _sides(make_gestapo, "dismount" if is_initial(s) else "commanders")(s)


def _commanders(s: Battle) -> Flow:
    """RV-RePh8.6206 Armor Leaders get their vehicles; then their side fortifies, for which everybody is asked."""
    one = next_commander(s, s.pending[0])
    if one is not None:
        yield from privately(name_vehicle(s, one))
    else:
        s.step = "fortify"


def _fortify(s: Battle) -> Flow:
    """RV-RePh8.621; RV-RePh8.600 the Initial CGS knows neither Reconnaissance nor chits."""
    side = s.pending[0]
    yield from _sides(fortify, "initiative" if is_initial(s) else "recon")(s)
    if s.step == "fortify" and side not in s.pending:
        s.step = "commanders"


def _initiative(s: Battle) -> None:
    """RV-RePh8.623, RV-CGS5 A Lull goes on to the next date; else the next scenario is set up."""
    s.pending = []
    if is_initial(s):
        note(s, attacker=RUSSIAN)  # RV-CGS14
    else:
        reveal_chits(s)
    if campaign_of(s).lull:
        s.journal.add("RV-CGS5", "lull", date=date_name(dates()[campaign_of(s).date]))
        keep_for_later(s)
        s.step = "date"
        return
    open_sky_of_date(s)
    bring_aircraft(s)
    s.pending = [RUSSIAN, GERMAN]
    s.step = "artillery"


def _artillery(s: Battle) -> Flow:
    """RV-CG9 A side names the module in play; RV-CGS2 one without any is asked as well."""
    yield from privately(choose_artillery(s, s.pending[0]))
    s.step = "minefields"


def _minefields(s: Battle) -> Flow:
    """RV-RePh8.6042 Whoever leaves a minefield; then the other side."""
    side = s.pending[0]
    yield from privately(minefields(s, side))
    if side not in s.pending:
        s.step = "artillery" if s.pending else "begin"


def _shift(s: Battle) -> Flow:
    yield from privately(shift_step(s))


def _begin(s: Battle) -> None:
    """RV-RePh8.6242 The counters are taken up, and the set-up begins."""
    leave_fortified_guns(s)
    pick_up(s)
    pick_up_arms(s)
    bring_works(s)
    campaign = campaign_of(s)
    s.phase, s.step = "setup", SETS_UP[first_setup(s)]
    attackers = SIDES if campaign.dual else (campaign.attacker,)
    date = date_name(dates()[campaign.date])
    s.journal.add("RV-RePh8.624", "set_up_begins", date=date, side=s.step, attackers=attackers)


_STEPS: dict[RefitStep, Activity[Battle]] = {
    "melee": conclude_melees,
    "markers": _markers,
    "victory": _victory,
    "escape": escape_step,
    "equipment": equipment_step,
    "fires": _fires,
    "wounded": _wounded,
    "recombine": _sides(recombine, "crews"),
    "crews": combine_crews,
    "promote": _sides(promote, "date"),
    "date": _new_date,
    "shift": _shift,
    "repair": _repair,
    "exchange": _exchange,
    "removal": _removal,
    "chits": choose_chits,
    "cpp": _cpp,
    "purchase": _sides(buy, "strength"),
    "strength": _strength,
    "leaders": _sides(ask_for_leaders, "gestapo"),
    "gestapo": _gestapo,
    "dismount": _sides(dismount, "commanders"),
    "commanders": _commanders,
    "fortify": _fortify,
    "recon": _sides(reconnoitre, "initiative"),
    "initiative": _initiative,
    "artillery": _artillery,
    "minefields": _minefields,
    "begin": _begin,
}
"""What each step is; the first scenario of a campaign begins with its purchases (`open_campaign`)."""
REFIT_PHASE: dict[Step, Activity[Battle]] = {
    OPENING: open_campaign,
    **{step: _told(activity) for step, activity in _STEPS.items()},
}
"""RV-RePh8.600 The steps as they are played; only what is a choice is asked."""
