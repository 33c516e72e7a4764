"""Night (chapter E1): freedom of movement, straying, starshells, cloaking.

Other chapters ask `cloaking`, `freedom` and `bearings`.
"""
