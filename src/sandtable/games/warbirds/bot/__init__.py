"""The sensible player: `player` chooses by the clause that asks, `worth` is the chance to complete the tour.

From outside the game only `player.sensible`, `worth` and `features` are used."""
