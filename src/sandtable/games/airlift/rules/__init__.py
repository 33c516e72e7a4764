"""The rules of Berlin Airlift, one module for each chapter of the rulebook.

`play.py` calls their activities; everything that only looks takes a state or a view (`model.Sees`)."""
