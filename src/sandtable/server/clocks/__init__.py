"""Clocks: how long players may take, when their time is over, and what the others may do then.

`time.py` is the arithmetic and knows neither server nor database; `keeping.Timekeeping` runs the clock of a match.
"""
