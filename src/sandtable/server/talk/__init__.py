"""Talk at a match: players among themselves, spectators apart, notes to oneself, mutes and reports.

`talking.Talking` is the room's part of it, `talk.Talk` says who may do what; the calls are in `api`.
"""
