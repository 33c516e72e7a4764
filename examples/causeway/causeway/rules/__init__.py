"""The rules, one module for each chapter of rules.md."""
