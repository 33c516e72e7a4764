"""Everything that the author of a game imports; `docs/build/add-a-game.md` shows how it is used.

These names are stable. The modules in which they are defined are not: import them from here.
"""

from __future__ import annotations

from sandtable.board.data import DataFolder
from sandtable.board.hexboard import HexBoard
from sandtable.board.hexgrid import HexGrid
from sandtable.board.paths import Reach, cheapest, flood, reachable
from sandtable.kernel.chances import chances, odds
from sandtable.kernel.clauses import Clause, Clauses, clauses_of
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.errors import DataError, Refused, SandtableError
from sandtable.kernel.features import FeatureSheet
from sandtable.kernel.flow import Asks, Choose, Decision, Flow, Odds, Option, Refusal, Secretly, privately
from sandtable.kernel.game import Game, Options, OptionSpec, Outcome, View
from sandtable.kernel.journal import Journal
from sandtable.kernel.options import choose_one, id_in, number_in
from sandtable.kernel.position import Position
from sandtable.kernel.records import Modifier
from sandtable.kernel.search_hints import SearchHints
from sandtable.kernel.sequence import Activity, SequenceOfPlay
from sandtable.kernel.state import Record, State, replace
from sandtable.kernel.table import Badge, Board, Label, Line, Link, Measured, Overlay, Panel, Piece, Row, Space, Table
from sandtable.kernel.words import Words

__all__ = [
    "Activity",
    "Asks",
    "Badge",
    "Board",
    "Choose",
    "Clause",
    "Clauses",
    "DataError",
    "DataFolder",
    "Decision",
    "Dice",
    "FeatureSheet",
    "Flow",
    "Game",
    "HexBoard",
    "HexGrid",
    "Journal",
    "Label",
    "Line",
    "Link",
    "Measured",
    "Modifier",
    "Odds",
    "Option",
    "OptionSpec",
    "Options",
    "Outcome",
    "Overlay",
    "Panel",
    "Piece",
    "Position",
    "Reach",
    "Record",
    "Refusal",
    "Refused",
    "Row",
    "SandtableError",
    "SearchHints",
    "Secretly",
    "SequenceOfPlay",
    "Space",
    "State",
    "Table",
    "View",
    "Words",
    "chances",
    "cheapest",
    "choose_one",
    "clauses_of",
    "flood",
    "id_in",
    "number_in",
    "odds",
    "privately",
    "reachable",
    "replace",
    "seed_from",
]
