"""`make mutants`: which faults are planted, and that a judge finds what the tests find, and only that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tools.mutants.judging import Tried, Verdict
from tools.mutants.keeping import found_again, read_log, up_to_date, write_log
from tools.mutants.measuring import Measured
from tools.mutants.planting import Field, Mutant, code_of
from tools.mutants.reporting import Equivalent, read_equivalents

ROOT = Path(__file__).resolve().parents[2]

RULES = '''
from functools import cache

LIMIT = 3


@cache
def kept():
    return 1 + 1


class Roll:
    def total(self, a, b=4):
        """A docstring."""
        return a + b


def hits(roll):
    if roll > LIMIT:
        return rule("XY-1.1", "hit")
    raise ValueError("no " + "hit")


def rule(clause, event):
    return event


def unseen():
    return 7


def wait(n):
    while n > 0:
        n -= 1
    return n
'''
TESTS = """
from rules import Roll, hits, wait

def test_total():
    assert Roll().total(1, 2) == 3

def test_hits():
    assert hits(5)

def test_wait():
    assert wait(3) == 0
"""
SCRIPT = """
import json, sys
from pathlib import Path
import pytest
from tools.mutants.judging import Judge
from tools.mutants.measuring import measure
from tools.mutants.judging import Tried, Verdict
from tools.mutants.keeping import found_again, read_log, up_to_date, write_log
from tools.mutants.measuring import Measured
from tools.mutants.planting import Field
root = Path.cwd()
sys.path.insert(0, str(root))
quiet = ["-q", "-p", "no:cacheprovider", "--capture=no", "--rootdir", str(root)]
if len(sys.argv) > 1:
    import msgspec
    Path("measured.json").write_bytes(msgspec.json.encode(measure([root / "test_rules.py"], root, quiet)))
else:
    import msgspec
    from tools.mutants.measuring import Measured
    measured = msgspec.json.decode(Path("measured.json").read_bytes(), type=Measured)
    judge = Judge(root, measured, Field([root / "rules.py"], root).in_random_order("1"), 99)
    judge.patience_s = 0.5
    pytest.main([str(root / "test_rules.py"), *quiet], plugins=[judge])
    print("JUDGED", json.dumps([[t.before, t.after, t.verdict.fate, t.verdict.test] for t in judge.tried]))
"""


def planted(tmp_path: Path) -> list[Mutant]:
    (tmp_path / "rules.py").write_text(RULES)
    return list(Field([tmp_path / "rules.py"], tmp_path).in_random_order("1"))


def test_faults_are_planted_in_rules_and_nowhere_else(tmp_path: Path) -> None:
    mutants = planted(tmp_path)
    changes = {(mutant.before, mutant.after) for mutant in mutants}
    assert ("return a + b", "return a - b") in changes
    assert ("if roll > LIMIT:", "if roll >= LIMIT:") in changes
    assert ('return rule("XY-1.1", "hit")', 'return rule("XY-1.1", "XXhitXX")') in changes
    touched = " ".join(before for before, _ in changes)
    for spared in ("LIMIT = 3", "1 + 1", "b=4", "docstring", "raise"):
        assert spared not in touched
    assert not any("XXXY-1.1XX" in after for _, after in changes)
    total = next(mutant for mutant in mutants if mutant.before == "return a + b")
    assert (total.function, total.line, total.lines) == ("Roll.total", 15, (15, 15))
    code = code_of(total, "rules.py")
    assert code is not None
    assert code.co_qualname == "Roll.total"


def test_the_same_seed_gives_the_same_sample(tmp_path: Path) -> None:
    mutants = planted(tmp_path)
    field = Field([tmp_path / "rules.py"], tmp_path)
    assert list(field.in_random_order("1")) == mutants
    assert list(field.in_random_order("2")) != mutants
    assert len(field.places) == len(mutants)


def run_script(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-c", SCRIPT, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100, check=True)
    return done.stdout


def test_the_judge_finds_what_the_tests_find(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "test_rules.py").write_text(TESTS)
    run_script(tmp_path, "measure")
    judged = json.loads(run_script(tmp_path).rpartition("JUDGED ")[2])
    fates = {(before, after): (fate, test) for before, after, fate, test in judged}
    assert fates["return a + b", "return a - b"] == ("killed", "test_rules.py::test_total")
    assert fates["if roll > LIMIT:", "if roll >= LIMIT:"] == ("survived", "")
    assert fates["return 7", "return 8"] == ("uncovered", "")
    assert fates["n -= 1", "n += 1"][0] == "timeout"
    assert fates["while n > 0:", "while n >= 0:"][0] == "killed"


def test_only_tests_that_changed_are_measured_again(tmp_path: Path) -> None:
    folder, kept, program = tmp_path / "tests", tmp_path / "kept.json", tmp_path / "rules.py"
    folder.mkdir()
    program.write_text(RULES)
    (folder / "test_a.py").write_text("a")
    (folder / "test_b.py").write_text("b")
    ran: list[list[str]] = []

    def run(files: list[Path]) -> Measured:
        names = [file.name for file in files]
        ran.append(names)
        tests = [f"tests/{name}::test" for name in names]
        return Measured(dict.fromkeys(tests, 0.5), {"rules.py": {3: tests}}, [])

    def lines() -> list[str]:
        return sorted(up_to_date(folder, [program], kept, run).lines["rules.py"][3])

    both = ["tests/test_a.py::test", "tests/test_b.py::test"]
    assert lines() == both
    assert lines() == both
    (folder / "test_b.py").write_text("b, changed")
    assert lines() == both
    assert ran == [["test_a.py", "test_b.py"], ["test_b.py"]]
    (folder / "test_b.py").unlink()
    assert lines() == both[:1]
    program.write_text(f"{RULES}\n# changed")
    assert lines() == both[:1]
    assert ran[2:] == [["test_a.py"]]


def test_survivors_are_found_again_after_the_source_has_changed(tmp_path: Path) -> None:
    survived = Verdict("survived", "", 1, 1)
    tried = [Tried.of(mutant, survived) for mutant in planted(tmp_path)]
    log = tmp_path / "log.jsonl"
    write_log(log, tried)
    assert read_log(log) == tried
    (tmp_path / "rules.py").write_text("# Another line.\n" + RULES.replace("return 7", "return 8"))
    found, gone = found_again(tried, Field([tmp_path / "rules.py"], tmp_path))
    assert {one.before for one in gone} == {"return 7"}
    assert len(found) == len(tried) - len(gone)
    assert next(one.line for one in found if one.before == "return a + b") == 16


def test_every_equivalent_mutant_has_a_reason() -> None:
    games = [file.name for file in (ROOT / "tests" / "games").iterdir() if file.is_dir()]
    listed: list[Equivalent] = [one for game in games for one in read_equivalents(game)]
    assert all(one.reason and one.before != one.after for one in listed)
