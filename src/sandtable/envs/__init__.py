"""Environments for training agents."""
