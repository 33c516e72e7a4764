"""The rules of Warbirds, one module for each chapter of the rulebook.

`play.py` calls their activities; `interrupts` are the exceptions that break into a turn."""
