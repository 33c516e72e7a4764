"""The sensible player of both sides, who also finishes a set-up for a person in a hurry.

From outside import `player.sensible`, `worth.worth`, `set_up_help.with_help` and `features`.
"""
