"""How the game lies on the table: `board`, `layout` (with pieces and panels), and `schematic` for the terminal.

From outside the game only `board`, `lay_out` and `schematic` are used."""
