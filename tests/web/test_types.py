"""web/src/lib/types.ts is what tools/web_types.py makes of the records, and the tool reads them rightly."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.kernel.words import Segment
from tools.web_types import TARGET, Writer, written


class Inner(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part."""

    name: str
    note: str = ""
    """Told when asked."""


class Outer(msgspec.Struct, frozen=True, tag="outer", tag_field="type", rename={"since": "from"}):
    parts: tuple[Inner, ...]
    pair: tuple[int, str]
    since: int
    text: list[Segment]
    tone: Literal["", "harm"] = ""
    facts: dict[str, Any] = {}
    maybe: Inner | None = None


def test_the_file_is_fresh() -> None:
    assert TARGET.read_text(encoding="utf-8") == written(), "run .venv/bin/python tools/web_types.py"


def test_what_the_server_may_leave_out_is_optional_and_keeps_its_comment() -> None:
    writer = Writer()
    writer.add(Inner)
    assert writer.written["Inner"] == (
        "/** A part. */\nexport interface Inner {\n  name: string;\n  /** Told when asked. */\n  note?: string;\n}"
    )


def test_every_kind_of_field_has_its_type() -> None:
    writer = Writer()
    writer.add(Outer)
    lines = [line.strip() for line in writer.written["Outer"].splitlines()]
    assert lines == [
        "export interface Outer {",
        'type: "outer";',
        "parts: Inner[];",
        "pair: [number, string];",
        "from: number;",
        "text: Segment[];",
        'tone: "" | "harm";',
        "facts: Record<string, unknown>;",
        "maybe: Inner | null;",
        "}",
    ]
