"""Parts that wargames share: data folders, decks, hex grids, paths, tables."""
