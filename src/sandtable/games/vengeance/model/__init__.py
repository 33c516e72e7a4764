"""What must be remembered: the battle, its units, weapons, vehicles, batteries, aircraft, works, and the campaign.

Records and printed values only, no rules; everything here may be imported from anywhere in the game.
"""
