"""Records that several threads read for the first time at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
