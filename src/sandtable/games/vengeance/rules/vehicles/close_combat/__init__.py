"""Close combat with vehicles (chapters A11.5 to A11.8, D7.2): attacks, CC Reaction Fire, the phase.

`phase` follows the Close Combat Phase of the men.
"""
