"""The map in characters, for the terminal: corridors with their direction, bases with ready and maintenance planes."""

from __future__ import annotations

from sandtable.games.airlift.components import AIRBASES, BASES, COLOURS, COUNTERS, SPACES, TYPE_OF
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import MAINTENANCE
from sandtable.games.airlift.names import say

_SHORT = {"usaf10": "A", "usaf14": "B", "cw30": "C", "cw77": "D"}
_LETTERS = dict(zip(COLOURS, "FYMP", strict=True))
_NORTH = ("dannenberg", "n1", "n2", "n3", "n4", "frohnau", "berlin")
_NORTH_DIVERSION = ("dn1", "dn2", "dn3")
_CENTRAL = ("braunschweig", "c4", "c3", "c2", "c1", "berlin")
_SOUTH = ("fulda", "s1", "s2", "s3", "s4", "s5", "berlin")
_SOUTH_DIVERSION = ("ds1", "ds2", "ds3")


def schematic(view: AirliftView, width: int) -> list[str]:
    """The picture: diversion paths and corridors from west to east, then every other space that holds something."""
    lines = [
        "         " + _path(view, _NORTH_DIVERSION, " ↔ ") + f"   ({say('soviet_airspace')})",
        f"{say('north'):<7}" + _path(view, _NORTH, " → "),
        f"{say('centre'):<7}" + _path(view, _CENTRAL, " ← "),
        f"{say('south'):<7}" + _path(view, _SOUTH, " → "),
        "         " + _path(view, _SOUTH_DIVERSION, " ↔ ") + f"   ({say('soviet_airspace')})",
        "",
    ]
    drawn = {*_NORTH, *_CENTRAL, *_SOUTH, *_NORTH_DIVERSION, *_SOUTH_DIVERSION}
    lines += [f"{SPACES[id].name:<26} {_flying(view, id)}" for id in SPACES if id in view.stacks and id not in drawn]
    lines += [_base(view, id) for id in BASES]
    lines.append(say("schematic_legend"))
    return [cut for line in lines for cut in _wrapped(line, width)]


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line.rstrip()]
    at = line.rfind(" ", 0, width)
    at = at if at > 20 else width
    return [line[:at].rstrip(), *_wrapped("    " + line[at:].strip(), width)]


def _path(view: AirliftView, spaces: tuple[str, ...], arrow: str) -> str:
    return arrow.join(_stop(view, id) for id in spaces)


def _stop(view: AirliftView, id: str) -> str:
    name = id if len(id) <= 3 else SPACES[id].name.split()[0]
    return f"{name}[{_flying(view, id)}]" if id in view.stacks else name


def _flying(view: AirliftView, id: str) -> str:
    return " ".join(_plane(view, plane) for plane in view.stacks.get(id, ()))


def _plane(view: AirliftView, id: str) -> str:
    """A plane in a few characters: squadron, slot, cargo, troubles."""
    at, counter = view.planes[id], COUNTERS[id]
    text = f"{_SHORT[counter.squadron]}{counter.slot.lower()}"
    cargo = "".join(_LETTERS[c] * n for c, n in zip(COLOURS, at.cargo, strict=True))
    text += f":{cargo}" if cargo else ""
    text += "'" if at.outgoing else ""
    text += "p" * at.problems + ("u" if at.unidentified else "")
    text += "!" if at.divert or at.no_second_chance or at.smoke else ""
    return text


def _base(view: AirliftView, id: str) -> str:
    base = view.bases[id]
    here = view.ground.get(id, ())
    ready = [p for p in here if view.planes[p].status != MAINTENANCE]
    sick = [p for p in here if view.planes[p].status == MAINTENANCE]
    text = f"{SPACES[id].name:<26}"
    if not base.active:
        text += " " + say("schematic_inactive", support=base.support)
    cubes = " ".join(f"{n}{_LETTERS[c]}" for c, n in zip(COLOURS, base.cubes, strict=True) if n)
    if id in AIRBASES:
        text += " " + say("schematic_cargo", cubes=cubes or "-")
    else:
        text += " " + say("schematic_out", finished=base.outgoing[0], refugees=base.outgoing[1])
    if ready:
        text += " | " + say("schematic_ready", planes=" ".join(f"{_plane(view, p)}({TYPE_OF[p].id})" for p in ready))
    if sick:
        text += " | " + say("schematic_maintenance", planes=" ".join(_plane(view, p) for p in sick))
    return text
