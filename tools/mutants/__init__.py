"""How good the tests of a game are: small faults are planted in its rules, and its own tests must find them.

`python -m tools.mutants GAME` (or `make mutants GAME=...`) measures and reports; nothing here is imported elsewhere.
"""
