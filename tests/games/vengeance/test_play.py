"""Whole games: random and sensible players, from set-up to victory, with every invariant after every activity."""

from __future__ import annotations

import pytest

from sandtable.bots.player import chooser, find_bot
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.model import Battle
from sandtable.games.vengeance.scenarios import PLAYABLE
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.game import Outcome
from sandtable.kernel.position import play_out

TRAINING = PLAYABLE[:2]
"""The short scenarios; the others are played in test_scenarios.py and test_campaign_play.py."""


def watched_game(scenario: str, seed: int) -> Battle:
    """A random game in which the invariants are looked at after every activity."""
    s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"watched {seed}")))
    dice = Dice(seed_from(f"choices {seed}"))
    for _ in range(GAME.most_decisions):
        if s.winner:
            return s
        flow = GAME.play(s)
        answer = None
        while True:
            try:
                decision = flow.send(answer)
            except StopIteration:
                break
            assert isinstance(decision, Choose)
            assert len(set(decision.options)) == len(decision.options) > 0
            answer = decision.options[dice.below(len(decision.options))]
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
    facts = result("train2", "greedy", "greedy", 1).facts
    assert facts["turns"] == 4
    assert "casualty points german" in facts
    assert {"vehicles lost german", "guns lost russian"} <= set(facts)
    assert "units left russian" in facts


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
    fought = 0
    for seed in range(8):
        s = GAME.new(GAME.settle({"scenario": scenario}), Dice(seed_from(f"contact {seed}")))
        dice = Dice(seed_from(f"eager {seed}"))
        while not s.winner:
            flow = GAME.play(s)
            answer = None
            while True:
                try:
                    decision = flow.send(answer)
                except StopIteration:
                    break
                assert isinstance(decision, Choose)
                assert GAME.invariants(s) == []
                answer = eager(s, decision, dice)
                fought += answer[0] in ("attack", "overrun")
            assert GAME.invariants(s) == []
    assert fought > 3
