"""What is not installed: a player's Sandtable is small, and says what brings the rest."""

from __future__ import annotations

_EXTRAS = {
    "serve": ("litestar", "uvicorn", "sqlalchemy", "alembic", "websockets"),
    "full": ("textual",),
    "postgres": ("psycopg",),
    "lab": ("polars", "plotly", "scipy", "numpy"),
    "envs": ("gymnasium", "pettingzoo", "pyspiel"),
}
"""Extra -> the packages that come with it."""
_PURPOSES = {
    "serve": "The table in the browser",
    "full": "The full-screen table",
    "postgres": "A PostgreSQL database",
    "lab": "A study",
    "envs": "A training environment",
}


def what_is_missing(error: ModuleNotFoundError) -> str:
    """The sentence for a package that an extra brings; nothing for any other."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in _EXTRAS.items():
        if package in packages:
            return f'{_PURPOSES[extra]} needs more packages: `pip install "sandtable[{extra}]"` brings them.'
    return ""
