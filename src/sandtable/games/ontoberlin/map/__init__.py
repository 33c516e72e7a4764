"""The map of Berlin: hexes, hexsides, roads, rails and distances.

From outside import `geography.MAP` and its records.
"""
