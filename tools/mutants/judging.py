"""Do the tests find the fault? Each mutant gets a fork of a process that has collected the tests and run none.

The fork puts the changed code into the function that everybody already holds, so nothing is imported again. It runs the
tests that reach the changed statement, the quickest first, and stops at the first that fails.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Literal, NamedTuple, NoReturn

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.measuring import Measured
from tools.mutants.planting import Mutant, code_of

Fate = Literal["killed", "timeout", "crashed", "survived", "uncovered"]
FOUND: tuple[Fate, ...] = ("killed", "timeout", "crashed")
"""A fault is found by a test that fails, does not end, or takes the process down."""
_TIMES_AS_LONG = 20.0
_WARMING = 5
_MEMORY = 6 << 30
_CRASHED, _TIMED_OUT = 3, 97
_Change = tuple[FunctionType, CodeType]


class Verdict(msgspec.Struct, frozen=True):
    """What became of a mutant, by which test, and after how many of those that reach it."""

    fate: Fate
    test: str
    ran: int
    of: int


class Tried(msgspec.Struct, frozen=True):
    """A mutant of a sample and what became of it, as the log of a run keeps it."""

    file: str
    line: int
    function: str
    operator: str
    before: str
    after: str
    verdict: Verdict

    @classmethod
    def of(cls, mutant: Mutant, verdict: Verdict) -> Tried:
        m = mutant
        return cls(m.file, m.line, m.function, m.operator, m.before, m.after, verdict)

    @property
    def found(self) -> bool:
        return self.verdict.fate in FOUND


class _Trial(NamedTuple):
    """A mutant in a fork: its place in the sample, the tests it gets, and the pipe that tells how far they are."""

    at: int
    mutant: Mutant
    tests: list[str]
    end: int


class Judge:
    """A pytest plugin that takes the place of the test loop."""

    def __init__(self, root: Path, measured: Measured, mutants: Iterator[Mutant], wanted: int) -> None:
        self._root = root
        self._measured = measured
        self._mutants = mutants
        self._wanted = wanted
        self.workers = 2
        self.budget_s = 60.0
        self.patience_s = 3.0
        """CPU time that any test may take before it counts as endless."""
        self.tell: Callable[[Tried], None] = lambda tried: None
        """Called with each mutant as soon as its fate is known."""
        self.unsound: list[str] = []
        """Tests that fail without any fault when they run in a fork: they judge nothing."""
        self._fates: dict[int, Tried] = {}
        self._running: dict[int, _Trial] = {}
        self._sound: set[str] = set()
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[tuple[str, str], FunctionType] = {}

    @property
    def tried(self) -> list[Tried]:
        """The mutants of the sample in their order, each with what became of it."""
        return [self._fates[at] for at in sorted(self._fates)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        self._functions = {
            (one.__code__.co_filename, one.__code__.co_qualname): one
            for one in gc.get_objects()
            if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(self._root))
        }
        self._warm_up()
        gc.collect()
        gc.freeze()
        for at, mutant in zip(range(self._wanted), filter(self._change, self._mutants), strict=False):
            self._try(at, mutant)
            while len(self._running) >= self.workers:
                self._hear()
        while self._running:
            self._hear()
        return True

    def _warm_up(self) -> None:
        """Run the quickest tests once before the forks, so that not every fork loads what any test needs."""
        quick = sorted(self._items.keys() & self._measured.seconds.keys(), key=self._measured.seconds.__getitem__)
        for test in quick[:_WARMING]:
            runtestprotocol(self._items[test], log=False, nextitem=None)

    def _try(self, at: int, mutant: Mutant) -> None:
        tests = self._tests_for(mutant)
        if tests:
            child, end = self._fork(tests, self._change(mutant))
            self._running[child] = _Trial(at, mutant, tests, end)
        else:
            self._settle(at, mutant, Verdict("uncovered", "", 0, 0))

    def _hear(self) -> None:
        """Wait for a fork to end. A test that fails even without the fault is left out, and the trial is repeated."""
        child, status = os.wait()
        trial = self._running.pop(child)
        verdict = _verdict(trial, status)
        if verdict.fate == "killed" and not self._is_sound(verdict.test):
            self.unsound.append(verdict.test)
            self._try(trial.at, trial.mutant)
            return
        self._settle(trial.at, trial.mutant, verdict)

    def _settle(self, at: int, mutant: Mutant, verdict: Verdict) -> None:
        self._fates[at] = Tried.of(mutant, verdict)
        self.tell(self._fates[at])
        _progress(len(self._fates), self._wanted)

    def _change(self, mutant: Mutant) -> _Change | None:
        """The function as everybody holds it and its changed code; None where the change cannot be made."""
        path = str(self._root / mutant.file)
        function, code = self._functions.get((path, mutant.function)), code_of(mutant, path)
        if function is None or code is None or code.co_freevars != function.__code__.co_freevars:
            return None
        return (function, code) if code != function.__code__ else None

    def _tests_for(self, mutant: Mutant) -> list[str]:
        lines = self._measured.lines.get(str(self._root / mutant.file), {})
        first, last = mutant.lines
        found = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        known = (found & self._items.keys()) - set(self.unsound)
        return sorted(known, key=lambda test: (self._measured.seconds[test], test))

    def _is_sound(self, test: str) -> bool:
        """Whether a test passes in a fork without any fault; asked once for each test that killed."""
        if test not in self._sound:
            child, end = self._fork([test], None)
            _, status = os.waitpid(child, 0)
            os.close(end)
            if os.waitstatus_to_exitcode(status) != 0:
                return False
            self._sound.add(test)
        return True

    def _fork(self, tests: list[str], change: _Change | None) -> tuple[int, int]:
        begin, end = os.pipe()
        child = os.fork()
        if not child:
            os.close(begin)
            self._run(tests, change, end)
        os.close(end)
        return child, begin

    def _run(self, tests: list[str], change: _Change | None, end: int) -> NoReturn:
        """In the fork: change the function, run the tests, tell how many ran, and end."""
        code = _CRASHED
        try:
            _go_quiet()
            if change is not None:
                change[0].__code__ = change[1]
            code = self._run_tests([self._items[test] for test in tests], end)
        finally:
            os._exit(code)

    def _run_tests(self, items: list[pytest.Item], end: int) -> int:
        spent = 0.0
        for at, item in enumerate(items):
            seconds = self._measured.seconds[item.nodeid]
            if at and spent + seconds > self.budget_s:
                break
            spent += seconds
            signal.setitimer(signal.ITIMER_VIRTUAL, max(self.patience_s, _TIMES_AS_LONG * seconds))
            following = items[at + 1] if at + 1 < len(items) else None
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                os.write(end, f"{at + 1} {item.nodeid}\n".encode())
                return 1
            os.write(end, f"{at + 1} \n".encode())
        return 0


def _go_quiet() -> None:
    """No output, no endless loop, no endless list; a fault may do anything."""
    signal.signal(signal.SIGVTALRM, lambda *_: os._exit(_TIMED_OUT))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _verdict(trial: _Trial, status: int) -> Verdict:
    """What the fork said before it ended: how many tests ran, and which failed."""
    with os.fdopen(trial.end, "rb") as pipe:
        said = pipe.read().decode().splitlines()
    count, _, failed = (said[-1] if said else "0 ").partition(" ")
    ran, of = int(count), len(trial.tests)
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return Verdict("survived", "", ran, of)
    if code == 1:
        return Verdict("killed", failed, ran, of)
    return Verdict("timeout" if code == _TIMED_OUT else "crashed", trial.tests[min(ran, of - 1)], ran + 1, of)


def _progress(done: int, wanted: int) -> None:
    if done % 25 == 0 or done == wanted:
        print(f"{done} of {wanted} mutants", file=sys.stderr, flush=True)
