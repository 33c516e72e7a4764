"""Concealment (chapter A12): who is Known to the enemy, how `?` is lost and gained, hidden units and dummies.

`gain_and_loss` is what the other chapters call.
"""
