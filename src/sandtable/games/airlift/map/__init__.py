"""The map: `corridors` is where edges lead and how far it is, `routes` every flight that a plane could make.

Rules and bots may import both; nothing here knows the state."""
