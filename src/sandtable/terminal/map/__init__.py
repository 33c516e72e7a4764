"""The board of any game in characters: `layout` says where each space lies at a zoom, `drawing` what stands there.

From outside, import `drawing.MapDrawing` (a map to pan and zoom) and `drawing.whole_map` or `drawing.map_around`."""
