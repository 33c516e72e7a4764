"""Air support (chapter E7): arrival, sighting, bombs, strafing, antiaircraft fire.

`arrival` and `attacks` are called by the sequence of play.
"""
