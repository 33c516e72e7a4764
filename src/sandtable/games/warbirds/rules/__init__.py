"""The rules of Warbirds, one module for each chapter."""
