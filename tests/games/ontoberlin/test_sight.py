"""OB-3.6 What a seat sees of one game does not depend on what it saw of another."""

from __future__ import annotations

from sandtable.bots.player import ask, find_bot
from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.components import SIDES
from sandtable.games.ontoberlin.knowledge import sight
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import View
from sandtable.kernel.position import Position


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
