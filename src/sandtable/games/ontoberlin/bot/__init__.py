"""The sensible player of both sides: his battles and his marches.

From outside import `player.sensible`, `worth.worth` and `features` (for players that learn).
"""
