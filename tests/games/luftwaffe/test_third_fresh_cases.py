"""A third lot of cases where clauses meet, worked out from the rulebook first: guns, rockets, fuel, withdrawals."""

from __future__ import annotations

import pytest

from sandtable.games.luftwaffe.components import AMERICAN, GERMAN, parts
from sandtable.games.luftwaffe.map.geography import distance
from sandtable.games.luftwaffe.rules import air_time, combat, flak, german_movement, missions, replacements, strafing
from sandtable.games.luftwaffe.rules.scoring import score
from sandtable.kernel.journal import Journal
from sandtable.kernel.state import replace
from tests.games.luftwaffe.tools import factors, fly, load, park, reduce, run, table

HEX = "2016"


def test_overkill_goes_to_the_worse_fighters_and_the_second_type_meets_those() -> None:
    """LW-9.5.3, LW-9.5.4 Fw 190 (4) at P-51 (4): a 6 destroys 3, two P-51 and one P-38; Me 109 (3) at P-38 (2)."""
    s = table()
    p51, p38 = fly(s, "p51", 1, HEX), fly(s, "p38", 2, HEX)
    attackers = [*fly(s, "me109", 2, HEX), *fly(s, "fw190", 2, HEX)]
    assert (parts().table.losses("fw190", 4, 6), parts().table.losses("me109", 4, 3)) == (3, 1)
    dice = load(s, 6, 3)
    run(combat.german_battle(s, HEX, attackers), ("lose", p38[0]), ("lose", p38[1]))
    assert dice.left() == {}
    assert (factors(s, p51), factors(s, p38)) == (0, 2)


def test_each_roll_of_a_battle_names_the_hex_where_the_table_shows_it() -> None:
    """LW-9.2.1 Rolls after the first come with later choices, and can't borrow the hex from the line of the battle."""
    s = table()
    s.journal = Journal()
    fly(s, "p51", 1, HEX)
    p38 = fly(s, "p38", 2, HEX)
    load(s, 6, 3)
    attackers = [*fly(s, "me109", 2, HEX), *fly(s, "fw190", 2, HEX)]
    run(combat.german_battle(s, HEX, attackers), ("lose", p38[0]), ("lose", p38[1]))
    assert [line.facts["hex"] for line in s.journal.lines if line.event == "fires"] == [HEX, HEX]


def test_guns_that_fired_at_bombers_are_silent_when_the_base_below_is_strafed() -> None:
    """LW-9.1.4, LW-8.17, LW-9.7.4 The city's guns have had their turn; the light guns of the base have one roll."""
    s = table(step="flak")
    city = next(c for c in parts().aa_cities if c.hex in parts().base_at and c.hex not in s.zone.all)
    bombers = fly(s, "b17", 1, city.hex, mission=city.id, moved=True)
    strafers = fly(s, "p47", 2, city.hex, moved=True)
    ground = park(s, "me109", 2, city.hex)
    dice = load(s, 5, 6, 3)  # heavy guns miss; light guns hit; three P-47 factors strafe with a 3
    run(flak.antiaircraft_fire(s), ("fire", city.id, city.hex))
    missions.bombing(s)
    assert city.id in s.destroyed
    lost = parts().table.losses("p47", 3, 3)
    assert 0 < lost < 4
    run(
        strafing.american_combat(s), ("strafe", city.hex), ("lose", strafers[0]), *[("lose", ground[0])] * min(lost, 2),
        *[("lose", ground[1])] * max(0, lost - 2),
    )  # fmt: skip
    assert dice.left() == {}
    assert (factors(s, bombers), factors(s, strafers), factors(s, ground)) == (2, 3, 4 - lost)


@pytest.mark.parametrize(
    ("out", "back", "may"), [(2, 2, True), (3, 1, True), (3, 2, False), (4, 0, True), (4, 1, False)]
)
def test_a_rocket_flies_four_hexes_in_all(out: int, back: int, may: bool) -> None:
    """LW-12.14.4 The way from take-off over the attack to the landing is at most four squares."""
    s = table("tournament", zone="3|4")
    hexes = [b.hex for b in s.zone.bases]
    base, target = next(
        (b, h) for b in hexes for h in parts().grid
        if h not in s.zone.all and distance(b, h) == out and min(distance(h, o) for o in hexes) == back
    )  # fmt: skip
    [rocket] = park(s, "me163", 1, base, base=parts().base_at[base].id)
    fly(s, "b24", 1, target)
    assert (target in german_movement.rocket_targets(s, s.germans[rocket])) == may


