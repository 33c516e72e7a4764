"""What a sensible player would do, from set-up to the campaign.

From outside: `player` and `place_the_rest`; begin reading in `player`.
"""
