"""Whole games: random and sensible players, from set-up to victory, with every invariant after every activity.

The training scenarios are played often and to their end, the ten others for a few turns; `make soak` plays whole
campaigns (test_campaign_play.py).
"""

from __future__ import annotations

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.map.battlefield import field_of
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.report import facts
from sandtable.games.vengeance.rules.units.losses import eliminate, reduce
from sandtable.games.vengeance.rules.vehicles.movement.recall import leave
from sandtable.games.vengeance.rules.victory import exits
from sandtable.games.vengeance.scenarios.cards import CAMPAIGN, PLAYABLE
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import Outcome
from sandtable.kernel.playout import play_out
from tests.games.vengeance.bench import battle, play_activity, put, vehicle
from tests.games.vengeance.watching import faults, lay_tables

TRAINING = PLAYABLE[:2]
SCENARIOS = tuple(name for name in PLAYABLE if name not in (*TRAINING, CAMPAIGN))


def watched_game(scenario: str, seed: int) -> Battle:
    """A random game in which the invariants are looked at after every activity."""
    s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"watched {seed}")))
    dice = Dice(seed_from(f"choices {seed}"))
    for _ in range(GAME.most_decisions):
        if s.winner:
            return s
        play_activity(s, lambda decision: decision.options[dice.below(len(decision.options))])
        assert GAME.invariants(s) == []
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("scenario", TRAINING)
def test_random_games_end_and_keep_the_invariants(scenario: str) -> None:
    for seed in range(12):
        s = watched_game(scenario, seed)
        assert s.winner in ("german", "russian")


def result(scenario: str, german: str, russian: str, seed: int) -> Outcome:
    seated = {"german": find_bot(german), "russian": find_bot(russian)}
    s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"duel {seed}")))
    return play_out(GAME, s, chooser(GAME, seated, Dice(seed_from(f"minds {seed}"))))[0]


@pytest.mark.parametrize("scenario", TRAINING)
@pytest.mark.parametrize("side", ["german", "russian"])
def test_the_sensible_player_beats_the_random_one(scenario: str, side: str) -> None:
    games = 20
    bots = {"german": "random", "russian": "random", side: "greedy"}
    won = sum(side in result(scenario, bots["german"], bots["russian"], seed).winners for seed in range(games))
    assert won >= 0.9 * games, f"{won} of {games}"


def test_facts_for_reports() -> None:
    told = result("train2", "greedy", "greedy", 1).facts
    assert told["turns"] == 4
    assert "casualty points german" in told
    assert {"vehicles lost german", "guns lost russian"} <= set(told)
    assert "units left russian" in told


def test_the_report_tells_losses_by_cause_and_who_left_the_map() -> None:
    """RV-A26.2, RV-SCN8, RV-D5.3"""
    s = battle("MPh", on="brv09")
    hex = next(hex for hex in sorted(exits.exit_hexes("brv09", "german")) if hex in field_of(s).steps)
    for id in ("leaves", "halved", "killed"):
        put(s, "ge_4-4-7", hex, id)
    exits.leave_map(s, "leaves")
    exits.drive_off(s, vehicle(s, "ge_pz6b", hex, "tiger"))
    leave(s, s.vehicles[vehicle(s, "ru_t34_85", hex, recalled=True)])
    reduce(s, "halved", "RV-A7.3")
    eliminate(s, "killed", "RV-A11.12", "close_combat")
    told = facts(s)
    assert (told["lost german:close combat"], told["lost german:killed"], told["squads halved german"]) == (1, 0, 1)
    assert (told["exited german"], told["recalled russian"], told["units left german"]) == (2, 1, 1)


def eager(s: Battle, decision: Choose, dice: Dice) -> Option:
    """A player who seeks contact: sensible fire and movement, but into the enemy wherever it can be done."""
    options = list(decision.options)
    for option in options:
        if option[0] == "overrun":
            return option
        enemies = decision.ask == "advance_to" and option[0] == "to" and s.at.get(str(option[1]), ())
        if enemies and any(s.units[id].side != decision.seat for id in enemies):
            return option
    wild = decision.ask in ("close_combat", "close_combat_group", "hand_to_hand", "overrun", "infiltrate", "advance")
    if wild or dice.below(8) == 0:
        return options[dice.below(len(options))]
    return GAME.sensible(GAME.sight(s, decision.seat), decision.seat, options, decision.rule, dice)


@pytest.mark.parametrize("scenario", TRAINING)
def test_games_full_of_close_combat_keep_the_invariants(scenario: str) -> None:
    """RV-A11.1, RV-A11.15, RV-A11.2, RV-J2.31 In the midst of every question and after it, and men do all they may."""
    done, held = set[tuple[str, str]](), 0
    for seed in range(16):
        s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"contact {seed}")))
        dice = Dice(seed_from(f"eager {seed}"))

        def choose(decision: Choose, s: Battle = s, dice: Dice = dice) -> Option:
            assert GAME.invariants(s) == []
            option = eager(s, decision, dice)
            done.add((decision.ask, str(option[0])))
            return option

        while not s.winner:
            play_activity(s, choose)
            assert GAME.invariants(s) == []
            held += s.phase == "RPh" and any(unit.melee for unit in s.units.values())
    fights = {(ask, verb) for ask, verb in done if ask in ("close_combat", "close_combat_group", "hand_to_hand")}
    assert fights >= {
        ("close_combat", "attack"), ("close_combat", "withdraw"), ("close_combat", "done"),
        ("close_combat_group", "set"), ("hand_to_hand", "hand_to_hand"), ("hand_to_hand", "ordinary"),
    }  # fmt: skip
    assert held, "a Melee goes on into the next Player Turn"


LOOK = 12
"""How many activities lie between two looks at a long game."""


def hasty(s: Battle, decision: Choose, dice: Dice) -> Option:
    """A player who thinks before every third choice and tries out what there is before the others."""
    options = list(decision.options)
    if len(options) == 1 or dice.below(3):
        return options[dice.below(len(options))]
    return GAME.sensible(GAME.sight(s, decision.seat), decision.seat, options, decision.rule, dice)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_played_and_nothing_breaks(scenario: str) -> None:
    """RV-SCN1, RV-A3.0, RV-A.12 From set-up through two Player Turns: men fire and move, no view tells a secret."""
    s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"every {scenario}")))
    dice = Dice(seed_from(f"hasty {scenario}"))
    activities, asked = 0, set[str]()

    def choose(decision: Choose) -> Option:
        asked.add(decision.ask)
        if s.night is not None and dice.below(4) == 0:
            lay_tables(s)
        return hasty(s, decision, dice)

    wanted = {"move", "step", "fire", "advance"}
    while not s.winner and (s.player_turns < 3 or (s.player_turns < 6 and not wanted <= asked)):
        play_activity(s, choose)
        activities += 1
        if activities % LOOK == 0:
            assert faults(s) == []
    assert faults(s) == []
    assert wanted <= asked
