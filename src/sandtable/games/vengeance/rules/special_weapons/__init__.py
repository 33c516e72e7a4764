"""Flamethrowers and demolition charges (chapters A22, A23), thrown, placed or set.

The phases call both modules; vehicles have their own under `vehicles/under_fire`.
"""
