"""Movement (chapter A4); begin reading in phase.py."""
