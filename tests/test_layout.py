"""What a package may import, where import-linter cannot say it: everything but a short list is forbidden."""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "sandtable"
ALLOWED = {*sys.stdlib_module_names, "msgspec", "sandtable"}


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("package", ["kernel", "board", "games"])
def test_the_rules_depend_on_msgspec_only(package: str) -> None:
    modules = sorted((SOURCE / package).rglob("*.py"))
    assert modules
    foreign = {str(m.relative_to(SOURCE)): extra for m in modules if (extra := imported(m) - ALLOWED)}
    assert foreign == {}
