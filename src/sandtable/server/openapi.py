"""The OpenAPI document: made from the routes and from the records that are read and written there.

Each handler says in its options what it reads (`body`, `query`, `sends`) and what it answers (`answers`, `refuses`);
msgspec, which checks and writes these records, tells how they look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.routes import HTTPRoute

from sandtable.server.answers import ErrorTold
from sandtable.server.page import Page
from sandtable.server.pages import send
from sandtable.server.request import KEYS_HEADER, HttpRequest

ADDRESS = "/api/openapi.json"
_REFERENCE = "#/components/schemas/{name}"
_WHY = {
    400: "Something in the request is wrong or does not exist.",
    401: "The key is missing or does not belong to this match.",
    403: "The key does not allow this, or the request comes from a page of another site.",
    404: "Not found.",
    409: "The match does not allow it now.",
    413: "The body is too large.",
    415: "The body must be JSON.",
    422: "The content is readable but not valid; the sentence says where.",
    429: "Too many requests from this address; `Retry-After` says how long to wait.",
    503: "The database can't be written, or the answer takes too long.",
}
_KEYS = {
    "one": {"name": "authorization", "in": "header", "schema": {"type": "string"}, "description": "`Bearer` and a key"},
    "many": {
        "name": KEYS_HEADER,
        "in": "header",
        "schema": {"type": "string"},
        "description": "keys, separated by commas",
    },
}


class _Operation(msgspec.Struct):
    """A call: its address and method, and what its handler says of it."""

    path: str
    method: str
    handler: Any

    @property
    def says(self) -> dict[str, Any]:
        opt: dict[str, Any] = self.handler.opt
        return opt


def _operations(app: Litestar) -> Iterator[_Operation]:
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/"):
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
            # Litestar keeps the handlers of an address in the order of their hashes.
            offered = {method: handler for handler in route.route_handlers for method in handler.http_methods}
            for method in sorted(offered.keys() - {"HEAD", "OPTIONS"}):
                yield _Operation(path, method, offered[method])


def document(app: Litestar, version: str) -> dict[str, Any]:
    """The document of an application."""
    operations = list(_operations(app))
    records = [record for one in operations for record in _records(one)]
    (*schemas, error), components = msgspec.json.schema_components([*records, ErrorTold], ref_template=_REFERENCE)
    look = dict(zip(map(repr, records), schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _told(one, look, error)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sandtable",
            "version": version,
            "description": "The HTTP calls of a Sandtable server. Tables are played over a websocket at "
            "`/api/matches/{match}/live`, which docs/build/protocol.md describes.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _records(one: _Operation) -> list[Any]:
    body = one.says.get("body")
    return [
        *([body] if body is not None else []),
        *(kind for kind in one.says["answers"].values() if kind is not bytes),
    ]


def _told(one: _Operation, look: dict[str, Any], error: Any) -> dict[str, Any]:
    says, refuses = one.says, {429, *one.says.get("refuses", ())}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"\{(\w+)\}", one.path)
    ]
    parameters += [
        {"name": name, "in": "query", "schema": schema, "description": why, "style": "form", "explode": True}
        for name, (schema, why) in says.get("query", {}).items()
    ]
    if "key" in says:
        parameters.append(_KEYS[says["key"]])
    told: dict[str, Any] = {
        "operationId": one.handler.handler_name.rpartition(".")[2],
        "summary": one.handler.summary,
        "parameters": parameters,
        "responses": {},
    }
    if "body" in says:
        refuses |= {400, 403, 413, 415}
        content = {"application/json": {"schema": look[repr(says["body"])]}}
        told["requestBody"] = {"required": True, "content": content}
    elif one.method != "GET":
        refuses |= {403}
    for status, kind in says["answers"].items():
        content = _PLAIN if kind is bytes else {"application/json": {"schema": look[repr(kind)]}}
        told["responses"][str(status)] = {"description": one.handler.summary, "content": content}
    if kind := says.get("text"):
        told["responses"]["200"]["content"] |= {kind if isinstance(kind, str) else "text/plain": _TEXT}
    for status in sorted(refuses):
        content = {"application/json": {"schema": error}}
        told["responses"].setdefault(str(status), {"description": _WHY[status], "content": content})
    return told


_TEXT = {"schema": {"type": "string"}}
_PLAIN: dict[str, Any] = {"application/json": {"schema": {}}}


@lru_cache(maxsize=4)
def _page(app: Litestar, version: str) -> Page:
    return Page(encoded(document(app, version)), "application/json")


def encoded(told: dict[str, Any]) -> bytes:
    """The document as it is sent and kept."""
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


@get(ADDRESS, sync_to_thread=True, packed=True, summary="This document", answers={200: dict[str, Any]})
def read_document(request: HttpRequest) -> Response[bytes]:
    return send(request, _page(request.app, request.app.state.version), "public, max-age=60")
