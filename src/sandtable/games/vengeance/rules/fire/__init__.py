"""Fire by the IFT (chapters A7 to A9, A14): who may fire, at whom, with what firepower and modifiers, and what follows.

Begin in `phase`; other chapters use `attack`, `firepower`, `aim_points` and `residual`.
"""
