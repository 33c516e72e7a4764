"""OB-3.6 What a seat sees of one game does not depend on what it saw of another."""

from __future__ import annotations

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import SIDES
from sandtable.games.ontoberlin.knowledge import sight
from sandtable.games.ontoberlin.rules.movement import move
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import View
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position
from tests.games.ontoberlin.field import BRITISH, OPEN, N, empty, place, run


def test_games_that_are_played_in_turn_are_seen_as_if_each_were_alone() -> None:
    """OB-3.6.1, OB-3.6.2 Only what has changed is looked at again, in each game by itself."""
    games = [Position.new(GAME, GAME.settle({}), Dice(seed_from(f"in turn {n}"))) for n in range(2)]
    greedy, dice = find_bot("greedy"), Dice(seed_from("who play in turn"))
    for _ in range(120):
        for game in games:
            seat = game.deciders[0]
            game.apply(seat, ask(game, seat, greedy, dice))
        seen = views(games)
        sight._memory.cache_clear()
        sight._newest.clear()
        assert seen == views(games)


def views(games: list[Position]) -> list[View]:
    """What everybody sees of each game, spectators too."""
    return [game.game.sight(game.state, seat) for game in games for seat in (*SIDES, "")]


@pytest.mark.parametrize("fog", ["on", "off"])
def test_a_unit_is_told_to_come_before_it_turns_over(fog: str) -> None:
    """OB-7.1, OB-3.3.2, OB-3.6.1 The journal once said how a unit stood at a hex before it said that it went there."""
    s = empty(fog_of_war=fog)
    s.journal = Journal()
    place(s, BRITISH[0], OPEN, combat=False)
    run(move(s, BRITISH[0]), ("go", N), ("combat", BRITISH[0]), ("face", N, "N"), ("end",))

    def told(seat: str) -> list[tuple[str, str]]:
        return [(line.event, line.facts["hex"]) for line in s.journal.read(seat) if line.event != "faces"]

    assert told("allied") == [("moved", N), ("combat", N)]
    others = [("moved", N)] if fog == "on" else told("allied")
    assert told("german") == others
    assert told("") == others


def test_in_fog_nobody_reads_where_a_unit_turned_over_on_its_way() -> None:
    """OB-3.6.1 The enemy and those who watch read where the move ended, as ever."""
    s = empty(fog_of_war="on")
    s.journal = Journal()
    place(s, BRITISH[0], OPEN)
    run(move(s, BRITISH[0]), ("maneuver", BRITISH[0]), ("go", N), ("combat", BRITISH[0]), ("face", N, "N"), ("end",))
    assert [line.event for line in s.journal.read("german") if line.event != "faces"] == ["moved"]
    assert [line.event for line in s.journal.read("allied") if line.event != "faces"] == [
        "maneuver",
        "moved",
        "combat",
    ]
