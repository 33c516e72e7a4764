"""Close Combat (chapters A11, J2): ambush, declarations, attacks, withdrawal.

`phase` is called by play.py; `ambush` and `attacks` serve vehicles too.
"""
