"""How it lies on the table: board, counters, panels, and what can be marked on the map.

From outside: `layout.table`, `board.board` and `survey.survey`; the other modules draw one kind of counter each.
"""
