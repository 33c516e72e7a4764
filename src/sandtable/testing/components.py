"""A game's data files: each is read, can be overlaid by a folder of the user's own, and fails with a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sandtable.kernel.game import AnyGame
from sandtable.testing.places import entry_of, folder_of

_READER = """
import json, sys
overlay, ours, entry = sys.argv[1:]
opened = set()
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        opened.add(arguments[0])
sys.addaudithook(watch)
from sandtable.board.box import box_of
from sandtable.board.concordance import concordance_of
from sandtable.board.lesson import lesson_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.language import speaking
from sandtable.testing.places import object_at
game = object_at(entry)
options = game.settle({})
game.new(options, Dice(seed_from("data"))), game.board(options), game.about
box_of(game), concordance_of(game), lesson_of(game)
for code in game.spoken_words:
    with speaking(code):
        lesson_of(game)
print(json.dumps({
    "version": game.data_version(),
    "own": sorted(path[len(overlay) + 1:] for path in opened if path.startswith(overlay + "/")),
    "ours": sorted(path[len(ours) + 1:] for path in opened if path.startswith(ours + "/")),
}))
"""


def data_folder(game: AnyGame) -> Path | None:
    """The folder of a game's components, if it has one."""
    folder = folder_of(game)
    return folder / "data" if folder is not None and (folder / "data").is_dir() else None


def _read(overlay: Path, ours: Path, game: AnyGame) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "SANDTABLE_DATA": str(overlay)}
    command = [sys.executable, "-c", _READER, str(overlay), str(ours), entry_of(game)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def check_overlay(game: AnyGame, ours: Path, scratch: Path) -> None:
    """Every data file is read, and the user's own is read in its place and changes the fingerprint."""
    names = sorted(str(path.relative_to(ours)) for path in ours.rglob("*") if path.suffix in (".toml", ".csv"))
    assert names, "the data folder holds no TOML or CSV file"
    plain = _read_well(scratch / "nothing", ours, game)
    own = scratch / "own" / game.id
    for name in names:
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text((ours / name).read_text(encoding="utf-8") + "\n# entered by an owner of the game\n")
    overlaid = _read_well(scratch / "own", ours, game)
    read = [name for name in plain["ours"] if name in names]
    assert read, "no data file is read"
    passed_over = [name for name in read if f"{game.id}/{name}" not in overlaid["own"]]
    assert passed_over == [], "the user's own files are passed over"
    assert [name for name in overlaid["ours"] if name in names] == [], "these are read although the user has his own"
    assert overlaid["version"] != plain["version"], "the fingerprint of the data does not see the user's own files"
    assert [name for name in names if name not in read] == [], "these data files are read by nobody"


def _read_well(overlay: Path, ours: Path, game: AnyGame) -> Any:
    done = _read(overlay, ours, game)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def check_broken_file(game: AnyGame, ours: Path, scratch: Path) -> None:
    """A file that is no TOML is named in a sentence."""
    victim = next(path for path in sorted(ours.rglob("*.toml")) if path.name != "words.toml")
    own = scratch / game.id / victim.relative_to(ours)
    own.parent.mkdir(parents=True)
    own.write_text("this is = = no TOML\n")
    done = _read(scratch, ours, game)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert "DataError" in last, last
    assert victim.name in last, last
