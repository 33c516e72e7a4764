"""Vehicles move (chapters D2, D7, D8, P5): costs, driving, bog, obstacles, and how the DEFENDER answers.

Begin in `driving`; `destinations` says where a vehicle can go.
"""
