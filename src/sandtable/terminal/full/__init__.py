"""The table as a full screen of panes (Textual): map, options, inspector and journal, with keys and mouse.

From outside, import `run.play_full`; the rest of the program works without this package's library."""
