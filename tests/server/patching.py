"""What a client does with what it is sent: the same as web/src/lib/patch.ts and web/src/lib/unpack.ts."""

from __future__ import annotations

from collections.abc import Mapping
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
        for id, fields in changes.get("changes", {}).get(name, {}).items():
            kept[id] = kept[id] | fields
        last: Json = {}
        for fields in changes.get("new", {}).get(name, []):
            last = last | fields
            kept[last["id"]] = last
        if name == "overlays":
            for id, spaces in changes.get("spaces", {}).items():
                left = [space for space in kept[id]["spaces"] if space not in spaces.get("minus", ())]
                kept[id] = kept[id] | {"spaces": [*left, *spaces.get("plus", ())]}
        order = changes.get("order", {}).get(name)
        table[name] = [kept[id] for id in order] if order is not None else list(kept.values())
    new: Json = old | patch.get("set", {}) | {"table": table}
    return new


def as_sent(shown: Json) -> Json:
    """The same table as the server would send it whole, without what has its default."""
    whole: Json = msgspec.json.decode(msgspec.json.encode(msgspec.convert(shown, Shown)))
    return whole


def options_of(shown: Json) -> list[list[str | int]]:
    """The options of a table's decision, one by one."""
    found = []
    for *first, last in (shown.get("decision") or {}).get("options", ()):
        found += [[*first, one] for one in (last if isinstance(last, list) else [last])]
    return found


def unpacked(decision: Json, names: Mapping[str, str]) -> Json:
    """The decision with every option's text, for one who holds the names that everybody may know."""
    called = {**names, **decision.get("names", {})}

    def told(thing: str | int) -> Any:
        if isinstance(thing, int):
            return str(thing)
        return {"ref": thing, "text": called[thing]} if thing in called else decision.get("terms", {}).get(thing, thing)

    def text(option: list[str | int]) -> list[Any]:
        wording = decision.get("wordings", {})[str(option[0])]
        parts = (told(option[part]) if isinstance(part, int) else part for part in wording)
        return _begun(list(parts))

    options = []
    for number, option in enumerate(options_of({"decision": decision})):
        details = decision.get("details", {}).get(str(number), {})
        one = {"option": option, "text": details.get("text") or text(option)}
        for name in ("tone", "act"):
            if told_of_verb := decision.get(f"{name}s", {}).get(str(option[0])):
                one[name] = told_of_verb
        options.append(one | details)
    kept = {name: decision[name] for name in ("deciders", "prompt", "rule", "together") if name in decision}
    return kept | {"options": options}


def _begun(text: list[Any]) -> list[Any]:
    """A text begins with a capital."""
    for index, part in enumerate(text):
        says = part if isinstance(part, str) else part["text"]
        if says:
            word = says.partition(" ")[0]
            if word.isalpha() and word.islower():
                raised = says[0].upper() + says[1:]
                text[index] = raised if isinstance(part, str) else part | {"text": raised}
            break
    return text
