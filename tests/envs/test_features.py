"""What players that learn see of each game: named figures that follow the table and tell own from enemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable import envs
from sandtable.bots import load_bot
from sandtable.bots.player import ask
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.features import FeatureSheet
from sandtable.kernel.game import AnyGame, find_game, games
from sandtable.kernel.position import Position

OURS = ("airlift", "luftwaffe", "ontoberlin", "vengeance", "warbirds")


def figures(position: Position, seat: str) -> dict[str, float]:
    """The features of a position by their names."""
    game = position.game
    names = game.feature_names(position.options_chosen)
    return dict(zip(names, game.features(position.sight(seat), seat), strict=True))


def played(name: str, until: Callable[[Position], bool], seed: int = 5, **options: str | int) -> Position:
    """A game of sensible players up to a moment."""
    game = find_game(name)
    position, dice, bot = (
        Position.new(game, game.settle(options), seed),
        Dice(seed_from("features")),
        load_bot("greedy"),
    )
    while not position.over and not until(position):
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, bot, dice))
    return position


def seen(position: Position, seat: str = "") -> Any:
    """The view of a seat; its fields are those of its game."""
    return position.sight(seat)


def test_a_sheet_adds_up_what_is_named_twice() -> None:
    sheet = FeatureSheet(["a.x", "b.x"])
    assert sheet.filled([("b.x", 1.0), ("b.x", 0.5)]) == (0.0, 1.5)
    with pytest.raises(KeyError):
        sheet.filled([("c.x", 1.0)])
    with pytest.raises(ValueError, match="same name"):
        FeatureSheet(["a", "a"])


@pytest.mark.parametrize("game", [games()[name] for name in OURS], ids=OURS)
def test_every_game_names_its_features_in_every_scenario(game: AnyGame) -> None:
    scenarios = next((spec.values for spec in game.options if spec.name == "scenario"), ("",))
    for scenario in scenarios:
        options = game.settle({"scenario": scenario} if scenario else {})
        names = game.feature_names(options)
        assert len(set(names)) == len(names) > 100
        position = Position.new(game, options, 1)
        for seat in (*position.seats, ""):
            assert len(game.features(position.sight(seat), seat)) == len(names), (scenario, seat)


@pytest.mark.parametrize("name", OURS)
def test_every_choice_of_sensible_players_shows_sooner_or_later(name: str) -> None:
    """The array follows the game: over forty choices it takes many values, and stays small enough to learn from."""
    rows: list[Any] = []

    def look(position: Position) -> bool:
        game = position.game
        view = position.sight(position.deciders[0])
        rows.append(envs.Encoder().observe(game, view))
        return len(rows) > 60

    played(name, look, scenario="brv01") if name == "vengeance" else played(name, look)
    assert len(np.unique(np.array(rows), axis=0)) > 20
    assert np.abs(np.array(rows)).max() < 40


def test_an_encoder_may_hash_instead() -> None:
    env = envs.aec("airlift", players=2)
    env.reset(seed=1)
    general = envs.aec("airlift", players=2, encoder=envs.Encoder(general=True))
    general.reset(seed=1)
    agent = env.agent_selection
    assert len(env.feature_names()) == len(env.observe(agent)["observation"]) > 700
    assert general.feature_names() == ()
    assert len(general.observe(agent)["observation"]) == 512
    alone = envs.gym("warbirds")
    assert alone.observation_space.shape == (len(alone.feature_names()),)


def test_airlift_tells_squadrons_in_order_from_the_seat() -> None:
    """AL-0.3, AL-2.2"""
    position = played("airlift", lambda p: seen(p).turn > 1, players=3)
    first, second = position.seats[:2]
    view = sandtable.as_dict(position.sight(first))
    mine, theirs = figures(position, first), figures(position, second)
    for name in ("support", "score", "downed", "delivered_fuel", "wanted_food"):
        assert mine[f"next.{name}"] == theirs[f"own.{name}"]
    assert mine["own.support"] == view["players"][first]["support"] / 10
    assert mine["last.here"] == 0.0, "three play"
    assert mine["berlin.morale"] == view["morale"] / 5
    ready = sum(plane["status"] == "ready" for id, plane in view["planes"].items() if id.startswith(f"{first}-"))
    assert round(3 * sum(value for name, value in mine.items() if name.endswith(".own_ready"))) == ready


def test_warbirds_tells_the_aircraft_and_the_sky() -> None:
    """WB-2.2, WB-2.3, WB-2.4"""
    position = played("warbirds", lambda p: any(seen(p).battlefield.values()), players=2)
    view = seen(position, "seat-1")
    one, two = figures(position, "seat-1"), figures(position, "seat-2")
    assert sum(one[f"{place}.enemies"] for place in view.battlefield) == sum(map(len, view.battlefield.values()))
    manned = {man.station: man for man in view.crew.values() if man.station}
    for station, man in manned.items():
        assert one[f"{station}.manned"] == float(man.conscious)
        assert one[f"{station}.own"] + two[f"{station}.own"] == 1.0
    assert one[f"phase.{view.phase}"] == 1.0
    assert one["mission.fuel"] == view.fuel / 10


def test_luftwaffe_hides_the_plan_and_tells_the_time_of_the_own_side() -> None:
    """LW-2.2, LW-2.3"""
    position = played("luftwaffe", lambda p: seen(p).turn >= 3)
    american, german = figures(position, "american"), figures(position, "german")
    aimed = [name for name in american if name.endswith(".aimed_at")]
    assert sum(american[name] for name in aimed) > 0 == sum(german[name] for name in aimed)
    assert any(american[f"{type}.time_left"] for type in ("p47", "p38", "p51"))
    assert not any(german[f"{type}.time_left"] for type in ("p47", "p38", "p51"))
    flying = {name: value for name, value in german.items() if name.endswith((".bombers", ".homeward", ".escorts"))}
    assert sum(flying.values()) == pytest.approx(
        sum(unit.factors for unit in seen(position, "german").americans.values() if unit.status == "up") / 5
    )


def test_on_to_berlin_tells_own_from_enemy_and_known_from_unknown() -> None:
    """OB-3.6.1"""
    position = played("ontoberlin", lambda p: seen(p).turn == 1 and seen(p).step == "movement")
    allied, german = figures(position, "allied"), figures(position, "german")
    on_map = {side: sum(len(stack) for stack in seen(position, side).stacks.values()) for side in position.seats}
    for told in (allied, german):
        units = sum(value for name, value in told.items() if name.endswith(("own_units", "enemy_units")))
        assert round(3 * units) == on_map["allied"] == on_map["german"]
    assert sum(value for name, value in allied.items() if name.endswith("enemy_unknown")) > 0
    assert allied["reichstag.enemy"] == german["reichstag.own"]
    assert allied["game.own_turn"] == 1.0 != german["game.own_turn"]


def test_red_vengeance_shows_concealed_men_only_to_their_side() -> None:
    """RV-A.12, RV-A12.1"""
    position = played("vengeance", lambda p: seen(p).phase == "MPh", scenario="brv01")
    german, russian = figures(position, "german"), figures(position, "russian")
    men = [name for name in german if name.endswith((".own_men", ".enemy_men"))]
    own = sum(german[name] for name in men if name.endswith("own_men"))
    known = sum(russian[name] for name in men if name.endswith("enemy_men"))
    assert 0 < known < own, "the Russian sees fewer Germans than there are"
    assert german["phase.MPh"] == 1.0
    assert german["battle.own_turn"] != russian["battle.own_turn"]
