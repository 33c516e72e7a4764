"""Crews, Armor Leaders, Passengers and Riders (chapters D5, D6, D10.3).

`inherent` and `passengers` are asked by movement, fire and the campaign.
"""
