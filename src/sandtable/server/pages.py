"""The built browser client: its page for every address that a person opens, and its files."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from sandtable.server.page import Page
from sandtable.server.records import Declined

STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The browser client is not built. Run `make setup` in Sandtable's folder, then start again."
FOR_EVER = "public, max-age=31536000, immutable"


_BUILD = b'<meta name="sandtable-build" content="%s" /></head>'
"""The page knows its build, and the server tells in every greeting which one it serves now."""


def client_build(root: Path) -> str:
    """Which build of the browser client lies in a folder; its page names all its other files by their hashes."""
    page = root / "index.html"
    return blake2b(page.read_bytes(), digest_size=8).hexdigest() if page.is_file() else ""


@lru_cache(maxsize=500)
def _read(file: Path, _changed: int) -> Page:
    body = file.read_bytes()
    if file.name == "index.html":
        # The page is served at several depths (/match/...), so what it loads is named from the root.
        body = body.replace(b'="./', b'="/').replace(b"</head>", _BUILD % client_build(file.parent).encode())
    packed = file.with_name(f"{file.name}.br")
    kind = guess_type(file.name)[0] or "application/octet-stream"
    return Page(body, kind, packed.read_bytes() if packed.is_file() else b"")


def find_page(root: Path, name: str) -> Page | None:
    """A file below the root, by its plain relative name; anything that tries to leave the root is not found."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part or ":" in part for part in parts):
        return None
    file = root.joinpath(*parts)
    try:
        if not file.is_file() or not file.resolve().is_relative_to(root.resolve()):
            return None
        return _read(file, file.stat().st_mtime_ns)
    except OSError:
        return None


def send(request: Request[Any, Any, State], page: Page, cache: str, vary: str = "accept-encoding") -> Response[bytes]:
    """A page, packed if the browser can unpack it, or the word that the browser has it already."""
    headers = {"cache-control": cache, "etag": page.tag, "vary": vary}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=page.kind)
    taken = request.headers.get("accept-encoding", "")
    if page.brotli and "br" in {part.partition(";")[0].strip() for part in taken.split(",")}:
        return Response(page.brotli, headers=headers | {"content-encoding": "br"}, media_type=page.kind)
    if page.packed and "gzip" in taken:
        return Response(page.packed, headers=headers | {"content-encoding": "gzip"}, media_type=page.kind)
    return Response(page.body, headers=headers, media_type=page.kind)


# The client's own addresses (web/src/lib/router.svelte.ts).
_ADDRESSES = [
    "/",
    "/match/{_id:str}",
    "/new/{_id:str}",
    "/rules/{_id:str}",
    "/about",
    "/about/{_id:str}",
    "/account",
    "/lobby",
    "/tournaments",
    "/tournaments/{_id:str}",
    "/people/{_id:str}",
]


@get(_ADDRESSES, sync_to_thread=False, packed=True)
def index(request: Request[Any, Any, State]) -> Response[Any]:
    page = find_page(request.app.state.static, "index.html")
    if page is None:
        return Response(f"{NOT_BUILT}\n", status_code=503, media_type="text/plain")
    return send(request, page, "no-cache")


@get("/{name:path}", sync_to_thread=False, packed=True)
def file(request: Request[Any, Any, State], name: FromPath[str]) -> Response[Any]:
    name = str(name).removeprefix("/")
    page = None if name.startswith("api/") else find_page(request.app.state.static, name)
    if page is None:
        raise Declined(404, "There is nothing at this address.")
    return send(request, page, FOR_EVER if name.startswith("assets/") else "no-cache")


ROUTES = [index, file]
