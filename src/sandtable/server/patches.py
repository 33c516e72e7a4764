"""What changed on a table from one choice to the next: it is sent instead of the whole table.

The lists of a table (pieces, panels, overlays, lines) are compared by the ids of what is in them. What is new or
changed is sent whole, what is gone by its id, and the order of a list only where it cannot be told from the rest: what
was there keeps its place, what is new comes at the end. Everything else is sent when it differs, also when it has its
default.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from sandtable.kernel.show import Shown, ShownDecision
from sandtable.kernel.table import Table
from sandtable.server.messages import Changed, ShownNow, ShownPatch, TablePatch

LISTS = ("pieces", "panels", "overlays", "lines")
_TABLE_FIELDS = tuple(name for name in Table.__struct_fields__ if name not in LISTS)
_SHOWN_FIELDS = tuple(name for name in Shown.__struct_fields__ if name not in ("table", "decision"))
_encoder = msgspec.json.Encoder()


class _WithId(Protocol):
    @property
    def id(self) -> str: ...


class Written(msgspec.Struct, frozen=True):
    """A decision as it is sent, and the fingerprint of that."""

    text: bytes
    fingerprint: bytes


def written(decision: ShownDecision | None) -> Written:
    """A decision to be sent."""
    text = _encoder.encode(decision)
    return Written(text, blake2b(text, digest_size=16).digest())


class Known(msgspec.Struct, frozen=True):
    """What a client knows: the table sent last and its version. Of the decision, which may have a thousand options,
    only a fingerprint is kept."""

    version: int
    shown: Shown
    decision: bytes

    @staticmethod
    def of(version: int, shown: Shown, decision: Written | None = None) -> Known:
        """What one knows to whom all of this was sent."""
        told = written(shown.decision) if decision is None else decision
        return Known(version, msgspec.structs.replace(shown, decision=None), told.fingerprint)


def patch_between(old: Known, new: Shown, decision: Written) -> ShownPatch | None:
    """What makes one table of another; None where it cannot be told, because two things have one id."""
    changed: dict[str, tuple[Any, ...]] = {}
    gone: dict[str, tuple[str, ...]] = {}
    order: dict[str, tuple[str, ...]] = {}
    table = old.shown.table
    for name in LISTS:
        before: dict[str, _WithId] = {one.id: one for one in getattr(table, name)}
        after: Sequence[_WithId] = getattr(new.table, name)
        ids = [one.id for one in after]
        here = set(ids)
        if len(here) != len(ids) or len(before) != len(getattr(table, name)):
            return None
        if put := tuple(one for one in after if before.get(one.id) != one):
            changed[name] = put
        if lost := tuple(id for id in before if id not in here):
            gone[name] = lost
        if ids != [*(id for id in before if id in here), *(id for id in ids if id not in before)]:
            order[name] = tuple(ids)
    fields = _differing(old.shown, new, _SHOWN_FIELDS)
    if decision.fingerprint != old.decision:
        fields["decision"] = msgspec.Raw(decision.text)
    told = TablePatch(set=_differing(table, new.table, _TABLE_FIELDS), gone=gone, order=order, **changed)
    return ShownPatch(set=fields, table=told)


def _differing(old: msgspec.Struct, new: msgspec.Struct, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(new, name) for name in names if getattr(old, name) != getattr(new, name)}


def changed_since(known: Known | None, now: ShownNow, decision: Written) -> Changed | ShownNow:
    """How a new table is told to one who knows another: by what changed, or whole."""
    if known is None or known.shown.seat != now.shown.seat:
        return now
    patch = patch_between(known, now.shown, decision)
    if patch is None:
        return now
    return Changed(now.version, known.version, patch, now.journal, now.since)
