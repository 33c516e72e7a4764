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
from sandtable.games.airlift.names import name, say, term
from sandtable.games.airlift.rules.cards import event_of
from sandtable.games.airlift.rules.resolve import goals_of, harassment_stock, on_schedule, resolve_track
from sandtable.games.airlift.rules.scoring import score, victory_points
from sandtable.games.airlift.rules.weather import stacking_limit
from sandtable.games.airlift.table.effect_text import effect_text
from sandtable.kernel.table import Panel, Piece, Row
from sandtable.kernel.words import signed


def heading(view: AirliftView) -> str:
    """Where in the season we are."""
    what = say("heading", season=SCENARIOS[view.season].name, turn=view.turn, last=view.last_draw)
    flight = (name(view.flight),) if view.flight else ()
    return " · ".join((what, *flight, weather_text(view)))


def weather_text(view: AirliftView) -> str:
    """The weather in words."""
    if view.weather:
        return name(f"{view.weather}-{view.severity}")
    return say("clear_for_turn") if view.cleared else say("clear")


def panels(view: AirliftView) -> list[Panel]:
    """All of them."""
    shown = [_state(view)]
    if view.card:
        shown.append(Panel("card", say("event"), "cards", clause="AL-6.1"))
    shown += [_flight_plan(view, seat) for seat in view.seats]
    shown += [_draw_track(view), _cup(view), _personnel(view), _morale(view)]
    if SCENARIOS[view.season].resolve_used:
        shown.append(_resolve(view))
    if view.released != (0, 0):
        shown.append(_released(view))
    if any(at.status == "downed" for at in view.planes.values()):
        shown.append(Panel("downed", say("downed_planes"), "cards", clause="AL-14.9"))
    if view.results:
        shown.append(_results(view))
    return [*shown, _problem_chart(), _maintenance_chart()]


def card_piece(view: AirliftView) -> Piece:
    """AL-1.7 The event of this turn."""
    event = event_of(view, view.card)
    parts = [f" {say('or')} ".join(effect_text(alternative) for alternative in event.effects)]
    foot = ""
    note = event.note
    if view.card in CARDS:
        card = CARDS[view.card]
        parts.append("" if card.additional == "none" else say(f"also_{card.additional}"))
        foot = card.date
        note = f"{card.flavour} {event.note}".strip()
    values: dict[str, str | int] = {
        "text": " ".join(part for part in parts if part),
        "corner": signed(event.morale) if event.morale else "0",
        "foot": foot,
    }
    return Piece(view.card, "card", "card", event.name, values=values, note=note)


def _sentence(text: str) -> str:
    """The same with a capital at its start."""
    return text[:1].upper() + text[1:]


def _state(view: AirliftView) -> Panel:
    limit = stacking_limit(view)
    mood = "good" if view.morale > 0 else "bad"
    heart = say("heart", support=view.morale_support, most=MORALE_SUPPORT)
    rows = [
        Row(say("season"), SCENARIOS[view.season].name,
            note=say("part_of_campaign") if view.scenario == "campaign" else ""),
        Row(say("weather"), weather_text(view), clause="AL-8.2", tone="warn" if view.weather else "",
            note=say("stacking_limit", planes=limit) if limit else say("no_stacking_limit")),
        Row(say("berlin_morale"), signed(view.morale), note=heart, clause="AL-6.2", tone=mood),
        Row(say("active_player"), name(view.ap), ref=view.ap, clause="AL-0.2"),
        Row(say("support_in_pool"), view.support_pool, clause="AL-1.9"),
    ]  # fmt: skip
    if SCENARIOS[view.season].resolve_used:
        rows.insert(3, Row(say("soviet_resolve"), view.resolve, len(resolve_track(view)) - 1, clause="AL-9.8"))
    if view.caltf:
        rows.append(Row("CALTF", say("formed"), clause="AL-5.4"))
    if view.unavailable:
        rows.append(
            Row(say("unavailable"), ", ".join(name(chit) for chit in view.unavailable), clause="AL-12.6", tone="bad")
        )
    if view.refugees:
        rows.append(Row(say("refugees_to_next_step"), view.refugees, 3, clause="AL-9.11"))
    return Panel("state", say("state_of_play"), "facts", tuple(rows))


def _morale(view: AirliftView) -> Panel:
    """AL-3.7 The morale track from -10 to +10 with the cubes that still lie on it."""
    boxes = range(MORALE_MIN, MORALE_MAX + 1)
    marker = tuple("▲" if box == view.morale else "" for box in boxes)
    cubes = tuple(("B" if box in BLUE_BOXES else "W") if view.track[box - MORALE_MIN] else "" for box in boxes)
    rows = (
        Row(say("morale"), signed(view.morale), cells=marker, lit=True, tone="good" if view.morale > 0 else "bad"),
        Row(say("cubes"), cells=cubes, note=say("cube_signs")),
        Row(say("support_on_marker"), view.morale_support, MORALE_SUPPORT, clause="AL-10.4"),
    )
    return Panel(
        "morale",
        say("morale_panel", morale=signed(view.morale)),
        "chart",
        rows,
        ("", *(signed(box) if box else "0" for box in boxes)),
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
        Row(say("resolve"), view.resolve, cells=tuple("▲" if box.n == view.resolve else "" for box in track), lit=True),
        Row(say("chits"), harassment_stock(view), cells=chits, note=say("chits_note")),
    )
    return Panel(
        "resolve",
        say("resolve_panel", resolve=view.resolve),
        "chart",
        rows,
        ("", *(str(b.n) for b in track)),
        clause="AL-9.8",
    )


