"""The lobby: matches that people offer, seats that are free, invitations, and matches to watch.

`records` says on what terms a match is played; `lobby.Lobby` lists, seats and invites; the calls are in `api`.
"""
