"""Ordnance (chapters C2 to C13): To Hit, To Kill, Guns, mortars and rockets, and what their shells do.

`shots` and `to_hit` serve whatever fires a shell; `gunnery` and `rockets` are called by the fire phases.
"""
