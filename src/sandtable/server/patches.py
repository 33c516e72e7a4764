"""What changed on a table from one choice to the next: it is sent instead of the whole table.

The lists of a table (pieces, panels, overlays, lines) are compared by the ids of what is in them. Of what is new the
first is sent whole and each further by what differs from the one before it; of what changed the fields that differ,
what is gone by its id, and the order of a list only where it cannot be told from the rest: what was there keeps its
place, what is new comes at the end. Of an overlay, whose spaces have no order, those are sent that came and went, where
that is less. Everything else is sent when it differs, also when it has its default.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import msgspec

from sandtable.kernel.packed import PackedDecision
from sandtable.kernel.show import Shown
from sandtable.kernel.table import Line, Overlay, Panel, Piece, Table
from sandtable.server.messages import Changed, ShownNow, ShownPatch, SpacesPatch, TablePatch

LISTS = ("pieces", "panels", "overlays", "lines")
_TABLE_FIELDS = tuple(name for name in Table.__struct_fields__ if name not in LISTS)
_SHOWN_FIELDS = tuple(name for name in Shown.__struct_fields__ if name not in ("table", "decision"))
_encoder = msgspec.json.Encoder()


_WithId = Piece | Panel | Overlay | Line


class Written(msgspec.Struct, frozen=True):
    """A decision as it is sent, and the fingerprint of that."""

    text: bytes
    fingerprint: bytes


def written(decision: PackedDecision | None) -> Written:
    """A decision to be sent."""
    text = _encoder.encode(decision)
    return Written(text, blake2b(text, digest_size=16).digest())


class SentTable(msgspec.Struct, frozen=True):
    """What a client knows: the table sent last and its version. Of the decision, which may have a thousand options,
    only a fingerprint is kept."""

    version: int
    shown: Shown
    decision: bytes

    @staticmethod
    def of(version: int, shown: Shown, decision: Written | None = None) -> SentTable:
        """What one knows to whom all of this was sent."""
        told = written(shown.decision) if decision is None else decision
        return SentTable(version, msgspec.structs.replace(shown, decision=None), told.fingerprint)


class _Differences:
    """What two tables differ in, list by list."""

    def __init__(self) -> None:
        self.new: dict[str, list[dict[str, Any]]] = {}
        self.changes: dict[str, dict[str, dict[str, Any]]] = {}
        self.spaces: dict[str, SpacesPatch] = {}
        self.gone: dict[str, tuple[str, ...]] = {}
        self.order: dict[str, tuple[str, ...]] = {}

    def compare(self, name: str, old: Sequence[_WithId], new: Sequence[_WithId]) -> bool:
        """Take down what makes one list of another; not done where two things have one id."""
        if old is new:
            return True
        ids = [one.id for one in new]
        here = set(ids)
        if len(here) == len(ids) and ids == [one.id for one in old]:  # mostly the same things lie there as before
            for last, one in zip(old, new, strict=True):
                if last is not one and last != one and (fields := self._changes(last, one)):
                    self.changes.setdefault(name, {})[one.id] = fields
            return True
        before = {one.id: one for one in old}
        if len(here) != len(ids) or len(before) != len(old):
            return False
        if fresh := [one for one in new if one.id not in before]:
            further = [_differing(last, one, one.__struct_fields__) for last, one in pairwise(fresh)]
            self.new[name] = [msgspec.structs.asdict(fresh[0]), *further]
        for one in new:
            if before.get(one.id, one) != one and (fields := self._changes(before[one.id], one)):
                self.changes.setdefault(name, {})[one.id] = fields
        if lost := tuple(id for id in before if id not in here):
            self.gone[name] = lost
        if ids != [*(id for id in before if id in here), *(id for id in ids if id not in before)]:
            self.order[name] = tuple(ids)
        return True

    def _changes(self, old: _WithId, new: _WithId) -> dict[str, Any]:
        """The fields of a thing that differ."""
        fields = _differing(old, new, new.__struct_fields__)
        if isinstance(old, Overlay) and isinstance(new, Overlay) and "spaces" in fields:
            before, after = set(old.spaces), set(new.spaces)
            plus, minus = tuple(sorted(after - before)), tuple(sorted(before - after))
            if len(plus) + len(minus) < len(after):
                del fields["spaces"]
                self.spaces[new.id] = SpacesPatch(plus, minus)
        return fields


def patch_between(old: SentTable, new: Shown, decision: Written) -> ShownPatch | None:
    """What makes one table of another; None where it cannot be told, because two things have one id."""
    table, found = old.shown.table, _Differences()
    if not all(found.compare(name, getattr(table, name), getattr(new.table, name)) for name in LISTS):
        return None
    fields = _differing(old.shown, new, _SHOWN_FIELDS)
    if decision.fingerprint != old.decision:
        fields["decision"] = msgspec.Raw(decision.text)
    told = TablePatch(
        _differing(table, new.table, _TABLE_FIELDS), found.new, found.changes, found.spaces, found.gone, found.order
    )
    return ShownPatch(set=fields, table=told)


def _differing(old: msgspec.Struct, new: msgspec.Struct, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}


def changed_since(known: SentTable | None, now: ShownNow, decision: Written) -> Changed | ShownNow:
    """How a new table is told to one who knows another: by what changed, or whole."""
    if known is None or known.shown.seat != now.shown.seat:
        return now
    patch = patch_between(known, now.shown, decision)
    if patch is None:
        return now
    return Changed(now.version, known.version, patch, now.journal, now.since)
