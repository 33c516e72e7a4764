"""The environments pass the tests of the libraries they are made for, and hide what they must."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import sandtable
from sandtable import envs
from sandtable.envs.encoding import rewards
from sandtable.envs.open_spiel_game import SandtableState
from sandtable.kernel.game import Outcome, find_game

SHORT: list[tuple[str, dict[str, Any]]] = [
    ("airlift", {"players": 2}),
    ("warbirds", {"players": 2}),
    ("luftwaffe", {}),
]
LONG: list[tuple[str, dict[str, Any]]] = [("ontoberlin", {}), ("vengeance", {"scenario": "brv01"})]


@pytest.fixture
def strict() -> Iterator[None]:
    """What a library only warns of is wrong, too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo's own environments with a mask have such a space, too.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        # The seats of a game have names: "german" tells more than "player_0".
        warnings.filterwarnings("ignore", message="We recommend agents to be named")
        yield


def named(case: tuple[str, dict[str, Any]]) -> str:
    return case[0]


@pytest.mark.parametrize("case", [*SHORT, *LONG], ids=named)
def test_pettingzoo_finds_nothing(case: tuple[str, dict[str, Any]], strict: None) -> None:
    game, options = case
    api_test(envs.aec(game, **options), num_cycles=60)


@pytest.mark.parametrize("case", SHORT[:2], ids=named)
def test_pettingzoo_sees_the_same_games_from_the_same_seed(case: tuple[str, dict[str, Any]]) -> None:
    game, options = case
    seed_test(lambda: envs.aec(game, **options), num_cycles=20)


def test_pettingzoo_renders_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    modes = {"svg": lambda picture: str(picture).startswith("<svg")}
    render_test(lambda render_mode: envs.aec("airlift", players=2, render_mode=render_mode), modes)
    assert "Berlin Airlift" in capsys.readouterr().out


def test_gymnasium_finds_nothing(strict: None) -> None:
    check_env(envs.gym("airlift", players=1, render_mode="ansi"), skip_render_check=True)
    check_env(envs.gym("warbirds", players=1, render_mode="ansi"), skip_render_check=True)


def test_a_gymnasium_seat_plays_against_bots_to_the_end() -> None:
    env = envs.gym("luftwaffe", seat="german", opponents="greedy")
    _, info = env.reset(seed=5)
    generator, over, reward = np.random.default_rng(1), False, 0.0
    while not over:
        _, reward, over, _, info = env.step(generator.choice(np.flatnonzero(info["action_mask"])))
    assert reward in (-1.0, 0.0, 1.0)
    assert env.position.over
    with pytest.raises(sandtable.Refused, match="no seat"):
        envs.gym("luftwaffe", seat="nobody")


def test_a_number_that_cannot_be_chosen_loses_or_is_refused() -> None:
    env = envs.gym("airlift", players=1)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "no choice" in info["illegal"]
    several = envs.aec("airlift", players=2)
    several.reset(seed=1)
    before = several.position.digest()
    with pytest.raises(sandtable.Refused, match="action mask"):
        several.step(int(np.flatnonzero(several.observe(several.agent_selection)["action_mask"] == 0)[0]))
    assert several.position.digest() == before


@pytest.mark.parametrize("case", [*SHORT[:2], pytest.param(SHORT[2], marks=pytest.mark.soak)], ids=named)
def test_openspiel_finds_nothing_in_random_games(case: tuple[str, dict[str, Any]]) -> None:
    game, options = case
    pyspiel.random_sim_test(envs.openspiel(game, **options), num_sims=1, serialize=True, verbose=False)


def test_openspiel_plays_a_history_again_and_copies_states() -> None:
    game = envs.openspiel("airlift", players=2)
    state = game.new_initial_state()
    state.apply_action(7)
    for _ in range(25):
        state.apply_action(state.legal_actions()[0])
    twin, again = state.clone(), game.deserialize_state(state.serialize())
    assert isinstance(state, SandtableState)
    assert isinstance(twin, SandtableState)
    assert isinstance(again, SandtableState)
    assert twin.position.digest() == state.position.digest() == again.position.digest()
    twin.apply_action(twin.legal_actions()[0])
    assert len(state.history()) == 26
    assert state.action_to_string(state.legal_actions()[0])


def test_an_algorithm_of_openspiel_plays_one_of_our_games() -> None:
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.bots import uniform_random

    game = envs.openspiel("airlift", scenario="summer", players=2)
    generator = np.random.RandomState(1)
    thinker = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, generator), random_state=generator)
    other = uniform_random.UniformRandomBot(1, generator)
    state = game.new_initial_state()
    state.apply_action(3)
    for _ in range(12):
        bot = thinker if state.current_player() == 0 else other
        state.apply_action(bot.step(state))
    assert not state.is_chance_node()


@pytest.mark.parametrize("case", [*SHORT, *LONG], ids=named)
def test_numbers_are_those_of_the_options(case: tuple[str, dict[str, Any]]) -> None:
    """Masks equal options; the same option has the same number unless another is in its way."""
    game, options = case
    env = envs.aec(game, **options)
    env.reset(seed=3)
    generator, elsewhere, offered = np.random.default_rng(2), 0, 0
    for _ in range(40):
        if env.position.over:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        numbered = env.options()
        assert set(np.flatnonzero(mask)) == set(numbered)
        assert sorted(numbered.values()) == sorted(env.position.options(env.agent_selection))
        elsewhere += sum(env.encoder.number(option) != number for number, option in numbered.items())
        offered += len(numbered)
        env.step(int(generator.choice(list(numbered))))
    assert elsewhere < 0.25 * offered


def test_an_observation_holds_nothing_that_the_agent_may_not_know() -> None:
    """S1: what is dealt again for the seat changes no number of its array."""
    env = envs.aec("luftwaffe")
    env.reset(seed=9)
    for _ in range(150):
        env.step(min(env.options()))
    for agent in env.agents:
        game = find_game("luftwaffe")
        seen = env.encoder.observe(game, env.position.sight(agent))
        for seed in range(3):
            imagined = env.position.imagine(agent, seed)
            assert np.array_equal(env.encoder.observe(game, imagined.sight(agent)), seen)


def test_too_many_options_for_the_numbers_are_told_in_a_sentence() -> None:
    with pytest.raises(sandtable.SandtableError, match=r"too many for 64 numbers: use Encoder"):
        envs.aec("luftwaffe", encoder=envs.Encoder(actions=64)).reset(seed=1)


@pytest.mark.parametrize(
    ("outcome", "wanted"),
    [
        (Outcome("a", ("north",), {}), {"north": 1.0, "south": -1.0}),
        (Outcome("draw", (), {}, drawn=True), {"north": 0.0, "south": 0.0}),
        (Outcome("all lose", (), {}), {"north": -1.0, "south": -1.0}),
        (None, {"north": 0.0, "south": 0.0}),
    ],
)
def test_rewards_say_who_has_won(outcome: Outcome | None, wanted: dict[str, float]) -> None:
    assert rewards(outcome, ("north", "south")) == wanted


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import sandtable.envs\n"
        "try: sandtable.envs.aec('airlift')\n"
        "except sandtable.envs.SandtableError as fault: print(fault)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Environments need pettingzoo: install sandtable[envs].\n"
