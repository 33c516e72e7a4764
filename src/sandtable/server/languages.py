"""In which language a visitor is spoken to: the first that the browser asks for, as far as Sandtable speaks it."""

from __future__ import annotations

from sandtable.kernel.language import LANGUAGES

_MOST = 20
"""So many languages of a header are looked at."""


def preferred(header: str) -> str:
    """The language of an Accept-Language header that we speak and the visitor likes best; nothing if there is none."""
    wanted = [(_liking(weight), code) for code, weight in map(_part, header.split(",")[:_MOST]) if code in LANGUAGES]
    liked = [(liking, code) for liking, code in wanted if liking > 0]
    return max(liked, key=lambda one: one[0])[1] if liked else ""


def _part(part: str) -> tuple[str, str]:
    """The language of "de-AT;q=0.8" without its region, and its weight."""
    code, _, weight = part.partition(";")
    return code.strip().lower().split("-")[0], weight.strip()


def _liking(weight: str) -> float:
    try:
        return float(weight.removeprefix("q=")) if weight else 1.0
    except ValueError:
        return 0.0
