"""Vehicles under `?` (chapters A12, BRV16.4): how they lose and gain it, and what the enemy is told.

`disclosure` is asked by the views and by fire.
"""
