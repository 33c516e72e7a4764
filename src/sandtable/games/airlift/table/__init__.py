"""How the game lies on the table: `board`, `layout` (pieces and panels), and `schematic` for the terminal.

From outside the game only `board`, `table`, `schematic` and the words of `effect_text` are used."""
