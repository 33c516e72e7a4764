"""The board in a notebook, drawn by the browser client itself: a page that holds everything and fetches nothing."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from gzip import compress
from html import escape
from importlib.resources import files

import msgspec

from sandtable.board.look import GivenLook, look_of
from sandtable.kernel.game import AnyGame
from sandtable.kernel.position import Position
from sandtable.kernel.show import Shown, show
from sandtable.kernel.table import Board

HEIGHT = 560
"""How high the picture is on the page, in pixels; it is as wide as there is room."""

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><body><script type="module">
const packed = {packed};
const unpack = (text) => {{
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}};
const style = document.createElement("style");
style.textContent = await unpack(packed.style);
window.still = JSON.parse(await unpack(packed.still));
const script = document.createElement("script");
script.type = "module";
script.textContent = await unpack(packed.script);
document.head.append(style, script);
</script>"""


class Still(msgspec.Struct, frozen=True):
    """One picture of a game: the board, the table as a seat sees it, and the names of things."""

    game: str
    title: str
    board: Board
    names: dict[str, str]
    shown: Shown
    look: GivenLook | None = None
    """How it looks, if the game is one that the client does not draw itself."""


def still(game: AnyGame, position: Position, seat: str) -> Still:
    """The position as a seat sees it."""
    board = game.board(position.options_chosen)
    look = look_of(game)
    shown = show(position, seat)
    return Still(game.id, game.title, board, dict(game.words.names), shown, look if look != GivenLook() else None)


def frame(picture: Still) -> str:
    """The picture as a frame of a page; nothing if the client is not built.

    It is shut off from the notebook around it: its script sees nothing but the picture.
    """
    client = _client()
    if client is None:
        return ""
    script, style = client
    packed = {"script": script, "style": style, "still": _packed(msgspec.json.encode(picture))}
    page = _PAGE.format(packed=msgspec.json.encode(packed).decode())
    return (
        f'<iframe title="{escape(picture.title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{escape(page)}"></iframe>'
    )


@cache
def _client() -> tuple[str, str] | None:
    """The script and the style of the client's board, packed (`make setup` builds them)."""
    folder = files("sandtable.api").joinpath("static")
    parts = [folder.joinpath(name) for name in ("notebook.js", "notebook.css")]
    if not all(part.is_file() for part in parts):
        return None
    script, style = (_packed(part.read_bytes()) for part in parts)
    return script, style


def _packed(text: bytes) -> str:
    return b64encode(compress(text, 9, mtime=0)).decode()
