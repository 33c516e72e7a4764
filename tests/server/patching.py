"""What a client does with a patch: the same as web/src/lib/patch.ts."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.show import Shown

Json = dict[str, Any]


def apply_patch(old: Json, patch: Json) -> Json:
    """The table that a patch makes of another."""
    changes = patch.get("table", {})
    table: Json = old["table"] | changes.get("set", {})
    for name in ("pieces", "panels", "overlays", "lines"):
        gone = set(changes.get("gone", {}).get(name, ()))
        kept = {one["id"]: one for one in table.get(name, []) if one["id"] not in gone}
        kept |= {one["id"]: one for one in changes.get(name, [])}
        order = changes.get("order", {}).get(name)
        table[name] = [kept[id] for id in order] if order is not None else list(kept.values())
    new: Json = old | patch.get("set", {}) | {"table": table}
    return new


def as_sent(shown: Json) -> Json:
    """The same table as the server would send it whole, without what has its default."""
    whole: Json = msgspec.json.decode(msgspec.json.encode(msgspec.convert(shown, Shown)))
    return whole