def _draw_track(view: AirliftView) -> Panel:
    rows = (
        Row(say("draw"), view.turn, DRAW_TRACK, clause="AL-16.1"),
        Row(say("last_draw"), view.last_draw, DRAW_TRACK, clause="AL-7.4"),
    )
    return Panel("draw", say("draw_track"), "track", rows, clause="AL-3.3")


def _flight_plan(view: AirliftView, seat: str) -> Panel:
    """AL-1.4 A squadron's flight plan with its goals filling up."""
    player, goals = view.players[seat], goals_of(view, seat)
    rows = [
        Row(name(colour).capitalize(), player.delivered[i], goals[i],
            tone="good" if player.delivered[i] >= goals[i] else "",
            note=say("of", count=player.delivered[i], most=goals[i]), clause="AL-15.2")
        for i, colour in enumerate(COLOURS)
    ]  # fmt: skip
    parts = _sentence(
        ", ".join(f"{term(reason)} {signed(value)}" for value, _, reason in victory_points(player, goals))
    )
    rows += [
        Row(say("support"), player.support, clause="AL-10.2"),
        Row(say("victory_points_so_far"), score(view, seat), note=parts, clause="AL-16.4"),
        Row(say("outgoing_track"), f"{player.outgoing[0]} B, {player.outgoing[1]} W", clause="AL-15.5"),
        Row(say("downed_planes"), player.downed, clause="AL-14.9", tone="bad" if player.downed else ""),
    ]
    if SCENARIOS[view.season].resolve_used:
        rows.append(Row(say("on_schedule"), say("yes") if on_schedule(view, seat) else say("no"), clause="AL-9.10"))
    title = f"{SQUADRONS[seat].name} · {name(PLANS[view.season, seat].start)}"
    return Panel(f"plan-{seat}", title, "facts", tuple(rows), seat=seat, clause="AL-1.4")


def _cup(view: AirliftView) -> Panel:
    rows = [
        Row(name(chit), say("drawn") if n + 1 < len(view.drawn) else say("now"), ref=chit)
        for n, chit in enumerate(view.drawn)
    ]
    left: dict[str, int] = {}
    for chit in view.cup:
        left[chit] = left.get(chit, 0) + 1
    rows += [
        Row(name(chit), say("in_the_cup_several", count=n) if n > 1 else say("in_the_cup"), ref=chit)
        for chit, n in left.items()
    ]
    return Panel("cup", say("cup_panel", chits=len(view.cup)), "facts", tuple(rows), clause="AL-4.4")


def _personnel(view: AirliftView) -> Panel:
    rows = tuple(
        Row(name(id), name(where), ref=id, note=_sentence(PERSONNEL[id].arrival_text))
        for id, where in view.personnel.items()
        if where != "pool"
    )
    return Panel(
        "personnel", say("personnel"), "facts", rows, clause="AL-6.6", text="" if rows else say("nobody_in_play_yet")
    )


def _released(view: AirliftView) -> Panel:
    rows = tuple(Row(name(c).capitalize(), n) for c, n in zip(("finished", "refugee"), view.released, strict=True))
    return Panel("released", say("released_box"), "facts", rows, clause="AL-14.9")


def _results(view: AirliftView) -> Panel:
    rows = tuple(
        Row(name(result.season), cells=(signed(result.morale), *(str(points) for points in result.scores)))
        for result in view.results
    )
    return Panel(
        "results",
        say("seasons"),
        "chart",
        rows,
        ("", say("morale"), *(name(seat) for seat in view.seats)),
        clause="AL-17.1",
    )


def _problem_chart() -> Panel:
    rows = tuple(
        Row(str(die), cells=tuple(say(f"chart_{PROBLEM[level][die - 1]}") for level in (1, 2, 3, 4)))
        for die in range(1, 9)
    )
    return Panel(
        "problems",
        say("problem_results"),
        "chart",
        rows,
        ("d8", *(say("level", level=level) for level in (1, 2, 3, 4))),
        clause="AL-14.7",
    )


def _maintenance_chart() -> Panel:
    rows = tuple(Row(str(die), cells=(say(f"maintenance_{result}"),)) for die, result in enumerate(MAINTENANCE, 1))
    return Panel("maintenance", say("maintenance"), "chart", rows, ("d8", say("result")), clause="AL-11.2")
