"""The bomber and the airspace around it in characters, for the terminal: 78 columns, without colour."""

from __future__ import annotations

from sandtable.games.warbirds.components import EVENTS, PARTS
from sandtable.games.warbirds.knowledge.sight import WarbirdsView
from sandtable.games.warbirds.model import man_at
from sandtable.games.warbirds.names import NAMES

_SHORT = {
    "pilot": "P", "copilot": "CP", "navigator": "N", "bombardier": "B", "radio": "R", "engineer": "E", "nose": "NT",
    "ball": "BT", "left_waist": "LW", "right_waist": "RW", "tail": "TT",
}  # fmt: skip
_WOUNDS = ("", "!", "x")
_CELL = 11


def schematic(view: WarbirdsView, width: int) -> list[str]:
    """The picture: positions outside, the aircraft with its stations inside."""
    lines = [
        f"{_sky(view, 'F1', 30)}   {_sky(view, 'F2', 30)}",
        f"{'':24}{_at(view, 'nose'):^{_CELL * 2 + 4}}",
        f"{_sky(view, 'L1', 24)}{_at(view, 'bombardier'):>12}  {_at(view, 'navigator'):<12}{_sky(view, 'R1', 24)}",
        f"{'':24}{_at(view, 'pilot'):>12}  {_at(view, 'copilot'):<12}",
        f"{_wing(view, 'left_wing', (1, 2)):>24}{_at(view, 'engineer'):>12}  {_at(view, 'radio'):<12}"
        f"{_wing(view, 'right_wing', (3, 4))}",
        f"{'':24}{_at(view, 'ball') + '  ' + _gauge(view, 'fuselage'):^{_CELL * 2 + 4}}",
        f"{_sky(view, 'L2', 24)}{_at(view, 'left_waist'):>12}  {_at(view, 'right_waist'):<12}{_sky(view, 'R2', 24)}",
        f"{'':24}{_at(view, 'tail') + '  ' + _gauge(view, 'tail_section'):^{_CELL * 2 + 4}}",
        f"{_sky(view, 'B2', 30)}   {_sky(view, 'B1', 30)}",
    ]
    return [line[:width].rstrip() for line in lines]


def _sky(view: WarbirdsView, position: str, width: int) -> str:
    """A position with the enemies there: type, level and attack number."""
    cards = view.battlefield[position]
    text = " ".join(f"{EVENTS[id].aircraft} {EVENTS[id].source[-1]}{EVENTS[id].attack}#{id[-2:]}" for id in cards)
    return f"{position}[{text}]".center(width)[:width]


def _at(view: WarbirdsView, station: str) -> str:
    """A station with the family name of its man; ! is injured, x incapacitated."""
    id = man_at(view.crew, station)
    if not id:
        return f"{_SHORT[station]}:--"
    name = NAMES[id].split()[-1][:6]
    return f"{_SHORT[station]}:{name}{_WOUNDS[view.crew[id].damage]}"


def _gauge(view: WarbirdsView, part: str) -> str:
    return f"({view.parts[part]}/{PARTS[part]})"


def _wing(view: WarbirdsView, part: str, engines: tuple[int, int]) -> str:
    state = "".join("x" if engine in view.engines_out else str(engine) for engine in engines)
    return f"=={state[0]}=={_gauge(view, part)}=={state[1]}=="
