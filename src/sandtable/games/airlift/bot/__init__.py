"""The sensible player: `player` chooses and says what a position is worth, the others are what it thinks with.

From outside the game only `player.sensible` and `player.worth` are used."""
