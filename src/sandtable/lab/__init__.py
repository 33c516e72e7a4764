"""Many games at once: run, compare, rate, report."""
