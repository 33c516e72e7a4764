from __future__ import annotations

import os
from pathlib import Path

from tools.compile import copy_changed, modules
from tools.extensions import groups, is_fresh


def test_kernel_and_rules_are_compiled_and_what_says_skip_is_not(tmp_path: Path) -> None:
    for name, text in {
        "kernel/__init__.py": "",
        "kernel/dice.py": "",
        "kernel/state.py": '"""State."""\n# mypyc: skip - msgspec makes these classes\n',
        "games/toy/__init__.py": "",
        "games/toy/play.py": "class Plain(object): ...",
        "games/toy/rules/records.py": "class Unit(Record, frozen=True): ...",
        "games/toy/rules/combat.py": "",
        "games/toy/table.py": "",
        "server/app.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [str(m) for m in modules(tmp_path)] == ["games/toy/play.py", "games/toy/rules/combat.py", "kernel/dice.py"]


def test_each_game_and_the_kernel_are_a_library_of_their_own() -> None:
    paths = ["sandtable/kernel/dice.py", "sandtable/games/toy/play.py", "sandtable/games/toy/rules/air/flak.py"]
    assert groups(paths) == {"kernel": paths[:1], "games_toy": paths[1:]}


def test_an_object_is_made_again_when_anything_that_it_was_made_of_is_newer(tmp_path: Path) -> None:
    made, source, header = (tmp_path / name for name in ("a b.o", "a.c", "h.h"))
    made.with_suffix(".d").write_text(f"a.o: {source} \\\n {header}\n")
    assert not is_fresh(made), "there is none yet"
    for path in (source, header):
        path.write_text("")
        os.utime(path, (1, 1))
    made.write_text("")
    assert is_fresh(made)
    os.utime(header, (made.stat().st_mtime + 5,) * 2)
    assert not is_fresh(made)
    header.unlink()
    assert not is_fresh(made), "what was read is gone"


def test_a_second_copy_leaves_what_is_equal_and_removes_what_is_gone(tmp_path: Path) -> None:
    source, copy = tmp_path / "package", tmp_path / "copy"
    (source / "kernel").mkdir(parents=True)
    for name in ("dice.py", "flow.py", "state.so"):
        (source / "kernel" / name).write_text(name)
    copy_changed(source, copy, [])
    assert sorted(path.name for path in (copy / "kernel").iterdir()) == ["dice.py", "flow.py"]
    for name in ("dice.py", "flow.py"):
        os.utime(copy / "kernel" / name, (1, 1))
    (copy / "kernel" / "dice.cpython-311.so").write_text("made of dice")
    (copy / "kernel" / "gone.cpython-311.so").write_text("made of what is gone")
    (source / "kernel" / "flow.py").write_text("another")
    copy_changed(source, copy, [Path("kernel/dice.py")])
    assert sorted(path.name for path in (copy / "kernel").iterdir()) == ["dice.cpython-311.so", "dice.py", "flow.py"]
    assert (copy / "kernel" / "dice.py").stat().st_mtime == 1
    assert (copy / "kernel" / "flow.py").read_text() == "another"
