"""Pairing: everybody meets whom they should, nobody twice, byes once, sides in balance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.server.tournaments.pairing import BYE, Pairing, Standing, Unpairable, known, robin, robin_rounds, swiss
from sandtable.server.tournaments.standings import Outcome, Played, scores, standings


def names(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def lean(player: str, pairings: list[Pairing]) -> int:
    met = [one for one in pairings if not one.bye]
    return sum(one.first == player for one in met) - sum(one.second == player for one in met)


@pytest.mark.parametrize("count", range(2, 25))
def test_in_a_round_robin_everybody_meets_everybody_once_on_balanced_sides(count: int) -> None:
    players = names(count)
    rounds = robin(players)
    assert len(rounds) == robin_rounds(count)
    for one in rounds:
        here = [player for pairing in one for player in (pairing.first, pairing.second) if player]
        assert sorted(here) == players, "everybody is in every round, once"
    pairings = [pairing for one in rounds for pairing in one]
    met = Counter(frozenset((one.first, one.second)) for one in pairings if not one.bye)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    assert Counter(one.first for one in pairings if one.bye) == (Counter(players) if count % 2 else Counter())
    assert max(abs(lean(player, pairings)) for player in players) <= 1


def test_the_first_round_folds_the_field() -> None:
    players = names(8)
    pairs = {frozenset((one.first, one.second)) for one in swiss(players, known(players, [], {}))}
    assert pairs == {frozenset((f"p0{low}", f"p0{low + 4}")) for low in range(4)}


def test_winners_meet_winners_in_the_second_round() -> None:
    players = names(8)
    first = swiss(players, known(players, [], {}))
    won = scores(players, [Played(one.first, one.second, "first") for one in first])
    second = swiss(players, known(players, first, won))
    assert all(won[one.first] == won[one.second] for one in second)


def test_the_last_without_a_bye_sits_out() -> None:
    players = names(5)
    first = swiss(players, known(players, [], {}))
    assert [one.first for one in first if one.bye] == ["p04"]
    assert first[-1].bye, "the bye is listed last"
    points = {"p00": 2, "p01": 2, "p02": 0, "p03": 0, "p04": 2}
    second = swiss(players, known(players, first, points))
    assert next(one.first for one in second if one.bye) == "p03"


def test_everybody_has_met_everybody() -> None:
    players = names(4)
    played = [pairing for one in robin(players) for pairing in one]
    with pytest.raises(Unpairable):
        swiss(players, known(players, played, {}))


def test_who_had_a_side_less_often_gets_it() -> None:
    standing = {"a": Standing(0, frozenset(), (0, 0), False), "b": Standing(0, frozenset(), (1, 0), False)}
    assert swiss(["a", "b"], standing) == [Pairing("b", "a")]


@settings(max_examples=60, deadline=None)
@given(count=st.integers(3, 20), seed=st.integers(0, 10**6))
def test_a_swiss_tournament_keeps_its_rules(count: int, seed: int) -> None:
    players, random = names(count), Random(seed)
    rounds = min(7, count // 2)
    pairings: list[Pairing] = []
    played: list[Played] = []
    for _ in range(rounds):
        fresh = swiss(players, known(players, pairings, scores(players, played)))
        assert sorted(p for one in fresh for p in (one.first, one.second) if p) == players
        pairings += fresh
        for one in fresh:
            outcome: Outcome = "bye" if one.bye else random.choice(("first", "second", "drawn"))
            played.append(Played(one.first, one.second, outcome))
    met = Counter(frozenset((one.first, one.second)) for one in pairings if not one.bye)
    assert all(times == 1 for times in met.values()), "nobody meets twice"
    byes = Counter(one.first for one in pairings if one.bye)
    assert all(times == 1 for times in byes.values()), "nobody sits out twice"
    assert max(abs(lean(player, pairings)) for player in players) <= 3
    table = standings(players, played, swiss=True)
    assert sum(line.points for line in table) == 2 * len(played)
    assert [line.points for line in table] == sorted((line.points for line in table), reverse=True)


def test_one_who_withdrew_is_not_paired_and_keeps_what_was_played() -> None:
    players = names(4)
    first = swiss(players, known(players, [], {}))
    left = [player for player in players if player != "p00"]
    second = swiss(left, known(left, first, {"p02": 2}))
    assert {p for one in second for p in (one.first, one.second)} == {*left, BYE}


# -- standings ---------------------------------------------------------------------------------------------------------


def table(played: list[Played], swiss: bool = True) -> dict[str, tuple[int, ...]]:
    players = sorted({one.first for one in played} | {one.second for one in played} - {BYE})
    lines = standings(players, played, swiss)
    return {one.player: (one.rank, one.points, one.buchholz, one.berger, one.direct) for one in lines}


def test_points_buchholz_and_sonneborn_berger() -> None:
    played = [
        Played("a", "b", "first"),
        Played("c", "d", "drawn"),
        Played("a", "c", "second"),
        Played("d", "b", "first"),
    ]
    # a 1, b 0, c 1.5, d 1.5 points; c beat a (1) and drew with d (1.5); d beat b (0) and drew with c (1.5)
    assert table(played) == {
        "c": (1, 3, 5, 7, 1),
        "d": (2, 3, 3, 3, 1),
        "a": (3, 2, 3, 0, 0),
        "b": (4, 0, 5, 0, 0),
    }


def test_who_won_their_match_is_before_the_other_in_a_round_robin() -> None:
    played = [
        Played("a", "b", "second"),
        Played("a", "c", "first"),
        Played("b", "c", "second"),
        Played("a", "d", "first"),
        Played("b", "d", "first"),
        Played("c", "d", "second"),
    ]
    ranks = {player: line[0] for player, line in table(played, swiss=False).items()}
    assert ranks == {"b": 1, "a": 2, "d": 3, "c": 4}


def test_a_bye_counts_like_a_win_and_brings_no_opponent() -> None:
    assert table([Played("a", BYE, "bye"), Played("b", "c", "")]) == {
        "a": (1, 2, 0, 0, 0),
        "b": (2, 0, 0, 0, 0),
        "c": (2, 0, 0, 0, 0),
    }
