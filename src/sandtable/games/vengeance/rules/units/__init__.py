"""Units and weapons: what they are, where they stand, how counters come, go and change, losses, stacking.

Every chapter imports from here.
"""
