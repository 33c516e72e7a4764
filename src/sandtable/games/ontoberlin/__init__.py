"""On to Berlin!: the airborne assault on Berlin, March 1945."""
