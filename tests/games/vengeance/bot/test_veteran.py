"""The experienced player: what he does otherwise than a sensible one, and that he plays whole battles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.bots.asked import Asked
from sandtable.bots.player import find_bot
from sandtable.games.vengeance import GAME
from sandtable.games.vengeance.bot.habits import HABITS, REGULAR, Habits
from sandtable.games.vengeance.bot.judgement import goals
from sandtable.games.vengeance.bot.mind import Mind
from sandtable.games.vengeance.bot.places import place_score
from sandtable.games.vengeance.bot.rout_and_close_combat import where_to_advance, who_advances
from sandtable.games.vengeance.knowledge.sight import sight
from sandtable.games.vengeance.model.battle import Battle
from sandtable.games.vengeance.model.sequence import Phase
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Choose, Decision, Option
from sandtable.kernel.playout import play_out
from sandtable.kernel.state import State
from tests.games.vengeance.bench import arm, battle, put
from tools.train_player import neighbours

SEED = Dice(seed_from("x"))
PHASES: tuple[Phase, ...] = ("MPh", "APh")


def mind_with(s: Battle, seat: str, **other: Any) -> Mind:
    """A sensible player with some habits of his own."""
    return Mind(sight(s, seat), seat, SEED, habits=msgspec.structs.replace(REGULAR, **other))


def minds(s: Battle, seat: str) -> tuple[Mind, Mind]:
    """A sensible and an experienced player of a seat, before their next choice."""
    return Mind(sight(s, seat), seat, SEED), Mind(sight(s, seat), seat, SEED, habits=HABITS)


@pytest.mark.parametrize(("at", "foes"), [("G10", ("G6", "I3")), ("F9", ("J5", "I6"))])
def test_a_defender_goes_to_the_side_of_his_house_from_which_he_can_shoot(at: str, foes: tuple[str, str]) -> None:
    """RV-A4.7 In G9 he sees both enemies; a sensible player likes it better behind, in G10."""
    s = battle("APh", "german", on="brv01")
    s.turn = 3
    put(s, "ge_4-4-7", at, "a")
    for foe in foes:
        put(s, "ru_4-4-7", foe)
    where: list[Option] = [("to", "G9"), *([("to", "G10")] if at != "G10" else []), ("stay", "a")]
    sensible, experienced = minds(s, "german")
    assert where_to_advance(sensible, where) in (("to", "G10"), ("stay", "a"))
    assert where_to_advance(experienced, where) == ("to", "G9")
    assert who_advances(experienced, [("advance", "a"), ("done",)]) == ("advance", "a")


def test_a_defender_who_has_lost_a_house_still_thinks_of_the_others() -> None:
    """A sensible player's men all go for what was lost, from wherever they are, and the enemy takes the next house."""
    s = battle("MPh", "german", on="brv03")
    taken = goals("brv03")[0]
    s.open_control[taken] = "russian"
    sensible, experienced = minds(s, "german")
    assert sensible.goals() == (taken,)
    assert set(experienced.goals()) == set(goals("brv03"))


def test_a_defender_keeps_out_of_an_equal_fight_hand_to_hand() -> None:
    """RV-A11.12 His squad against a weaker one is a fight that a sensible player takes; he wants two to one."""
    s = battle("APh", "german", on="brv01")
    put(s, "ge_8-3-8", "I6", "a")
    put(s, "ru_4-4-7", "I5", "foe")
    where: list[Option] = [("to", "I5"), ("stay", "a")]
    sensible, experienced = minds(s, "german")
    assert where_to_advance(sensible, where) == ("to", "I5")
    assert where_to_advance(experienced, where) == ("stay", "a")
    put(s, "ge_4-4-7", "I6", "b")
    assert where_to_advance(minds(s, "german")[1], where) == ("to", "I5")


def test_who_advances_fears_less_than_who_moves() -> None:
    """RV-A3.7 Nobody fires at those who advance, and all of the enemy's fire comes in his own turn."""
    worth = {}
    for phase in PHASES:
        s = battle(phase, "german", on="brv01")
        put(s, "ge_4-4-7", "F9", "a")
        put(s, "ru_6-2-8", "F8")
        for name, mind in (("bold", mind_with(s, "german", boldness=0.25)), ("plain", mind_with(s, "german"))):
            assert mind.danger("F9", False) > 0
            worth[phase, name] = place_score(mind, "F9", mind.s.units["a"])
    assert worth["MPh", "bold"] == worth["MPh", "plain"] == worth["APh", "plain"] < worth["APh", "bold"]


