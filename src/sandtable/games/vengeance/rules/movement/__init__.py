"""Movement on foot (chapter A4): allowance, costs, what else is done with MF, sewers, human waves.

Begin in `phase`; other chapters use `allowance`, `destinations` and `expenditure`.
"""
