"""The worked cases 27 to 36 of the pack, in its order: harassment, Soviet Resolve, the end of a season."""

from __future__ import annotations

import pytest

from sandtable.games.airlift.model import Airlift
from sandtable.games.airlift.play import end_of_season, play
from sandtable.games.airlift.rules.harassment import harassment
from sandtable.games.airlift.rules.movement import allowance
from sandtable.games.airlift.rules.resolve import (
    SuddenDeath,
    harassment_stock,
    on_schedule,
    refugee_check,
    schedule_check,
)
from sandtable.games.airlift.rules.scoring import score, season_is_won, winners
from sandtable.kernel.state import replace
from tests.games.airlift.scene import (
    CW,
    US,
    a_c54,
    activate,
    all_rolled,
    aloft,
    cargo,
    delivered,
    load_dice,
    plane,
    run,
    said,
    scene,
)


def test_c27_harassment_ignored() -> None:
    """AL-9.1"""
    s = scene(weather="storms", severity=1)
    aloft(s, a_c54(s), "s2")
    run(harassment(s))
    assert said(s, "harassment_ignored")
    assert not said(s, "harassment")
    clear = scene()
    for id, space in (("3A", "fulda"), ("3B", "c2"), ("1A", "berlin")):
        aloft(clear, plane(clear, US, id), space)
    run(harassment(clear))
    assert said(clear, "harassment_ignored")
    assert not said(clear, "harassment")


@pytest.mark.parametrize("die", [5, 8, 6])
def test_c28_buzzing(die: int) -> None:
    """AL-9.2, AL-9.4, AL-14.7"""
    s = scene("autumn")
    bottom = aloft(s, plane(s, CW, "1A"), "n2", "n1")
    top = aloft(s, plane(s, CW, "2A"), "n2", "n1")
    load_dice(s, 4, 4, die)
    run(harassment(s))
    at = s.planes[top]
    assert (at.divert, at.problems, at.unidentified) == {
        5: (True, 0, False),
        8: (False, 0, True),
        6: (False, 1, False),
    }[die]
    assert s.planes[bottom] == replace(s.planes[bottom], divert=False, problems=0, unidentified=False)


def test_c29_smoke() -> None:
    """AL-9.6, AL-13.1"""
    s = scene()
    bottom, top = aloft(s, plane(s, US, "1A"), "s1", "fulda"), aloft(s, plane(s, US, "1B"), "s1", "fulda")
    load_dice(s, 6, 6, 8, 4)
    run(harassment(s))
    assert all_rolled(s)
    assert [roll["level"] for roll in said(s, "problem_roll")] == [1, 1]
    assert (s.planes[bottom].problems, s.planes[top].problems) == (1, 0)
    for id in (bottom, top):
        assert s.planes[id].smoke
        activate(s, id)
        assert s.planes[id].place == "s3"
        assert not s.planes[id].smoke
        assert allowance(s, id) == 5


def test_c30_schedule_check() -> None:
    """AL-9.9, AL-9.10"""
    s = scene("winter", turn=2)
    delivered(s, US, fuel=14, food=4)
    assert not on_schedule(s, US)
    delivered(s, US, fuel=15, food=4)
    assert on_schedule(s, US)
    assert s.resolve == 6
    schedule_check(s)
    assert s.resolve == 6
    assert harassment_stock(s) == 3
    delivered(s, CW, fuel=29)
    schedule_check(s)
    assert s.resolve == 7
    assert harassment_stock(s) == 4
    both = scene("winter", turn=2)
    schedule_check(both)
    assert both.resolve == 5


def test_c31_refugees_raise_resolve() -> None:
    """AL-9.11, AL-15.5"""
    s = scene("autumn", refugees=2)
    id = aloft(s, a_c54(s), "f_giessen", outgoing="refugee")
    activate(s, id, ("land", id, "rhein_main"))
    assert s.refugees == 3
    delivered(s, US, fuel=19, food=10, medicine=4, parts=3)
    schedule_check(s)
    assert s.resolve == 3
    refugee_check(s)
    assert (s.resolve, s.refugees) == (4, 0)


def test_c32_sudden_death() -> None:
    """AL-9.3, AL-9.8"""
    s = scene("spring", resolve=11, step="draw", cup=["harassment", "storms"])
    aloft(s, a_c54(s), "s2")
    load_dice(s, "harassment", 1, 1)
    run(play(s))
    assert s.resolve == 12
    assert s.ended == "sudden_death"
    assert winners(s) == ()
    assert not s.results
    with pytest.raises(SuddenDeath):
        run(harassment(scene_at_the_brink()))


def scene_at_the_brink() -> Airlift:
    """Spring with Soviet Resolve on 11 and a `resolve` result to come."""
    s = scene("spring", resolve=11)
    aloft(s, a_c54(s), "s2")
    load_dice(s, 1, 1)
    return s


def test_c33_scoring() -> None:
    """AL-16.4 to AL-16.6"""
    s = scene(morale=1)
    delivered(s, US, 9, 8, 2, 0)
    s.players[US] = replace(s.players[US], outgoing=(1, 1), downed=1, vp=1)
    assert score(s, US) == 7


def test_c34_all_goals_exceeded() -> None:
    """AL-16.4, AL-16.5"""
    s = scene(morale=1)
    delivered(s, US, 11, 8, 5, 4)
    assert score(s, US) == 14


def test_c35_season_end_in_flight() -> None:
    """AL-16.2, AL-16.3"""
    s = scene(morale=0, step="end_of_season")
    delivered(s, US, fuel=7)
    big, small, standing = (
        aloft(s, a_c54(s), "fulda"),
        aloft(s, plane(s, US, "1A"), "c3", outgoing="refugee"),
        plane(s, US, "1B"),
    )
    s.track[10 - 1] = False
    cargo(s, big, fuel=3)
    cargo(s, standing, food=1)
    run(end_of_season(s), ("place", "finished", "tempelhof"))
    assert s.players[US].delivered == (10, 0, 0, 0)
    assert s.players[US].outgoing == (0, 1)
    assert s.planes[small].outgoing == ""
    assert s.planes[standing].cargo == (0, 1, 0, 0)
    assert s.morale == 1
    assert s.ended == "saved"


def test_c36_morale_zero() -> None:
    """AL-16.3"""
    s = scene(morale=0, step="end_of_season")
    delivered(s, US, 11, 8, 5, 4)
    run(end_of_season(s))
    assert not season_is_won(s)
    assert s.ended == "morale"
    assert winners(s) == ()
