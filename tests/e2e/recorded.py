"""Recorded games, opened at some step in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandtable.kernel.save import load_save
from tests.e2e.table import Seated
from tests.server.served import Served, run_apart

GOLDEN = Path(__file__).parents[1] / "golden"
LONG = 180_000
"""Milliseconds: a match of a thousand steps is played again when it is opened."""


def halfway(
    seat: Callable[..., Seated], served: Served, game: str, name: str, steps: int, **how: bool | str
) -> tuple[Seated, str]:
    """A recorded game after so many steps, seen by the seat that chose next; and that seat."""
    record = load_save(GOLDEN / game / f"{name}.sandtable")
    mine, so_far = record.steps[steps].seat, record.steps[:steps]
    made = run_apart(served.service.create_match(game, record.options, {}, {}, 0, record.seed, so_far))
    person = seat(f"/match/{made.stored.setup.id}?key={made.keys[mine]}", **how)
    person.ready(LONG)
    return person, mine
