"""The map: ground, what play has changed of it, and whether one Location sees another.

`field` and `current_sight` are what the rules ask; `line_of_sight` and its parts serve those two and the ruler.
"""
