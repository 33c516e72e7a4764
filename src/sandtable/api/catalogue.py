"""What games there are, and beginning one."""

from __future__ import annotations

from html import escape
from pathlib import Path

import msgspec

from sandtable.api.position import Position
from sandtable.kernel import game as registry
from sandtable.kernel.journal import Journal
from sandtable.kernel.position import Position as Playing
from sandtable.kernel.position import dice_for
from sandtable.kernel.save import load_save, restore

Setting = str | int


class GameOption(msgspec.Struct, frozen=True):
    """Something that is settled before a game begins."""

    name: str
    values: tuple[Setting, ...]
    default: Setting
    text: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here. `seats` and `scenarios` are those of its default options."""

    id: str
    title: str
    subtitle: str
    summary: str
    seats: tuple[str, ...]
    scenarios: tuple[str, ...]
    options: tuple[GameOption, ...]
    cooperative: bool
    version: str

    def __repr__(self) -> str:
        scenarios = f", {len(self.scenarios)} scenarios" if self.scenarios else ""
        return f"<{self.title}: {', '.join(self.seats)}{scenarios}>"

    def _repr_html_(self) -> str:
        cell = '<td style="text-align: left">'  # notebooks set figures, at the right
        rows = "".join(
            f"<tr>{cell}<code>{escape(option.name)}</code></td>"
            f"{cell}{escape(', '.join(str(value) for value in option.values))}</td>"
            f"{cell}{escape(option.text)}</td></tr>"
            for option in self.options
        )
        head = f"<b>{escape(self.title)}</b> {escape(self.subtitle)}<br>{escape(self.summary)}"
        return f"{head}<br>Seats: {escape(', '.join(self.seats))}<table>{rows}</table>"


def games() -> dict[str, GameInfo]:
    """Every game that is installed, by its id.

    Examples:
        >>> import sandtable
        >>> sandtable.games()["warbirds"]
        <Warbirds: seat-1>
        >>> sandtable.games()["luftwaffe"].seats
        ('american', 'german')
    """
    return {id: _info(game) for id, game in registry.games().items()}


def _info(game: registry.AnyGame) -> GameInfo:
    options = tuple(GameOption(spec.name, spec.values, spec.default, spec.text) for spec in game.options)
    scenarios = next((spec.values for spec in options if spec.name == "scenario"), ())
    return GameInfo(
        game.id,
        game.title,
        game.subtitle,
        game.summary,
        game.seats(game.settle({})),
        tuple(str(value) for value in scenarios),
        options,
        game.cooperative,
        game.version,
    )


def new(game: str, /, *, seed: str | int = 0, **options: Setting) -> Position:
    """Begin a game. Options are those of `games()[game].options`; the same seed and choices give the same game.

    Examples:
        >>> import sandtable
        >>> position = sandtable.new("airlift", seed=7, players=2)
        >>> position.seats
        ('usaf10', 'cw30')
        >>> try:
        ...     sandtable.new("airlift", players=9)
        ... except sandtable.SandtableError as fault:
        ...     print(fault)
        players can't be '9'; choose 1, 2, 3 or 4.
    """
    dice = dice_for(seed)
    playing = Playing.new(registry.find_game(game), dict(options), dice.copy(), Journal())
    return Position(playing, dice.seed)


def load(path: str | Path) -> Position:
    """A saved game, played again from its seed; every step is checked against the save.

    Examples:
        >>> import sandtable
        >>> from tempfile import mkdtemp
        >>> file = sandtable.new("warbirds", seed=3).play("random", most=5).save(mkdtemp() + "/five.sandtable")
        >>> sandtable.load(file).step
        5
    """
    record = load_save(Path(path))
    playing, _ = restore(record, Journal())
    return Position(playing, record.seed)
