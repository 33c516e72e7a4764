"""The client's types name the same fields as the records that the server sends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.board.lesson import LessonStep
from sandtable.kernel.clauses import Clause
from sandtable.kernel.flow import Odds
from sandtable.kernel.game import OptionSpec, Outcome
from sandtable.kernel.show import Shown, ShownDecision, ShownLine, ShownOption
from sandtable.kernel.table import Badge, Board, Label, Line, Link, Measured, Overlay, Panel, Piece, Row, Space, Table

TYPES = Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts"
RECORDS = [
    Badge, Board, Clause, Label, LessonStep, Line, Link, Measured, Odds, OptionSpec, Outcome, Overlay, Panel, Piece, Row, Shown,
    ShownDecision, ShownLine, ShownOption, Space, Table,
]  # fmt: skip


def interface_fields(name: str) -> dict[str, bool]:
    """The fields of an interface in types.ts, and whether each must be there."""
    found = re.search(rf"export interface {name} {{\n(.*?)\n}}", TYPES.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"types.ts has no interface {name}"
    return {field: not maybe for field, maybe in re.findall(r"^  (\w+)(\??):", found[1], re.MULTILINE)}


def record_schema(record: type) -> dict[str, Any]:
    """The JSON schema that msgspec writes for a record."""
    schema = msgspec.json.schema(record)
    found: dict[str, Any] = schema["$defs"][record.__name__]
    return found


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record.__name__))
def test_the_client_knows_every_field(record: type) -> None:
    assert set(interface_fields(record.__name__)) == set(record_schema(record)["properties"])


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record.__name__))
def test_fields_that_the_server_may_leave_out_are_optional_in_the_client(record: type) -> None:
    config = record.__struct_config__  # type: ignore[attr-defined]  # every record is a msgspec.Struct
    always = (
        set(record_schema(record)["properties"])
        if not config.omit_defaults
        else set(record_schema(record).get("required", []))
    )
    relied_on = {field for field, needed in interface_fields(record.__name__).items() if needed}
    assert relied_on <= always
