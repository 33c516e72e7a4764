from pathlib import Path

from tools.compile import modules


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
