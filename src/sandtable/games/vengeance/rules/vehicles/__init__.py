"""Vehicles (chapter D): what they are and may do, and a package for each part of the chapter.

`kinds` and `facing` are asked by every other chapter; `phases` by the sequence of play.
"""
