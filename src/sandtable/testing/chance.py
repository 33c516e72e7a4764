"""Chance comes from the dice of the position and from nowhere else (D3), and nothing depends on the machine (E3)."""

from __future__ import annotations

import datetime
import os
import random
import secrets
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch

from sandtable.kernel.game import AnyGame
from sandtable.testing.case import Broken, Case, Walk
from sandtable.testing.places import home_of

_BANNED = {
    random: "random randint randrange choice choices shuffle sample uniform getrandbits gauss betavariate Random seed",
    time: "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time localtime gmtime",
    uuid: "uuid1 uuid4",
    os: "urandom getrandom",
    secrets: "token_bytes token_hex choice randbelow randbits",
}
_BANNED_MODULES = (random, time, uuid, secrets, datetime)


class UsedChance(Exception):
    """A rule asked the machine for chance or the time."""


@contextmanager
def no_chance() -> Iterator[None]:
    """While this lasts, asking the machine for chance or the time raises, in this thread."""
    here = threading.get_ident()

    def raiser(name: str, real: Any) -> Any:
        def raise_here(*args: Any, **kwargs: Any) -> Any:
            if threading.get_ident() != here:
                return real(*args, **kwargs)
            raise UsedChance(name)

        return raise_here

    patches = [
        patch.object(module, name, raiser(f"{module.__name__}.{name}", getattr(module, name)))
        for module, names in _BANNED.items()
        for name in names.split()
        if hasattr(module, name)
    ]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in reversed(patches):
            each.stop()


def check_no_chance(case: Case, decisions: int = 400) -> None:
    """D3 A game played while chance and the clock of the machine raise; its modules do not hold them either."""
    for problem in chance_in_modules(case.game):
        raise case.broken(problem)
    state = random.getstate()
    try:
        with no_chance():
            _play(case, decisions)
    except Exception as fault:
        chain: BaseException | None = fault
        while chain is not None and not isinstance(chain, UsedChance):
            chain = chain.__cause__ or chain.__context__
        if chain is None:
            raise
        raise case.broken(f"a rule uses {chain}") from fault
    if random.getstate() != state:
        raise case.broken("a rule uses the module random")


def _play(case: Case, decisions: int) -> None:
    walk = Walk(case, "greedy")
    for position, _ in walk.decisions():
        for seat in (*position.seats, ""):
            position.game.table(position.sight(seat))
        if len(position.steps) >= decisions:
            return


def modules_of(game: AnyGame) -> list[ModuleType]:
    """The modules of the kernel, of the shared parts and of the game itself that are loaded."""
    wanted = ("sandtable.kernel.", "sandtable.board.", f"{home_of(game)}.")
    return [module for name, module in sorted(sys.modules.items()) if f"{name}.".startswith(wanted)]


def chance_in_modules(game: AnyGame) -> Iterator[str]:
    """Modules of rules that have a source of chance or a clock among their names."""
    for module in modules_of(game):
        for name, value in vars(module).items():
            source = value if isinstance(value, ModuleType) else sys.modules.get(str(getattr(value, "__module__", "")))
            owner = getattr(value, "__self__", None)
            if source in _BANNED_MODULES or isinstance(owner, random.Random) or value is os.urandom:
                yield f"the module {module.__name__} holds {name!r}, a source of chance or a clock"


def compare_fingerprints(wanted: dict[str, str], got: dict[str, str], where: str) -> None:
    """Two machines must have played the same games to the byte."""
    if wanted == got:
        return
    parts = [key for key in wanted if got.get(key) != wanted[key]]
    raise Broken(f"{where} plays differently from here: {', '.join(parts[:5])}")
