"""Close Combat (chapters A11, J2)."""
