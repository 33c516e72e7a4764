"""The odds that a player is shown are what the dice will do: each is compared with all 36 rolls."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from sandtable.games.vengeance.model.battle import Attack, Battle, Melee
from sandtable.games.vengeance.rules.close_combat.attacks import attack_odds, resolve_attacks
from sandtable.games.vengeance.rules.rally.attempt import rally_odds, try_rally
from sandtable.games.vengeance.rules.vehicles.close_combat.attack import attack_vehicle, combat_odds, odds_to_roll
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.flow import Odds
from sandtable.kernel.journal import Journal
from tests.games.vengeance.bench import battle, carry_out, lines, put, vehicle

PAIRS = list(product(range(1, 7), repeat=2))


def shares(odds: Odds) -> dict[str, float]:
    """The chances that can come about, in 36ths."""
    return {what: chance * 36 for what, chance in odds.outcomes if chance}


def rolled(s: Battle, *dice: int) -> Battle:
    """A copy of the battle whose next dice are these; what follows is rolled at random."""
    twin = s.clone()
    twin.journal = Journal()
    twin.dice = Dice.loaded(dice, seed_from("odds"))
    return twin


def test_the_chance_to_rally() -> None:
    """RV-A10.6 Leader, DM, cover; an Original 2 always, an Original 12 never."""
    for at, leader, dm in (("E5", "ge_8-1", False), ("E6", "ge_8-1", True), ("E5", "ge_9-2", False)):
        s = battle("RPh", E6="1.5")
        put(s, "ge_4-4-7", at, "a", broken=True, dm=dm)
        boss = s.units[put(s, leader, at, "boss")]
        found: Counter[str] = Counter()
        for pair in PAIRS:
            twin = rolled(s, *pair)
            try_rally(twin, "a", boss, self_rally=False)
            [told] = lines(twin, "rally")
            found["rallies" if told["success"] else "loses men" if sum(pair) == 12 else "stays broken"] += 1
            assert told["success"] == (pair != (6, 6) and (sum(pair) == 2 or told["final"] <= told["morale"]))
        odds = rally_odds(s, "a", boss, self_rally=False)
        assert shares(odds) == pytest.approx(dict(found))
        reasons = {reason for _, _, reason in odds.modifiers}
        assert reasons == {"leader"} | ({"desperation morale", "cover"} if dm else set())


def test_the_chance_to_rally_oneself() -> None:
    """RV-A10.6, RV-A10.63"""
    s = battle("RPh")
    put(s, "ge_8-1", "E5", "boss", broken=True)
    odds = rally_odds(s, "boss", None, self_rally=True)
    assert [(value, reason) for value, _, reason in odds.modifiers] == [(1, "self-rally")]
    assert sum(chance for _, chance in odds.outcomes) == pytest.approx(1)


def melee_of(attackers: tuple[str, ...], hand_to_hand: bool = False) -> tuple[Battle, Attack]:
    """Germans against one Russian squad in a building."""
    s = battle("CCPh", E6="1.5")
    put(s, "ru_4-4-7", "E6", "x", melee=True)
    for id in attackers:
        put(s, "ge_8-1" if id == "boss" else "ge_6-5-8", "E6", id, melee=True)
    planned = Attack(attackers, ("x",))
    s.melee = Melee("E6", hand_to_hand=hand_to_hand, attacks=(planned,))
    return s, planned


@pytest.mark.parametrize("attackers", [("a",), ("a", "b"), ("a", "boss")])
@pytest.mark.parametrize("hand_to_hand", [False, True])
def test_the_chances_of_close_combat(attackers: tuple[str, ...], hand_to_hand: bool) -> None:
    """RV-A11.12, RV-A11.14 Below the kill number the target is eliminated, at it reduced."""
    s, planned = melee_of(attackers, hand_to_hand)
    found: Counter[str] = Counter()
    for pair in PAIRS:
        twin = rolled(s, *pair)
        carry_out(resolve_attacks(twin), lambda decision: decision.options[0])
        left = [unit.type for unit in twin.units.values() if unit.side == "russian"]
        found["no effect" if left == ["ru_4-4-7"] else "casualty reduction" if left else "eliminated"] += 1
    odds = attack_odds(s, planned)
    assert shares(odds) == pytest.approx(dict(found))
    assert [reason for _, _, reason in odds.modifiers] == (["leadership"] if "boss" in attackers else [])


def test_more_men_have_a_better_chance() -> None:
    """RV-A11.12 The ratio is rounded in favour of the defender; beyond the last column there is one more."""
    one, two = (shares(attack_odds(*melee_of(ids)))["eliminated"] for ids in (("a",), ("a", "b")))
    assert one < two
    s, planned = melee_of(("a", "b", "c"))
    s.at["E6"] = tuple(id for id in s.at["E6"] if id != "x")
    put(s, "ru_8-1", "E6", "x", melee=True)
    assert shares(attack_odds(s, planned))["eliminated"] > two


def test_the_chances_against_a_tank() -> None:
    """RV-A11.5, RV-A11.51 As shown beside the choice to roll; a magnetic mine comes on top."""
    s = battle("CCPh")
    put(s, "ru_4-4-7", "E6", "x")
    vehicle(s, "ge_pz4h", "E6", "tank")
    found: Counter[str] = Counter()
    for pair in PAIRS:
        twin = rolled(s, *pair)
        attack_vehicle(twin, ["x"], "tank")
        found[lines(twin, "combat_with_vehicle")[0]["result"]] += 1
    odds = combat_odds(s, ["x"], "tank")
    assert shares(odds) == pytest.approx(dict(found))
    shown = odds_to_roll(s, ["x"], "tank")
    assert shown(("roll",)) == odds
    assert shown(("pass",)) is None
