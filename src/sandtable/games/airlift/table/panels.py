"""The panels beside the map: tracks, flight plans, personnel, the card, the cup and the charts."""

from __future__ import annotations

from sandtable.games.airlift.components import (
    BLUE_BOXES,
    CARDS,
    COLOURS,
    DRAW_TRACK,
    MAINTENANCE,
    MORALE_MAX,
    MORALE_MIN,
    MORALE_SUPPORT,
    PERSONNEL,
    PLANS,
    PROBLEM,
    SCENARIOS,
    SQUADRONS,
)
from sandtable.games.airlift.knowledge.sight import AirliftView
from sandtable.games.airlift.model import is_solitaire
from sandtable.games.airlift.names import NAMES, WEATHER
from sandtable.games.airlift.rules.cards import event_of
from sandtable.games.airlift.rules.resolve import goals_of, harassment_stock, on_schedule, resolve_track
from sandtable.games.airlift.rules.scoring import score, victory_points
from sandtable.games.airlift.rules.weather import stacking_limit
from sandtable.games.airlift.table.effect_text import effect_text
from sandtable.kernel.table import Panel, Piece, Row

_ADDITIONAL = {"candy_bomber": "Also: Candy Bomber.", "supply_snafu": "Also: Supply Snafu.", "none": ""}


def heading(view: AirliftView) -> str:
    """Where in the season we are."""
    what = f"{SCENARIOS[view.season].name} · turn {view.turn} of {view.last_draw}"
    if view.flight:
        what += f" · {NAMES[view.flight]}"
    return f"{what} · {weather_text(view)}"


def weather_text(view: AirliftView) -> str:
    """The weather in words."""
    if view.weather:
        return WEATHER[f"{view.weather}-{view.severity}"]
    return "Clear for the turn" if view.cleared else "Clear"


def panels(view: AirliftView) -> list[Panel]:
    """All of them."""
    shown = [_state(view)]
    if view.card:
        shown.append(Panel("card", "Event", "cards", clause="AL-6.1"))
    shown += [_flight_plan(view, seat) for seat in view.seats]
    shown += [_draw_track(view), _cup(view), _personnel(view), _morale(view)]
    if SCENARIOS[view.season].resolve_used:
        shown.append(_resolve(view))
    if view.released != (0, 0):
        shown.append(_released(view))
    if any(at.status == "downed" for at in view.planes.values()):
        shown.append(Panel("downed", "Downed planes", "cards", clause="AL-14.9"))
    if view.results:
        shown.append(_results(view))
    return [*shown, _problem_chart(), _maintenance_chart()]


def card_piece(view: AirliftView) -> Piece:
    """AL-1.7 The event of this turn."""
    event = event_of(view, view.card)
    parts = [" OR ".join(effect_text(alternative) for alternative in event.effects)]
    foot = ""
    note = event.note
    if view.card in CARDS:
        card = CARDS[view.card]
        parts.append(_ADDITIONAL[card.additional])
        foot = card.date
        note = f"{card.flavour} {event.note}".strip()
    values: dict[str, str | int] = {
        "text": " ".join(part for part in parts if part),
        "corner": f"{event.morale:+d}" if event.morale else "0",
        "foot": foot,
    }
    return Piece(view.card, "card", "card", event.name, values=values, note=note)


def _sentence(text: str) -> str:
    """The same with a capital at its start."""
    return text[:1].upper() + text[1:]


def _state(view: AirliftView) -> Panel:
    limit = stacking_limit(view)
    mood = "good" if view.morale > 0 else "bad"
    heart = f"{view.morale_support} of {MORALE_SUPPORT} support on the marker"
    rows = [
        Row("Season", SCENARIOS[view.season].name, note="Part of a campaign" if view.scenario == "campaign" else ""),
        Row("Weather", weather_text(view), clause="AL-8.2", tone="warn" if view.weather else "",
            note=f"Stacking limit: {limit} in a space" if limit else "No stacking limit"),
        Row("Berlin Morale", f"{view.morale:+d}", note=heart, clause="AL-6.2", tone=mood),
        Row("Active Player", NAMES[view.ap], ref=view.ap, clause="AL-0.2"),
        Row("Support in the pool", view.support_pool, clause="AL-1.9"),
    ]  # fmt: skip
    if SCENARIOS[view.season].resolve_used:
        rows.insert(3, Row("Soviet Resolve", view.resolve, len(resolve_track(view)) - 1, clause="AL-9.8"))
    if view.caltf:
        rows.append(Row("CALTF", "formed", clause="AL-5.4"))
    if view.unavailable:
        rows.append(
            Row("Unavailable", ", ".join(NAMES[chit] for chit in view.unavailable), clause="AL-12.6", tone="bad")
        )
    if view.refugees:
        rows.append(Row("Refugees towards the next morale step", view.refugees, 3, clause="AL-9.11"))
    return Panel("state", "State of play", "facts", tuple(rows))


def _morale(view: AirliftView) -> Panel:
    """AL-3.7 The morale track from -10 to +10 with the cubes that still lie on it."""
    boxes = range(MORALE_MIN, MORALE_MAX + 1)
    marker = tuple("▲" if box == view.morale else "" for box in boxes)
    cubes = tuple(("B" if box in BLUE_BOXES else "W") if view.track[box - MORALE_MIN] else "" for box in boxes)
    rows = (
        Row("Morale", view.morale, cells=marker, lit=True, tone="good" if view.morale > 0 else "bad"),
        Row("Cubes", cells=cubes, note="B finished products, W refugees"),
        Row("Support on the marker", view.morale_support, MORALE_SUPPORT, clause="AL-10.4"),
    )
    return Panel(
        "morale",
        f"Berlin Morale {view.morale:+d}",
        "chart",
        rows,
        ("", *(f"{box:+d}" for box in boxes)),
        clause="AL-6.2",
    )


