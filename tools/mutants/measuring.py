"""Which test runs which line, and how long a test takes: one run of the game's tests under coverage.

A fixture that many tests share is run by the first of them only, so its lines are kept apart and belong to every test
that asks for it. What test modules keep in a cache is dropped before each test, for the same reason.
"""

from __future__ import annotations

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any

import coverage
import msgspec
import pytest


class Measured(msgspec.Struct):
    """What the tests of a game did."""

    seconds: dict[str, float]
    """CPU time of each test that passed."""
    lines: dict[str, dict[int, list[str]]]
    """File to line to the tests that run it."""
    failed: list[str]

    def by_file(self) -> dict[str, Measured]:
        """What the tests of each test file did, by its path as pytest names it."""
        files: dict[str, Measured] = defaultdict(lambda: Measured({}, {}, []))
        for test, taken in self.seconds.items():
            files[_file_of(test)].seconds[test] = taken
        for test in self.failed:
            files[_file_of(test)].failed.append(test)
        for source, by_line in self.lines.items():
            for line, tests in by_line.items():
                for test in tests:
                    files[_file_of(test)].lines.setdefault(source, {}).setdefault(line, []).append(test)
        return files

    @classmethod
    def joined(cls, parts: Iterable[Measured]) -> Measured:
        """One measurement of several test files."""
        total = cls({}, {}, [])
        for part in parts:
            total.seconds |= part.seconds
            total.failed += part.failed
            for source, by_line in part.lines.items():
                lines = total.lines.setdefault(source, {})
                for line, tests in by_line.items():
                    lines[line] = lines.get(line, []) + tests
        return total


@cache
def _file_of(test: str) -> str:
    return test.partition("::")[0]


class Meter:
    """A pytest plugin that switches the context of the measurement with every test and shared fixture."""

    def __init__(self, cover: coverage.Coverage) -> None:
        self._cover = cover
        self.seconds: dict[str, float] = {}
        self.fixtures: dict[str, set[str]] = defaultdict(set)
        self.failed: list[str] = []
        self._test = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        forget_what_tests_keep()
        self._test = item.nodeid
        for name in getattr(item, "fixturenames", ()):
            self.fixtures[name].add(item.nodeid)
        self._cover.switch_context(item.nodeid)
        begun = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - begun
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        self._cover.switch_context(f"fixture {fixturedef.argname}")
        result = yield
        self._cover.switch_context(self._test)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def forget_what_tests_keep() -> None:
    """Empty the caches of functions in test modules."""
    for module in [module for name, module in sys.modules.items() if name.startswith("tests.")]:
        for value in list(vars(module).values()):
            if isinstance(value, _lru_cache_wrapper) and value.__wrapped__.__module__.startswith("tests."):
                value.cache_clear()


def measure(tests: list[Path], source: Path, arguments: list[str]) -> Measured:
    """Run the tests once and say what they run."""
    cover = coverage.Coverage(data_file=None, source=[str(source)], config_file=False)
    meter = Meter(cover)
    cover.start()
    pytest.main([*map(str, tests), *arguments], plugins=[meter])
    cover.stop()
    data = cover.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        lines[file] = {
            line: sorted(_tests_of(contexts, meter) - set(meter.failed))
            for line, contexts in data.contexts_by_lineno(file).items()
        }
    passed = {test: seconds for test, seconds in meter.seconds.items() if test not in meter.failed}
    gc.collect()
    return Measured(passed, lines, meter.failed)


def _tests_of(contexts: list[str], meter: Meter) -> set[str]:
    found: set[str] = set()
    for context in contexts:
        found |= meter.fixtures[context.removeprefix("fixture ")] if context.startswith("fixture ") else {context}
    return found & set(meter.seconds)
