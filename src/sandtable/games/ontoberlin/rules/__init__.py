"""The rules of On to Berlin!, one module for each chapter or half of one.

From outside import the activities that `play` lists; the rest serves the bots, the table and tests.
"""
