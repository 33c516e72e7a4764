"""What is kept in `build/mutants` between runs: the measurement of each test file, and the fates of a sample.

A test file is measured again only when it changed, or something that all tests share: the program and its data, and
the helpers of the tests. The log of a run holds its whole sample, so that a later run can try the survivors alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec

from tools.mutants.judging import Tried
from tools.mutants.measuring import Measured
from tools.mutants.planting import Field, Mutant


class Kept(msgspec.Struct):
    """The measurement of each test file by its path, with the digest of all that it depends on."""

    files: dict[str, tuple[str, Measured]] = {}


def up_to_date(tests: Path, shared: Iterable[Path], kept: Path, measure: Callable[[list[Path]], Measured]) -> Measured:
    """The measurement of a folder of tests; only those that changed since the last time are run."""
    common = _digest(sorted({*shared, *(file for file in _sources(tests) if not _is_tests(file))}))
    files = {str(file): f"{common} {_digest([file])}" for file in _sources(tests) if _is_tests(file)}
    old = msgspec.json.decode(kept.read_bytes(), type=Kept).files if kept.exists() else {}
    same = {file: old[file] for file, digest in files.items() if file in old and old[file][0] == digest}
    stale = [file for file in files if file not in same]
    if stale:
        fresh = measure([Path(file) for file in stale])
        if fresh.failed:
            return fresh
        parts = fresh.by_file()
        nothing = Measured({}, {}, [])
        for file in stale:
            part = next((part for name, part in parts.items() if file.endswith(f"/{name}")), nothing)
            same[file] = (files[file], part)
        kept.write_bytes(msgspec.json.encode(Kept(same)))
    return Measured.joined(part for _, part in same.values())


def _sources(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _is_tests(file: Path) -> bool:
    return file.name.startswith("test_") and file.suffix == ".py"


def program(root: Path, game: str) -> list[Path]:
    """All that the tests of a game may run or read beside themselves: everything but the other games."""
    source = root / "src" / "sandtable"
    other = [folder for folder in (source / "games").iterdir() if folder.is_dir() and folder.name != game]
    ours = [file for file in _sources(source) if not any(file.is_relative_to(folder) for folder in other)]
    helpers = [*(root / "tests").glob("*.py"), *(root / "tests" / "games").glob("*.py")]
    return [*ours, *(file for file in helpers if not _is_tests(file))]


def _digest(files: Iterable[Path]) -> str:
    total = blake2b(digest_size=16)
    for file in files:
        total.update(blake2b(file.read_bytes()).digest() + str(file).encode())
    return total.hexdigest()


def write_log(log: Path, tried: Iterable[Tried]) -> None:
    log.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in tried))


def read_log(log: Path) -> list[Tried]:
    """A sample and its fates."""
    return [msgspec.json.decode(line, type=Tried) for line in log.read_bytes().splitlines()]


def found_again(tried: list[Tried], field: Field) -> tuple[list[Mutant], list[Tried]]:
    """The mutants of a log as they stand in the source now, and those whose line is gone."""
    wanted: defaultdict[tuple[str, str, str], set[tuple[str, str]]] = defaultdict(set)
    for one in tried:
        wanted[one.file, one.function, one.operator].add((one.before, one.after))
    present = list(field.like(wanted))
    found: list[Mutant] = []
    gone: list[Tried] = []
    for one in tried:
        same = [mutant for mutant in present if _key(mutant) == _key(one)]
        if same:
            found.append(same[0])
            present.remove(same[0])
        else:
            gone.append(one)
    return found, gone


def _key(one: Mutant | Tried) -> tuple[str, ...]:
    return one.file, one.function, one.operator, one.before, one.after
