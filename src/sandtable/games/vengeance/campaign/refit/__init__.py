"""The Refit Phase (RV-RePh8.600 to RV-RePh8.617): what happens between two scenarios, step by step.

`phase` is called by play.py.
"""
