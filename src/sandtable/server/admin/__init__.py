"""What an operator does to a running server: list, close, ban, mute, settle reports, each act with a row in the audit.

`acts` changes the database and tells the running processes; `watch.Watch` is the ear of a process; `listing` reads.
"""
