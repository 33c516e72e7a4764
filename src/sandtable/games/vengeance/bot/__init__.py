"""What a sensible player would do, from set-up to the campaign.

From outside: `player`, `place_the_rest` and `features`; begin reading in `player`.
"""
