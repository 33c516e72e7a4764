"""The checks of the contract: each takes a game and raises Broken with a sentence when the game does not keep it."""
