"""Control, casualty points, exits, the Banner, and who wins (chapters A26, SCN8, BRV14).

`control` is asked by play.py, the table and the campaign.
"""
