"""The Rally Phase (chapters A3.1, A10.6): reorganization, repair, rally.

`phase` is called by play.py; `attempt` by the Refit Phase too.
"""
