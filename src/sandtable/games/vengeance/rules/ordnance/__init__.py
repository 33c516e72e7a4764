"""Ordnance (chapters C2 to C13): To Hit, To Kill, Guns and mortars, and what their shells do."""
