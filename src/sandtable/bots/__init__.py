"""Players for any game, seated by name. They get a view and a guess, never the true position."""

from sandtable.bots.player import LEVELS, Asked, Bot, Budget, bot_names, chooser, find_bot, load_bot

__all__ = ["LEVELS", "Asked", "Bot", "Budget", "bot_names", "chooser", "find_bot", "load_bot"]
