"""Scenario cards: forces, areas, tasks, and what their special rules change.

From outside: everything; the cards themselves are in data/scenarios.
"""
