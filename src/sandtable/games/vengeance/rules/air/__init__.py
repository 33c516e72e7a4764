"""Air support (chapter E7): arrival, sighting, bombs, strafing, antiaircraft fire."""
