"""Vehicles fire (chapter D3): main armament, machine guns, the bow flamethrower.

`main_gun` and `machine_guns` are called by the fire phases.
"""