@pytest.mark.parametrize(("phase", "counts"), [("MPh", True), ("APh", False)])
def test_when_he_moves_he_thinks_of_the_advance_that_follows(phase: Any, counts: bool) -> None:
    """RV-A4.7 Beside the house that he keeps a place is worth more, as long as he can still advance from there."""
    s = battle(phase, "german", on="brv01")
    put(s, "ge_4-4-7", "G8", "a")
    put(s, "ru_4-4-7", "I3")
    without, skulking = mind_with(s, "german"), mind_with(s, "german", skulk=1.0)
    gain = {
        at: place_score(skulking, at, skulking.s.units["a"]) - place_score(without, at, without.s.units["a"])
        for at in ("F9", "B5")
    }
    assert (gain["F9"] > gain["B5"] >= 0) is counts
    assert counts or set(gain.values()) == {0.0}


def test_two_players_of_one_seat_do_not_share_their_thoughts() -> None:
    """What was thought by other habits is thought anew."""
    s = battle("APh", "german", on="brv01")
    put(s, "ge_8-3-8", "I6", "a")
    put(s, "ru_4-4-7", "I5", "foe")
    options: list[Option] = [("advance", "a"), ("done",)]
    for choose, wanted in ((GAME.sensible, "advance"), (GAME.experienced, "done"), (GAME.sensible, "advance")):
        assert choose(GAME.sight(s, "german"), "german", options, "RV-A4.7", SEED)[0] == wanted


def test_a_veteran_answers_at_once() -> None:
    """No search was shown to add to the experienced player."""
    s = battle("APh", "german", on="brv01")
    put(s, "ge_4-4-7", "G10", "a")
    options: list[Option] = [("advance", "a"), ("done",)]
    asked = Asked(GAME, "german", options, "RV-A4.7", lambda: GAME.sight(s, "german"))
    assert find_bot("veteran")(asked, SEED) in options


def test_veterans_play_a_whole_battle() -> None:
    """Every choice of both sides is checked against what was offered."""
    options = GAME.settle({"scenario": "brv01"})

    def choose(seat: str, decision: Decision, s: State) -> Option:
        offered: Any = decision.options if isinstance(decision, Choose) else decision.options[seat]
        return GAME.experienced(GAME.sight(s, seat), seat, list(offered), decision.rule, SEED)  # type: ignore[arg-type]

    outcome, made = play_out(GAME, GAME.new(options, Dice(seed_from("veterans"))), choose)
    assert outcome.winners
    assert made > 200


def test_all_habits_can_be_trained() -> None:
    """A figure by turns is tried turn by turn."""
    tried = {name.split(" = ")[0] for name, _ in neighbours(REGULAR)}
    assert tried == set(msgspec.structs.asdict(REGULAR))
    assert {habits.fear for _, habits in neighbours(REGULAR) if isinstance(habits, Habits)} >= {
        (0.25, 0.3, 0.4, 0.5),
        (0.2, 0.3, 0.4, 0.25),
    }


@pytest.mark.parametrize(("turn", "sent"), [(3, 1), (6, 4)])
def test_late_in_a_battle_some_go_for_the_bridge_that_wins_by_itself(turn: int, sent: int) -> None:
    """RV-SCN8 BRV3 is won by two squads on the bridge too: two more are sent, those who are nearest."""
    s = battle("MPh", "russian", on="brv03")
    s.turn = turn
    for number, at in enumerate(("FF12", "FF13", "GG12", "GG11", "HH11", "II11", "II10")):
        put(s, "ru_4-4-7", at, f"a{number}")
    bridge = {"FF14-bridge", "FF15-bridge", "FF16"} & set(goals("brv03"))
    assert bridge
    experienced = minds(s, "russian")[1]
    going = [unit.id for unit in s.units.values() if set(experienced.wanted(unit)) == bridge]
    assert len(going) == sent
    assert set(going) <= {"a0", "a1", "a2", "a3"}


def test_a_machine_gun_that_sees_nobody_goes_along() -> None:
    """RV-A9.2 A sensible player's base of fire stays where it is, whatever it sees from there."""
    s = battle("MPh", "russian", on="brv03")
    put(s, "ru_4-4-7", "DD1", "men")
    arm(s, "ru_mmg", "men", "gun")
    for mind in minds(s, "russian"):
        assert mind.supports(mind.s.units["men"]) is (mind.habits is REGULAR)
    put(s, "ge_4-4-7", "EE3", "foe")
    assert all(mind.supports(mind.s.units["men"]) for mind in minds(s, "russian"))
