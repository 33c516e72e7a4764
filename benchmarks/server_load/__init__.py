"""Load on a real server over loopback: choices of many tables, people who ask much, and an hour's memory.

`python -m benchmarks.server_load`, `... .askers` and `... .memory`; each says with `--help` what it measures.
"""
