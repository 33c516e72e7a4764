// Sea and land of painted charts.

import type { Rect } from "../lib/layout";
import type { Point } from "./geometry";
import type { Ink, Pen } from "./pen";

export interface LandColours {
  sea: string;
  /** Bands along the coast: how wide, and their colour, the outermost first. */
  shores: readonly (readonly [number, string])[];
  land: string;
  coast: string;
}

/** Numbers in turn as the points of a line. */
export const pairs = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, n): Point => [flat[2 * n] as number, flat[2 * n + 1] as number]);

/** The sea, lighter towards the coast, and the land upon it. */
export function seaAndLand(pen: Pen, bounds: Rect, land: readonly Point[][], colours: LandColours): void {
  pen.on.fillStyle = colours.sea;
  pen.on.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
  for (const [width, stroke] of colours.shores) pen.rings(land, { stroke, width });
  pen.rings(land, { fill: colours.land, stroke: colours.coast, width: Math.max(1.6, 1.1 / pen.scale) });
}

/** Lines that rise to the right over a box, so far apart. */
export function hatch(pen: Pen, box: Rect, apart: number, ink: Ink): void {
  const lines: Point[][] = [];
  for (let at = box.x - box.height; at < box.x + box.width; at += apart)
    lines.push([
      [at, box.y + box.height],
      [at + box.height, box.y],
    ]);
  pen.rings(lines, ink);
}

/** In high contrast the country is pale, and what is drawn after it stands out. */
export function pale(pen: Pen, bounds: Rect): void {
  pen.on.save();
  pen.on.globalAlpha = 0.45;
  pen.on.fillStyle = "#ffffff";
  pen.on.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
  pen.on.restore();
}
