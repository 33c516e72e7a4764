"""The sensible player: `player` chooses by the clause that asks, and says what a position is worth.

From outside the game only `player.sensible` and `player.worth` are used."""
