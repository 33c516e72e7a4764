"""The browser table: matches, seats, storage, live updates; `run.serve` starts it.

The way of a choice: websocket -> room -> match -> database; then the listeners of the room are told.
"""
