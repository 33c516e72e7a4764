"""Vehicles at set-up (SCN4, SCN7, BRV3.15): placed, dug in, loaded.

Called by `rules/set_up` and by entry.
"""
