"""Write the American moves of a finished raid down as a further prepared raid. LW-17.5"""

from __future__ import annotations

from sandtable.games.luftwaffe.model import Luftwaffe, kind_of
from sandtable.games.luftwaffe.names import say
from sandtable.kernel.errors import Refused
from sandtable.kernel.game import AnyGame
from sandtable.kernel.position import Position, dice_for
from sandtable.kernel.save import Save


class _Notes:
    """What is seen of one unit while the raid is played again."""

    def __init__(self) -> None:
        self.start = ""
        self.place_turn = -1
        self.front = ""
        self.mission = ""
        self.escorts = ""
        self.paths: dict[int, tuple[str, ...]] = {}
        self.bombed_in = 0


def raid_of(game: AnyGame, record: Save, id: str, name: str) -> str:
    """LW-17.5 The entry of `solo_raids.toml` for a finished game of one raid, as TOML."""
    position = Position.new(game, dict(record.options), dice_for(record.seed))
    notes: dict[str, _Notes] = {}
    for step in record.steps:
        position.apply(step.seat, step.option)
        _watch(position, notes)
    s = position.state
    if not isinstance(s, Luftwaffe) or not s.result or s.scenario.quarters or s.solo:
        raise Refused(say("only_live_raids"), "LW-17.5")
    return _written(s, notes, id, name)


def _watch(position: Position, notes: dict[str, _Notes]) -> None:
    s = position.state
    assert isinstance(s, Luftwaffe)
    # What lies on the table in a German half-turn was flown in the turn before.
    turn = s.turn - 1 if s.step.startswith("german") else s.turn
    for id, u in s.americans.items():
        note = notes.setdefault(id, _Notes())
        if u.mission:
            note.mission = u.mission
        if u.status != "up":
            continue
        if note.place_turn < 0:
            note.start, note.place_turn, note.front = u.hex, max(turn, 0), u.front
        if u.escort and not note.escorts:
            note.escorts = u.escort
        if u.moved and u.path:
            note.paths.setdefault(turn, u.path)
        if u.bombed and not note.bombed_in:
            note.bombed_in = turn


def _written(s: Luftwaffe, notes: dict[str, _Notes], id: str, name: str) -> str:
    lines = ["[[raid]]", f'id = "{id}"', f'name = "{name}"', f'game = "{s.game.split("-")[0]}"']
    lines.append(f'objective = "{s.scenario.objective}"')
    sneak = [u for u in s.sneak.units if notes[u].place_turn >= 0]
    if sneak:
        lines += [f"sneak_count = {len(sneak)}", f"sneak_turn = {s.sneak.turn}", f"sneak_number = {s.sneak.number}"]
        lines.append(f'sneak_hex = "{notes[sneak[0]].start}"')
    bombers = {u: note for u, note in notes.items() if kind_of(s.americans[u]).bomber and note.place_turn >= 0}
    for unit, note in bombers.items():
        last = note.bombed_in or max(note.paths, default=note.place_turn)
        turns = sorted(note.paths)
        out = [" ".join(note.paths[t]) for t in turns if t <= last]
        back = [" ".join(note.paths[t]) for t in turns if t > last]
        lines += [
            "  [[raid.bomber]]",
            f'  unit = "{unit}"',
            f'  target = "{note.mission}"',
            f'  front = "{note.front}"',
        ]
        lines += [f"  place_turn = {note.place_turn}", f'  start = "{note.start}"']
        lines += [f"  out = {_strings(out)}", f"  back = {_strings(back)}"]
    for unit, note in notes.items():
        if unit in bombers or note.place_turn < 0:
            continue
        beside = [b for b, other in bombers.items() if other.start == note.start]
        escorted = [b for b in beside if s.americans[b].type == note.escorts]
        role = "close_escort" if escorted else "free"
        lines += ["  [[raid.fighter]]", f'  unit = "{unit}"', f"  place_turn = {note.place_turn}"]
        lines += [f'  start = "{note.start}"', f'  role = "{role}"']
        if escorted or beside:
            lines.append(f'  with_bomber = "{(escorted or beside)[0]}"')
    return "\n".join(lines) + "\n"


def _strings(texts: list[str]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"
