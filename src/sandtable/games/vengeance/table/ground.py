"""What lies on the ground: field works, changed ground, smoke, fire, Banners and the markers of fire."""

from __future__ import annotations

from sandtable.games.vengeance.knowledge.sight import BattleView
from sandtable.games.vengeance.map.altered_ground import (
    BREACH,
    BRIDGE_GONE,
    BRIDGE_PARTIAL,
    BUNKER,
    GUTTED,
    LEVELS,
    ROADBLOCK,
    TRAIL,
)
from sandtable.games.vengeance.model.field_works import Work, hexes_beside, hexside
from sandtable.games.vengeance.names import NAMES, say, term
from sandtable.kernel.table import Badge, Piece

_SIDES = {"german": "german", "russian": "soviet"}
_KINDS = ("wire", "ap", "at_mine", "at_factors", "trench", "foxhole", "roadblock", "barricade", "pillbox", "at_ditch",
          "fortified", "cupola")  # fmt: skip
_NOTES = ("wire", "ap", "at_mine", "trench", "foxhole", "roadblock", "barricade", "pillbox", "at_ditch", "fortified")
_CHANGES = {
    "RUBBLE_STONE": "rubble",
    "RUBBLE_WOOD": "rubble",
    "SHELLHOLES": "o",
    GUTTED: "gut",
    BRIDGE_PARTIAL: "½",
    BRIDGE_GONE: "✕",
    "TRAIL": "TB",
}
"""What is written on the marker of changed ground."""


def ground_pieces(view: BattleView) -> list[Piece]:
    """Everything of this module that a seat sees."""
    return [*map(_work, view.works.values()), *_changed_ground(view), *_charges(view), *marker_pieces(view)]


def _kind(work: Work) -> str:
    return next(kind for kind in _KINDS if work.type.startswith(kind))


def _work(work: Work) -> Piece:
    """RV-B26.1 to RV-B30.1, RV-BRV17 A fortification counter; one that only its owner knows says so."""
    kind = _kind(work)
    hex, other = hexes_beside(work.at)
    where = hex.removesuffix("-pillbox") or f"{work.side}-waiting"
    label = _label(work, kind)
    if other:
        label = say("work_between", work=label, hex=hex, other=other)
    badges = [Badge("?", "info", say("unknown_to_enemy"))] if work.hidden else []
    if work.breached:
        badges.append(Badge("br", "warn", say("breached")))
    text = {"ap": work.type.rpartition("_")[2] if work.factors else "AP", "at_mine": str(work.factors)}.get(kind, "")
    id = work.at if kind == "pillbox" and work.at else work.id
    return Piece(
        id, "work", where, label, _SIDES[work.side], -60, facing=max(0, work.arc),
        drawing={"work": kind, "text": text}, badges=tuple(badges), note=say(f"work_{kind}") if kind in _NOTES else "",
    )  # fmt: skip


_FIELDS = ("ap", "at_mine")


def _label(work: Work, kind: str) -> str:
    """RV-BRV9.4 A work by its name; a minefield by its kind and its strength, as far as it is known."""
    name = NAMES[work.id]
    if kind in _FIELDS and work.at:
        number = name.rpartition(" ")[2]
        key = f"field_{kind}_of" if work.factors else f"field_{kind}"
        return say(key, side=term(f"whose {work.side}"), number=number, factors=work.factors)
    size = work.type.rpartition("_")[2].upper()  # 1+3+5, HMG
    return f"{name}, {size}" if kind in ("pillbox", "cupola") else name


def _changed_ground(view: BattleView) -> list[Piece]:
    """RV-B24.11, RV-B23.711, RV-BRV11.311 Rubble, lost levels, breaches, broken bridges."""
    pieces = []
    for change in view.altered:
        hex, becomes = change.hex, change.becomes
        if becomes in (ROADBLOCK, BUNKER):
            continue  # the counter itself shows it
        where = f"{hex}-trail" if becomes == TRAIL else hex
        if becomes == BREACH:
            where = hexside(hex, change.beyond)
            text, label = "⌁", say("breach_between_and", hex=hex, beyond=change.beyond)
        elif becomes == LEVELS:
            text = f"↓{change.number}"
            label = say("levels_left", levels=change.number)
        else:
            text, label = _CHANGES[becomes], term(f"ground {becomes}")
        pieces.append(Piece(f"changed-{where}", "marker", hex, label, "neutral", -70, drawing={"text": text}))
    return pieces


def _charges(view: BattleView) -> list[Piece]:
    """RV-A23.7, RV-BRV14.3 The seat's own set charges, SMOKE and emplaced Banners."""
    pieces = [
        Piece(c.weapon, "marker", c.at, f"{NAMES.get(c.weapon, c.weapon)}, set", _SIDES[c.side], 88,
              drawing={"text": "DC"}) for c in view.set_charges
    ]  # fmt: skip
    for hex, screen in view.screens.items():
        label = ("WP" if screen.wp else "SMOKE") + (", dispersed" if screen.dispersed else "")
        text = "WP" if screen.wp else "SM"
        pieces.append(Piece(f"screen-{hex}", "marker", hex, label, "neutral", 92, drawing={"text": text}))
    pieces += [
        Piece(f"planted-{id}", "marker", at, say("red_banner_flies"), "soviet", 96, drawing={"text": "⚑"})
        for id, at in view.banners.items()
    ]
    return pieces


def marker_pieces(view: BattleView) -> list[Piece]:
    """Residual FP, fire lanes, smoke, fires, foxholes and Snipers."""
    pieces = [_marker("residual", at, say("residual_fp", fp=fp), 90, f"R{fp}") for at, fp in view.residual.items()]
    pieces += [_marker("lane", at, say("fire_lane_fp", fp=fp), 91, f"L{fp}") for at, (_, fp) in view.lanes.items()]
    pieces += [_marker("smoke", at, say("smoke", n=n), 92, f"S{n}") for at, n in view.smoke.items()]
    pieces += [
        _marker("fire", at, "blaze", 93, "▲▲") if n == 2 else _marker("fire", at, "flame", 93, "▲")
        for at, n in view.flames.items()
    ]
    pieces += [_marker("foxhole", at, "foxholes", 89, f"F{n / 2:g}") for at, n in view.foxholes.items()]
    pieces += [_sniper(view, counter, at) for counter, at in view.snipers.items()]
    return pieces


def _marker(kind: str, at: str, label: str, order: int, text: str) -> Piece:
    return Piece(f"{kind}-{at}", "marker", at, label, "neutral", order, drawing={"text": text})


def _sniper(view: BattleView, counter: str, at: str) -> Piece:
    """RV-A14.2 A Sniper counter, with the SAN of its side."""
    side = counter.partition("_")[0]
    label = say("sniper_san", side=side, san=view.san[side])
    return Piece(f"sniper-{counter}", "marker", at, label, counter, 95, drawing={"text": "◎"})
