"""Night (chapter E1): freedom of movement, straying, starshells, cloaking."""
