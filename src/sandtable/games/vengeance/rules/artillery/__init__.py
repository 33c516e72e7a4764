"""Off-board artillery (chapter C1): contact, access, spotting rounds, fire for effect.

`mission` and `muster` are called by the sequence of play; `shelling` and `blast_area` serve aircraft too.
"""
