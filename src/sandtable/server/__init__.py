"""The browser table: accounts, rooms, seats, matches, storage, live updates."""
