"""A file of games that were played, one line each, so that a long run can be interrupted and goes on later."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import SandtableError
from sandtable.lab.study import Played, StudyPlan


class GameLog:
    """Games of one game, setting and seed. Other bots can join later: a line says who sat where."""

    def __init__(self, path: Path, plan: StudyPlan) -> None:
        self.path = path
        self.plan = plan
        self._heading = {"game": plan.game, "options": plan.options, "seed": plan.seed, "seats": list(plan.seats)}
        self._places = {lineup: place for place, lineup in enumerate(plan.lineups)}

    def read(self) -> list[Played]:
        """The games of the plan that stand in the file; a line that was cut off by a crash is left out."""
        if not self.path.exists():
            return []
        heading, *lines = self.path.read_bytes().split(b"\n")
        if _decoded(heading) != self._heading:
            raise SandtableError(f"{self.path} holds games of another game, setting or seed; name another file.")
        played = []
        for line in lines:
            one = _decoded(line)
            if not isinstance(one, dict) or one["number"] >= self.plan.seeds:
                continue
            lineup = self._places.get(tuple(one.pop("bots")))
            if lineup is not None:
                played.append(msgspec.convert(one | {"lineup": lineup}, Played))
        return list({(one.number, one.lineup): one for one in played}.values())

    def add(self, played: Iterable[Played]) -> None:
        """Write games down at once."""
        with self.path.open("ab") as file:
            if file.tell() == 0:
                file.write(msgspec.json.encode(self._heading) + b"\n")
            for one in played:
                line = msgspec.to_builtins(one) | {"bots": self.plan.lineups[one.lineup]}
                del line["lineup"]
                file.write(msgspec.json.encode(line) + b"\n")


def _decoded(line: bytes) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        return None