def _resolve(view: AirliftView) -> Panel:
    """AL-9.8 The Soviet Resolve track; the last box is sudden death."""
    track = resolve_track(view)
    two = len(view.seats) == 2
    chits = tuple(
        "†" if box.sudden_death else str(box.chits if is_solitaire(view) else box.chits_2 if two else box.chits_34)
        for box in track
    )
    rows = (
        Row("Resolve", view.resolve, cells=tuple("▲" if box.n == view.resolve else "" for box in track), lit=True),
        Row("Chits", harassment_stock(view), cells=chits, note="Harassment chits in the cup each turn"),
    )
    return Panel(
        "resolve", f"Soviet Resolve {view.resolve}", "chart", rows, ("", *(str(b.n) for b in track)), clause="AL-9.8"
    )


def _draw_track(view: AirliftView) -> Panel:
    rows = (
        Row("Draw", view.turn, DRAW_TRACK, clause="AL-16.1"),
        Row("Last draw", view.last_draw, DRAW_TRACK, clause="AL-7.4"),
    )
    return Panel("draw", "Draw track", "track", rows, clause="AL-3.3")


def _flight_plan(view: AirliftView, seat: str) -> Panel:
    """AL-1.4 A squadron's flight plan with its goals filling up."""
    player, goals = view.players[seat], goals_of(view, seat)
    rows = [
        Row(NAMES[colour].capitalize(), player.delivered[i], goals[i],
            tone="good" if player.delivered[i] >= goals[i] else "",
            note=f"{player.delivered[i]} of {goals[i]}", clause="AL-15.2")
        for i, colour in enumerate(COLOURS)
    ]  # fmt: skip
    parts = _sentence(", ".join(f"{reason} {value:+d}" for value, _, reason in victory_points(player, goals)))
    rows += [
        Row("Support", player.support, clause="AL-10.2"),
        Row("Victory points so far", score(view, seat), note=parts, clause="AL-16.4"),
        Row("Outgoing track", f"{player.outgoing[0]} B, {player.outgoing[1]} W", clause="AL-15.5"),
        Row("Downed planes", player.downed, clause="AL-14.9", tone="bad" if player.downed else ""),
    ]
    if SCENARIOS[view.season].resolve_used:
        rows.append(Row("On schedule", "yes" if on_schedule(view, seat) else "no", clause="AL-9.10"))
    title = f"{SQUADRONS[seat].name} · {NAMES[PLANS[view.season, seat].start]}"
    return Panel(f"plan-{seat}", title, "facts", tuple(rows), seat=seat, clause="AL-1.4")


def _cup(view: AirliftView) -> Panel:
    rows = [
        Row(NAMES[chit], "drawn" if n + 1 < len(view.drawn) else "now", ref=chit) for n, chit in enumerate(view.drawn)
    ]
    left: dict[str, int] = {}
    for chit in view.cup:
        left[chit] = left.get(chit, 0) + 1
    rows += [Row(NAMES[chit], f"in the cup{f' × {n}' if n > 1 else ''}", ref=chit) for chit, n in left.items()]
    return Panel("cup", f"Chits: {len(view.cup)} in the cup", "facts", tuple(rows), clause="AL-4.4")


def _personnel(view: AirliftView) -> Panel:
    rows = tuple(
        Row(NAMES[id], NAMES.get(where, where), ref=id, note=_sentence(PERSONNEL[id].arrival_text))
        for id, where in view.personnel.items()
        if where != "pool"
    )
    return Panel(
        "personnel", "Personnel", "facts", rows, clause="AL-6.6", text="" if rows else "Nobody is in play yet."
    )


def _released(view: AirliftView) -> Panel:
    rows = tuple(Row(NAMES[c].capitalize(), n) for c, n in zip(("finished", "refugee"), view.released, strict=True))
    return Panel("released", "Released box (out of play)", "facts", rows, clause="AL-14.9")


def _results(view: AirliftView) -> Panel:
    rows = tuple(
        Row(result.season.title(), cells=(f"{result.morale:+d}", *(str(points) for points in result.scores)))
        for result in view.results
    )
    return Panel(
        "results", "Seasons", "chart", rows, ("", "Morale", *(NAMES[seat] for seat in view.seats)), clause="AL-17.1"
    )


def _problem_chart() -> Panel:
    names = {"ne": "–", "divert": "Divert", "problem": "Problem", "u": "U", "crash": "Crash"}
    rows = tuple(
        Row(str(die), cells=tuple(names[PROBLEM[level][die - 1]] for level in (1, 2, 3, 4))) for die in range(1, 9)
    )
    return Panel(
        "problems",
        "Problem Results",
        "chart",
        rows,
        ("d8", "Level 1", "Level 2", "Level 3", "Level 4"),
        clause="AL-14.7",
    )


def _maintenance_chart() -> Panel:
    names = {
        "problem": "Problem",
        "unflyable": "Unflyable",
        "passable": "Passable",
        "repair1": "Repair 1",
        "repair2": "Repair 2",
    }
    rows = tuple(Row(str(die), cells=(names[result],)) for die, result in enumerate(MAINTENANCE, 1))
    return Panel("maintenance", "Maintenance", "chart", rows, ("d8", "Result"), clause="AL-11.2")
