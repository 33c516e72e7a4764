"""The public Python API, imported as `sandtable`: games, positions, saves and bots under stable names.

Everything else in the package is private and may change, save for `sandtable.envs`, `gamekit` and `testing`.
"""
