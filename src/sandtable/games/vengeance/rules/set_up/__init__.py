"""Set-up (chapters A2.9, SCN6, SCN7): one side places everything, then the other.

`placement` is called by the sequence of play; Guns, vehicles and works bring their own part.
"""
