"""Fortifications (chapters B23.9, B26 to B30, BRV9): where they stand, what they do, how they go.

`secrecy` says what the enemy knows of them; the modules named like a work are asked by fire and movement.
"""
