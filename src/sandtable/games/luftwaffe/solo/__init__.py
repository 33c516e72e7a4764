"""Solo play against prepared raids, and how a played raid becomes one (chapter 17).

From outside import `prepared_raids` and `recorded_raids.raid_of`.
"""
