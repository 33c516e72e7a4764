"""Tests of Warbirds."""
