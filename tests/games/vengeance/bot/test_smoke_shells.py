"""An experienced attacker fires smoke on the way that his men are about to take; a sensible one fires none."""

from __future__ import annotations

import pytest

from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.habits import HABITS
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.smoke_shells import best_screen
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.games.vengeance.rules.terrain.smoke import lay_smoke
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from tests.games.vengeance.bench import arm, ask, battle, drive, emplace, put, vehicle

SEED = Dice(seed_from("x"))
WAY = ("H8", "I9-bridge", "J9-bridge", "J10")
"""From the north bank over the Moltke Bridge."""


def storm(phase: Phase = "PFPh", garrison: bool = True) -> Battle:
    """BRV2: a regimental gun and three squads before the bridge, machine guns on the other bank."""
    s = battle(phase, "russian", on="brv02")
    s.turn = 5
    emplace(s, "ru_76_obr39", "G8", put(s, "ru_2-2-8", "G8", "crew"), ca=3, id="gun")
    for at in ("I8", "H8", "G9"):
        put(s, "ru_6-2-8", at, f"storm {at}")
    if garrison:
        for at in ("I11", "H11", "L10"):
            arm(s, "ge_mmg", put(s, "ge_4-4-7", at, f"garrison {at}"), f"mg {at}")
    return s


def chosen(s: Battle, question: Choose, choose: str = "experienced", options: list[Option] | None = None) -> Option:
    offered = [*question.options] if options is None else options
    found: Option = getattr(GAME, choose)(sight(s, question.seat), question.seat, offered, question.rule, SEED)
    return found


def looked_at(s: Battle, seat: str = "russian") -> Mind:
    return Mind(sight(s, seat), seat, SEED, habits=HABITS)


def test_he_screens_his_way_over_the_bridge() -> None:
    """RV-C8.5 Afterwards the way is less dangerous than it was."""
    s = storm()
    assert chosen(s, ask(s)) == ("lay_smoke", "gun")
    assert chosen(s, ask(s), "sensible") != ("lay_smoke", "gun")
    where = drive(s, ("lay_smoke", "gun"))
    assert where is not None
    verb, at = chosen(s, where)
    before = sum(looked_at(s).danger(place, True) for place in WAY)
    lay_smoke(s, str(at), "russian")
    assert verb == "at"
    assert sum(looked_at(s).danger(place, True) for place in WAY) < 0.8 * before


def test_he_keeps_his_smoke_where_nobody_shoots() -> None:
    s = storm(garrison=False)
    assert ("lay_smoke", "gun") in ask(s).options
    assert best_screen(looked_at(s), [*ask(s).options])[0] == 0
    assert chosen(s, ask(s)) != ("lay_smoke", "gun")


def test_he_fires_no_smoke_when_his_men_have_moved_already() -> None:
    """RV-A24.2 In the fire phases after the Movement Phase it would be late."""
    s = storm("DFPh")
    assert best_screen(looked_at(s), [("lay_smoke", "gun")])[0] == 0


@pytest.mark.parametrize(("seat", "worth"), [("russian", True), ("german", False)])
def test_only_an_attacker_hides_where_he_goes(seat: str, worth: bool) -> None:
    s = storm()
    s.side = seat
    assert (best_screen(looked_at(s, seat), [("lay_smoke", "gun")])[0] > 0) is worth


def test_an_assault_gun_without_a_target_lays_smoke() -> None:
    """RV-C8.5 An ISU-122 has smoke rounds, too."""
    s = storm()
    del s.guns["gun"]
    id = vehicle(s, "ru_isu122", "G8", vca=3, tca=3)
    options: list[Option] = [("gun_smoke", id), ("mg", id), ("pass",)]
    view = looked_at(s)
    assert best_screen(view, options) > (0.03, ("gun_smoke", id))
