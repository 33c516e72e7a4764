"""The map: distances, reaches, routes and the friendly zone.

From outside import from `geography`; the printed map's data are in `components`.
"""
