"""Sandtable plays historical board wargames with every rule enforced."""
