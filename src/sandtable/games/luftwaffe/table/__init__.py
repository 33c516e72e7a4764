"""How the game lies on the table: the board, counters, lines and panels.

From outside import `board.board` and `layout.lay_out`.
"""
