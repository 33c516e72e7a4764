"""R4, R5, R7: the match service under lost, repeated and reordered messages, crashes and a full disk."""

from __future__ import annotations

import pytest

from sandtable.server.records import Commit, Effect, Reply
from tests.server.simulation import World

GATE, SOAK = 1_000, 20_000


def play(seeds: range) -> tuple[int, int]:
    entries = crashes = 0
    for seed in seeds:
        world = World(seed)
        try:
            world.session()
        except AssertionError as fault:
            raise AssertionError(f"seed {seed}: {fault}") from fault
        entries += len(world.disk.entries)
        crashes += world.crashes
    return entries, crashes


def test_nothing_acknowledged_is_lost_and_nothing_counts_twice() -> None:
    entries, crashes = play(range(GATE))
    assert entries > GATE * 5
    assert crashes > GATE / 4


@pytest.mark.soak
@pytest.mark.parametrize("first", range(GATE, GATE + SOAK, SOAK // 4))
def test_nothing_is_lost_in_many_sessions(first: int) -> None:
    entries, crashes = play(range(first, first + SOAK // 4))
    print(f"{SOAK // 4} sessions: {entries} entries kept, {crashes} crashes")


def acknowledge_first(effects: list[Effect]) -> list[Effect]:
    return sorted(effects, key=lambda effect: not isinstance(effect, Reply))


def forget_to_commit(effects: list[Effect]) -> list[Effect]:
    return [effect for effect in effects if not isinstance(effect, Commit) or effect.entry.number % 7]


@pytest.mark.parametrize("plant", [acknowledge_first, forget_to_commit])
def test_planted_faults_are_found(plant: object) -> None:
    for seed in range(50):
        try:
            World(seed, plant).session()  # type: ignore[arg-type]  # parametrize does not keep the type
        except AssertionError:
            return
    pytest.fail("the simulation did not notice the planted fault")


def test_a_service_that_forgets_message_ids_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.match.Match._once", lambda *_: [])
    with pytest.raises(AssertionError):
        play(range(GATE))
