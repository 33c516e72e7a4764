"""Who knows what: the view of each seat, what it may imagine of the rest, names of counters, reach as a seat knows it.

From outside: `sight.sight`, `guess.guess`, and the small questions that table, names and bot ask.
"""
