"""Terrain (chapters B, O): cover, wall advantage, bridges, rubble, blazes and smoke.

Other chapters ask `cover` and `wall_advantage`; the rest changes the ground in play.
"""
