"""Players for any game, seated by name. They get a view and a guess, never the true position."""

from sandtable.bots.player import Asked, Bot, bot_names, chooser, find_bot, load_bot

__all__ = ["Asked", "Bot", "bot_names", "chooser", "find_bot", "load_bot"]
