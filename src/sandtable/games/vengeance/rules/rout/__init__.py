"""The Rout Phase (chapters A3.6, A10.5): who must rout, where to, and what happens on the way.

`phase` is called by play.py; `danger` answers questions of other chapters.
"""
