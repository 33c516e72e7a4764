"""Morale (chapters A10, A15, A18): checks, levels, leaders and heroes.

Other chapters call `checks`, `level`, `leaders` and `leader_loss`.
"""
