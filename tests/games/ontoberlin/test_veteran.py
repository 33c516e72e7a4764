"""OB-18.1 The experienced player: his batteries, his fear of bombs, his last turn, and that he plays whole games."""

from __future__ import annotations

from sandtable.games.ontoberlin import GAME
from sandtable.games.ontoberlin.bot import battle, gunners, march, veteran
from sandtable.games.ontoberlin.bot.habits import HABITS
from sandtable.games.ontoberlin.components import GERMAN, KINDS, TURNS
from sandtable.games.ontoberlin.model import OnToBerlin
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import State, replace
from tests.games.ontoberlin.field import GD, PARA, VS_12, empty, place, side, supplied

LZ = "5225"
"""A hex of Tempelhof's perimeter."""
TARGET = "5026"
"""Clear ground near it."""
FAR_AWAY = "0923"
HEAVY = [u for u, kind in KINDS.items() if kind.cls == "artillery" and kind.fs > 8 and kind.service == "army"]
GUNS = [u for u, kind in KINDS.items() if kind.cls == "artillery" and kind.formation == "US 82nd"]


def with_a_spotter() -> OnToBerlin:
    """A militia battalion in the open with American paratroopers beside it, and a battery at the Landing Zone."""
    s = empty()
    s.leaders = {}
    s.divisions["US 82nd"] = supplied(LZ)
    place(s, VS_12, TARGET)
    for u in PARA[:3]:
        place(s, u, side(TARGET, "S"), facing="N")
    return s


def test_a_place_from_which_a_battery_reaches_what_friends_spot_is_worth_something() -> None:
    """OB-8.2.1 From there it fires every turn; a sensible player marches on with it."""
    s = with_a_spotter()
    gun = place(s, GUNS[0], LZ, combat=False)
    assert veteran.Mind(s, gun, HABITS).opportunity(LZ) > march.Mind(s, gun).opportunity(LZ) == 0
    assert veteran.Mind(s, gun, HABITS).opportunity(FAR_AWAY) == 0
    for u in PARA[:3]:
        s.units[u] = replace(s.units[u], disrupted=True)
    assert veteran.Mind(s, gun, HABITS).opportunity(LZ) == 0, "nobody spots"


def test_no_more_heavy_guns_fire_than_the_table_needs() -> None:
    """OB-8.1.3 Strength 36 is the last row, so the other batteries are left for other targets."""
    s = empty(player=GERMAN)
    place(s, PARA[0], TARGET)
    place(s, GD[0], side(TARGET, "S"), facing="N")
    for gun in HEAVY:
        place(s, gun, "5315")
    _, sensible = battle.bombardment(s, TARGET, GERMAN)
    gain, units = gunners.bombardment(s, TARGET, GERMAN, HABITS)
    assert gain > 0
    assert set(sensible) == {*HEAVY, GD[0]}
    assert GD[0] in units, "with somebody beside the target the ceiling of column C is gone"
    assert 0 < len(set(units) & set(HEAVY)) < len(HEAVY)


def test_in_the_last_german_turn_nothing_is_to_be_feared() -> None:
    """OB-4.4 Nobody strikes back, so bombs and counterattacks count for nothing."""
    for turn, feared in ((TURNS - 1, True), (TURNS, False)):
        s = empty(turn=turn, player=GERMAN)
        u = place(s, GD[0], TARGET)
        assert (veteran.Mind(s, u, HABITS).danger(TARGET, combat=True) > 0) == feared


def test_he_fears_bombs_in_the_open_more_than_a_sensible_player() -> None:
    """OB-8.3.2 Six strikes a turn find whoever stands there."""
    s = empty(player=GERMAN)
    u = place(s, GD[0], "5015")
    open_ground = (march.Mind(s, u).danger(TARGET, combat=True), veteran.Mind(s, u, HABITS).danger(TARGET, combat=True))
    assert open_ground[1] > open_ground[0] > 0


def test_he_plays_a_whole_game_by_the_rules() -> None:
    """Every choice is checked against the options."""
    dice = Dice(seed_from("veteran"))

    def choose(seat: str, decision: Decision, s: State) -> Option:
        assert isinstance(decision, Choose)
        assert isinstance(s, OnToBerlin)
        return GAME.experienced(GAME.sight(s, seat), seat, list(decision.options), decision.rule, dice)

    outcome, made = play_out(GAME, GAME.new(GAME.settle({}), Dice(seed_from("veteran"))), choose)
    assert outcome.winners or outcome.drawn
    assert made > 1000
