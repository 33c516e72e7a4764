"""A real server process with the toy game: `python -m tests.server.toyserver PORT DATABASE`."""

from __future__ import annotations

import sys

from sandtable.server.run import serve
from sandtable.server.settings import Settings
from tests.toys.pearls import GAME
from tests.toys.registry import register

if __name__ == "__main__":
    register(GAME)
    sys.exit(serve(port=int(sys.argv[1]), database_url=sys.argv[2], log_level="info", settings=Settings()))
