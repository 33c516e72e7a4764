"""Off-board artillery (chapter C1): contact, access, spotting rounds, fire for effect."""