def test_on_the_ground_e_counts_nothing_and_a_jet_dies_like_any_other() -> None:
    """LW-8.16, LW-8.18, LW-12.13 P-38 with tanks (0) strafe an Me 262 (6): the die is not changed."""
    s = table("tournament", zone="3|4", step="american_combat")
    base = next(b for b in s.zone.bases if b.hex not in parts().city_at)
    strafers = fly(s, "p38", 3, base.hex, tanks=True, moved=True)
    [jet] = park(s, "me262", 1, base.hex, base=base.id)
    lost = parts().table.losses("p38", 6, 5)
    assert lost >= 2
    dice = load(s, 1, 5)
    run(strafing.american_combat(s), ("strafe", base.hex))
    assert dice.left() == {}
    assert s.germans[jet].status == "lost"
    assert factors(s, strafers) == 6


@pytest.mark.parametrize(("stock", "left", "leaves"), [(4, 0, "p47 p47"), (3, 1, "p47 p51"), (1, 1, "p51 p51")])
def test_lost_thunderbolts_are_redeemed_before_they_leave(stock: int, left: int, leaves: str) -> None:
    """LW-12.8, LW-12.11 The rulebook's April 1944: two P-47 that were all lost cost four, or other fighters go."""
    s = table("tournament", zone="3|4", quarter="1944-04")
    thunderbolts = fly(s, "p47", 3, HEX)
    mustangs = fly(s, "p51", 3, HEX)
    for id in mustangs:
        s.americans[id] = replace(s.americans[id], status="recovered", hex="")
    for id in thunderbolts:
        s.americans[id] = replace(s.americans[id], status="lost", factors=0, hex="")
    s.replacements["fighter"] = stock
    wanted = iter(mustangs)
    for type in leaves.split():
        pick = [("withdraw", next(wanted))] if type == "p51" else []
        run(replacements.withdraw(s, AMERICAN, "p47"), *pick)
    gone = sorted(s.americans[id].type for id in [*thunderbolts, *mustangs] if s.americans[id].status == "withdrawn")
    assert (" ".join(gone), s.replacements["fighter"]) == (leaves, left)


@pytest.mark.parametrize(("turn", "lost"), [(11, False), (12, True)])
def test_a_marauder_that_is_late_is_lost_and_saves_cities(turn: int, lost: bool) -> None:
    """LW-14.4, LW-6.12, LW-10.4 Time 10 from turn 2 is turn 12; two factors lost to fuel save two cities."""
    s = table("custer", zone="3b5|4", turn=turn, step="american_end")
    oil = [c.id for c in parts().cities.values() if "O" in c.industries][:14]
    s.destroyed |= dict.fromkeys(oil, "raid bombers")
    [id] = fly(s, "b26", 1, HEX, home="west", turned=True, bombed=True)
    air_time.start_clock(s, "b26", "b26", 2)
    assert s.clocks["b26"].due == 12
    away = s.zone.to_front["west"]
    mf = parts().types["b26"].mf
    near = next(h for h in parts().grid if h not in s.zone.all and away.get(h, 99) <= mf and h not in parts().city_at)
    s.americans[id] = replace(s.americans[id], hex=near)
    air_time.american_fuel_check(s)
    assert (s.americans[id].status == "lost") == lost
    assert score(s) == (12 if lost else 14)


def test_an_escort_low_on_fuel_neither_dogfights_nor_strafes_on_its_way() -> None:
    """LW-8.5, LW-9.1.1 A close escort that broke off ends over a base with Germans above it, and does not fight."""
    s = table(step="american_combat")
    base = next(b.hex for b in s.zone.bases if b.hex not in parts().city_at)
    fly(s, "p47", 1, base, homing=True, moved=True)
    fly(s, "me109", 1, base)
    park(s, "fw190", 1, base)
    run(strafing.american_combat(s))
    assert (s.step, s.fuel[GERMAN]) == ("american_end", 0)


def test_single_fighters_drop_their_own_tanks_and_fire_apart_from_the_rest() -> None:
    """LW-11.1, LW-11.2, LW-9.5.2 Of two Fw 190 one drops: it attacks a P-51 at 4 : 4, the other at 2 : 4."""
    s = table(flags=("individual_time",))
    light, heavy = fly(s, "fw190", 2, HEX)
    for id in (light, heavy):
        s.germans[id] = replace(s.germans[id], clock=id)
        air_time.start_clock(s, id, "fw190", 5)
    air_time.drop_tanks(s, light)
    without = parts().types["fw190"].time_without
    assert [s.clocks[id].due for id in (light, heavy)] == [min(9, 5 + without), 9]
    assert [air_time.effective_e(s, id, s.germans[id]) for id in (light, heavy)] == [4, 2]
    [p51] = fly(s, "p51", 1, HEX)
    reduce(s, p51)
    dice = load(s, 1, 6)  # 2 factors: a 1 destroys nothing; a 6 less two is a 4
    assert [parts().table.losses("fw190", 2, die) for die in (1, 4)] == [0, 1]
    run(combat.german_battle(s, HEX, [light, heavy]), ("keep", heavy))
    assert dice.left() == {}
    assert s.americans[p51].status == "lost"
