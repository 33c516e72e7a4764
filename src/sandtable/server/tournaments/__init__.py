"""Tournaments of a club: Swiss and round robin for games of two players, each match an ordinary one with its clock.

`pairing` and `standings` are pure; `tournaments.Tournaments` says who may do what; the calls are in `api`.
"""
