"""What the ladder uses of SciPy, which has no types of its own."""
