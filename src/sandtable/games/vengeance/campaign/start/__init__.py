"""How a campaign begins: on its first date, or later with a prepared position.

Called when a game is made.
"""
