"""The experienced player: goals passed, outgoing cargo in the last turn, who pays for the city, and whole games."""

from __future__ import annotations

import pytest

from sandtable.bots.player import ask, find_bot
from sandtable.games.airlift import GAME
from sandtable.games.airlift.bot.habits import HABITS
from sandtable.games.airlift.bot.veteran import ExperiencedWishes
from sandtable.games.airlift.components import COLOURS
from sandtable.games.airlift.model import READY, Airlift, Plane
from sandtable.games.airlift.rules.resolve import goals_of
from sandtable.games.airlift.rules.support import support_step
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Option
from sandtable.kernel.position import Position
from sandtable.kernel.state import replace
from tests.games.airlift.scene import CW, US, plane, scene, stand

NO_DICE = Dice("0" * 64)


def last_turn(morale: int = 0) -> Airlift:
    """The last turn of a season with the last chit drawn."""
    return scene(turn=6, last_draw=6, cup=[], flight=f"{US}-1", step="support", morale=morale)


def chosen(s: Airlift, options: list[Option], rule: str, player: str = "experienced", seat: str = US) -> Option:
    choose = getattr(GAME, player)
    option: Option = choose(GAME.sight(s, seat), seat, options, rule, NO_DICE)
    return option


def supported(s: Airlift, player: str = "experienced", seat: str = US) -> Option:
    """AL-10.1 What a player does with his support when he is asked."""
    s.waiting = [seat]
    decision = next(support_step(s))
    assert isinstance(decision, Choose)
    return chosen(s, list(decision.options), decision.rule, player, seat)


def test_a_plane_with_outgoing_cargo_takes_off_from_berlin_in_its_last_activation() -> None:
    """AL-16.2 In the air its cube is delivered when the season ends; standing in Berlin it is not."""
    s = last_turn()
    id = plane(s, US, "1A")
    stand(s, id, "tempelhof")
    s.planes[id] = replace(s.planes[id], outgoing="finished")
    options: list[Option] = [("fly", id, "c4"), ("stay", id)]
    assert chosen(s, options, "AL-12.1", "sensible") == ("stay", id)
    assert chosen(s, options, "AL-12.1") == ("fly", id, "c4")
    s.planes[id] = Plane(status=READY, place="tempelhof")
    assert chosen(s, options, "AL-12.1") == ("stay", id), "without cargo there is no reason to"


def test_in_winter_it_counts_more_to_come_a_turn_sooner() -> None:
    """AL-10.1 What is earned after the last impulse can't be spent; in the other seasons goals are harder to meet."""
    assert ExperiencedWishes(HABITS, "winter").sooner == HABITS.sooner_in_winter > HABITS.sooner
    for season in ("spring", "summer", "autumn"):
        assert ExperiencedWishes(HABITS, season).sooner == HABITS.sooner


def test_he_passes_the_goals_of_medicine_and_parts_before_he_meets_the_one_of_fuel() -> None:
    """AL-16.4, AL-16.5 Two more are a point, and all goals passed are two; fuel is everywhere, and never runs out."""
    s = scene(season="winter", turn=5, last_draw=6)
    id = plane(s, US, "1A")
    stand(s, id, "rhein_main")
    fuel, food, medicine, parts = goals_of(s, US)
    loads: list[Option] = [("load", id, colour) for colour in COLOURS]

    def loaded(*more: int, player: str = "experienced") -> str:
        """What he loads first, with so many of medicine and parts more than their goals."""
        done = (fuel - 5, food - 5, medicine + more[0], parts + more[1])
        s.players[US] = replace(s.players[US], delivered=done)
        return str(chosen(s, loads, "AL-12.1", player)[2])

    assert loaded(-1, 0) == "medicine"
    assert loaded(0, 2) == "medicine"
    assert loaded(2, 0) == "parts"
    assert loaded(2, 1) == "parts"
    assert loaded(2, 2) in ("fuel", "food"), "a third one is worth nothing"
    assert loaded(0, 2, player="sensible") in ("fuel", "food")


def test_the_city_is_paid_for_in_the_last_impulse() -> None:
    """AL-10.4 Before it, others may pay, and goals may be passed."""
    s = last_turn()
    s.cup = [f"{CW}-1"]
    assert supported(s, "sensible") == ("improve_morale",)
    assert supported(s) == ("pass",)
    s.cup = []
    assert supported(s) == ("improve_morale",)
    s.morale = 3
    assert supported(s) == ("buy_victory_point",)


def test_who_cannot_win_any_more_does_not_pay_for_the_city() -> None:
    """AL-16.3, AL-16.7, AL-10.8 His points count if another pays."""
    s = last_turn()
    s.players[CW] = replace(s.players[CW], vp=1)
    assert supported(s, "sensible") == ("improve_morale",)
    assert supported(s) == ("buy_victory_point",)


@pytest.mark.parametrize("scenario", ["summer", "autumn", "winter", "spring"])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_veteran_plays_whole_games_at_the_table_without_searching(scenario: str, players: int) -> None:
    position = Position.new(GAME, {"scenario": scenario, "players": players}, seed="veteran")
    dice = Dice(seed_from("veteran"))
    while not position.over:
        seat = position.deciders[0]
        position.apply(seat, ask(position, seat, find_bot("veteran"), dice))
    assert position.outcome is not None
