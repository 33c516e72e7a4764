"""The engine: choices, dice, positions and saves. It knows no game."""
