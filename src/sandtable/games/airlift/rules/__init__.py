"""The rules of Berlin Airlift, one module for each chapter."""
