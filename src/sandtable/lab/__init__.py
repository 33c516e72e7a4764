"""Many games: run them on all cores, count how they ended, report with plots, measure the engine."""
