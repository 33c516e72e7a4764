"""The sensible player: `player` chooses, `worth` is the chance to win, the others are what they think with.

From outside the game only `player.sensible`, `worth.worth` and `features` (for players that learn) are used."""
