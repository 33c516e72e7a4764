"""How Guns lie on the table: counters with their barrels in the covered arc, their marks, and the arcs as overlays."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.vengeance.knowledge.counter_names import names_of
from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.model.guns import Gun, GunType
from sandtable.games.vengeance.names import say, term
from sandtable.games.vengeance.rules.ordnance.mounts import gun_type
from sandtable.kernel.table import Badge, Piece
from sandtable.kernel.words import signed

_SIDES = {"german": "german", "russian": "soviet"}
_HEAVY, _LIGHT = 120, 40


def silhouette(type: GunType) -> str:
    """Which drawing a Gun gets: mortar, quad, flak, heavy, howitzer or gun."""
    if type.is_mortar:
        return "mortar"
    if type.tk_dice > 1:
        return "quad"
    if type.type == "AA":
        return "flak"
    if type.calibre >= _HEAVY:
        return "heavy"
    return "gun" if type.barrel in ("L", "LL") else "howitzer"


def calibre_text(type: GunType) -> str:
    """What is printed in the middle: 75L, 81*, 20L(4)."""
    return f"{type.calibre}{type.barrel}" + (f"({type.tk_dice})" if type.tk_dice > 1 else "")


def gun_pieces(view: BattleView, marks: dict[str, str]) -> list[Piece]:
    """RV-0.4 The counters of all Guns that the seat sees; `marks` are the texts of the fire markers."""
    pieces = []
    names = names_of(view)
    for gun in view.guns.values():
        crew = view.units.get(gun.crew)
        where = gun.at or (crew.at if crew is not None else "") or f"{gun.side}-waiting"
        type = gun_type(gun)
        pieces.append(
            Piece(
                gun.id,
                "gun",
                where,
                f"{names[gun.id]} ({term(f'gun {type.type}')})",
                _SIDES[gun.side],
                60,
                facing=gun.ca,
                values=_values(type),
                badges=_badges(gun, marks),
                note=_note(gun, type, names),
                drawing={"outline": silhouette(type), "name": counter_name(type)},
            )
        )
    return pieces


def counter_name(type: GunType) -> str:
    """The name of a Gun without its calibre, which is printed below it."""
    first, _, rest = type.name.partition(" ")
    return rest if first[0].isdigit() and first.endswith(("mm", "cm")) else type.name


def _values(type: GunType) -> dict[str, str | int]:
    values: dict[str, str | int] = {
        "factors": calibre_text(type),
        "rate of fire": type.rof,
        "breakdown": type.b,
        "manhandling": type.m,
        "size": signed(type.size) if type.size else 0,
    }
    if type.ife:
        values["IFE"] = type.ife
    if type.max_range:
        values["range"] = f"{type.min_range}-{type.max_range}"
    return values


def _badges(gun: Gun, marks: dict[str, str]) -> tuple[Badge, ...]:
    badges = [
        Badge(text, kind, say(note))
        for holds, text, kind, note in (
            (gun.malfunctioned, "✕", "bad", "gun_malfunctioned"),
            (not gun.crew, "∅", "warn", "unmanned"),
            (gun.limbered, "L", "info", "limbered"),
            (gun.dm, "dm", "info", "dismantled"),
            (bool(gun.towed), "⇢", "info", "in_tow"),
            (bool(gun.intensive), "IF", "warn", "has_used_intensive_fire"),
        )
        if holds
    ]
    if gun.fired:
        badges.append(Badge(marks[gun.fired], "dark", say(f"fired_{gun.fired}")))
    return tuple(badges)


def _note(gun: Gun, type: GunType, names: Mapping[str, str]) -> str:
    parts = [say("manned_by", crew=names.get(gun.crew, gun.crew)) if gun.crew else say("unmanned")]
    if gun.at:
        parts.append(say("points", direction=f"arc-{gun.ca}"))
    if gun.emplaced and gun.at:
        parts.append("emplaced")
    for letter, number in type.special.items():
        ammunition = f"{letter}{number}"
        parts.append(say("used_up", ammunition=ammunition) if letter in gun.depleted else ammunition)
    return ", ".join(parts)


def acquisition_pieces(view: BattleView) -> list[Piece]:
    """RV-C6.5 The acquisition counters on the map."""
    pieces = []
    names = names_of(view)
    for id, known in view.acquired.items():
        vehicle = view.vehicles.get(known.target)
        at = vehicle.at if vehicle is not None else known.target
        label = say("acquired_by_target_type", firer=names.get(id, id), type=known.type, value=known.value)
        pieces.append(
            Piece(f"acquired-{id}", "marker", at, label, "neutral", 94, drawing={"text": signed(known.value)})
        )
    return pieces
