"""The rules, a package for each chapter that a player would name.

`play.py` calls the phases; chapters may import each other, never the table, the bot or the views.
"""
