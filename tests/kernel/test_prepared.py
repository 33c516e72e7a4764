"""Records that several threads read for the first time at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable

RACE = """
import sys, threading, types
import msgspec
from sandtable.kernel.prepared import prepared

CLASSES = '''
from __future__ import annotations
import msgspec
class Part(msgspec.Struct):
    name: str
    counts: dict[str, int] = {}
class Whole(msgspec.Struct):
    title: str
    parts: tuple[Part, ...]
    last: Part | None = None
'''
sys.setswitchinterval(1e-6)
for number in range(150):
    fresh = types.ModuleType(f"fresh{number}")
    sys.modules[fresh.__name__] = fresh
    exec(CLASSES, fresh.__dict__)
    fresh.Part.__module__ = fresh.Whole.__module__ = fresh.__name__
    begin, read = threading.Barrier(4), []

    def convert():
        begin.wait()
        told = {"title": "t", "parts": [{"name": "p"}], "last": {"name": "q"}}
        read.append(msgspec.convert(told, prepared(fresh.Whole)))

    threads = [threading.Thread(target=convert) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read) == 4
"""


def test_threads_that_read_a_record_for_the_first_time_at_once_all_get_it(tmp_path: Path) -> None:
    """In a process of its own: without `prepared` it dies of a segmentation fault."""
    subprocess.run([sys.executable, "-c", RACE], cwd=tmp_path, check=True)


SOURCE = Path(sandtable.__file__).parent
PLAIN = {"tuple", "list", "dict", "str", "int", "Any", "Options", "Option"}
"""Types without a record: msgspec has nothing to learn of them."""


def unprepared(text: str) -> Iterator[int]:
    """The lines in functions where msgspec is given a record that may not be prepared.

    What is read where a module begins is safe: a module is imported by one thread.
    """
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                kinds: list[ast.expr] = []
                if call.func.attr in ("convert", "Decoder"):
                    kinds = call.args[-1:]
                elif call.func.attr == "decode":
                    kinds = [word.value for word in call.keywords if word.arg == "type"]
                yield from (call.lineno for kind in kinds if not _safe(kind))


def _safe(kind: ast.expr) -> bool:
    if isinstance(kind, ast.Call) and isinstance(kind.func, ast.Name) and kind.func.id == "prepared":
        return True
    return {name.id for name in ast.walk(kind) if isinstance(name, ast.Name)} <= PLAIN


def test_every_record_that_is_read_is_prepared_first() -> None:
    """Wherever the terminal, the lab, the server and the games read a record, another thread may read it too."""
    apart = (SOURCE / "testing", SOURCE / "kernel" / "prepared.py")  # checks run in one thread
    files = [file for file in SOURCE.rglob("*.py") if not any(file.is_relative_to(one) for one in apart)]
    found = [f"{file.relative_to(SOURCE)}:{line}" for file in files for line in unprepared(file.read_text("utf-8"))]
    assert not found, "read it through sandtable.kernel.prepared"


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("msgspec.convert(note, Letter)", False),
        ("msgspec.convert(note, prepared(Letter))", True),
        ("msgspec.json.decode(text, type=list[Choice])", False),
        ("msgspec.json.decode(text, type=tuple[str | int, ...])", True),
        ("msgspec.json.Decoder(Entry)", False),
    ],
)
def test_a_record_that_is_not_prepared_is_found(line: str, safe: bool) -> None:
    assert list(unprepared(f"def read(text):\n    return {line}\n")) == ([] if safe else [2])
    assert not list(unprepared(f"reader = {line}\n"))
