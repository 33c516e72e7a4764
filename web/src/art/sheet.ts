// The sheet on which a map is printed: its edge.

import { ringOf, type Corners } from "./geometry";
import type { Ink, Pen } from "./pen";

/** Pixels of a hex below which a black grid would hide the map. */
const SMALL = 30;

/** The hexes in high contrast: black lines, and from afar thinner ones. `hex` is how wide one is in the drawing. */
export function boldGrid(pen: Pen, hex: number): Ink {
  const far = hex * pen.scale < SMALL;
  return { stroke: "#000000", width: (far ? 0.9 : 1.7) / pen.scale, alpha: far ? 0.36 : 0.75 };
}

/** A rectangle with so much more on every side. */
export function grown({ x1, y1, x2, y2 }: Corners, by: number): Corners {
  return { x1: x1 - by, y1: y1 - by, x2: x2 + by, y2: y2 + by };
}

/** Pale paper around the map, and two lines; `line` is the width of the stronger. */
export function paintEdge(pen: Pen, bounds: Corners, line: number): void {
  // Turned the other way, the map is a hole in the paper.
  pen.rings([ringOf(grown(bounds, 9999)), ringOf(bounds).reverse()], { fill: "#ece3ca" });
  pen.rect(bounds, { stroke: "#2a2119", width: line });
  pen.rect(grown(bounds, 2.1 * line), { stroke: "#2a2119", width: line / 3 });
}
