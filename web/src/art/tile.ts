// One tile of a painted map: which part of the board it shows, and how it becomes a picture.

import type { Rect } from "../lib/layout";
import type { Canvas } from "./pen";
import type { Painting, Tone } from "./painting";

/** Pixels of a tile; one more on each side hides the seams. */
export const TILE = 512;
const SEAM = 1;

export interface Wanted {
  /** Pixels for one board unit. */
  scale: number;
  column: number;
  row: number;
  tone: Tone;
}

export function keyOf({ scale, column, row, tone }: Wanted): string {
  return `${tone} ${scale} ${column} ${row}`;
}

/** The part of the board that a tile covers, seams included. */
export function boxOf({ scale, column, row }: Wanted, bounds: Rect): Rect {
  const size = TILE / scale;
  const seam = SEAM / scale;
  return {
    x: bounds.x + column * size - seam,
    y: bounds.y + row * size - seam,
    width: size + 2 * seam,
    height: size + 2 * seam,
  };
}

/** The tiles that cover a part of the board, those in its middle first. */
export function covering(part: Rect, bounds: Rect, scale: number, tone: Tone): Wanted[] {
  const size = TILE / scale;
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.floor(value / size)));
  const [columns, rows] = [Math.ceil(bounds.width / size) - 1, Math.ceil(bounds.height / size) - 1];
  const found: Wanted[] = [];
  for (
    let column = clamp(part.x - bounds.x, columns);
    column <= clamp(part.x + part.width - bounds.x, columns);
    column++
  )
    for (let row = clamp(part.y - bounds.y, rows); row <= clamp(part.y + part.height - bounds.y, rows); row++)
      found.push({ scale, column, row, tone });
  const [mx, my] = [
    (part.x + part.width / 2 - bounds.x) / size - 0.5,
    (part.y + part.height / 2 - bounds.y) / size - 0.5,
  ];
  const far = ({ column, row }: Wanted): number => (column - mx) ** 2 + (row - my) ** 2;
  return found.sort((a, b) => far(a) - far(b));
}

/** The scales at which tiles are painted: each twice the one before. */
export const SCALES = [0.0625, 0.125, 0.25, 0.5, 1, 2] as const;

/** The coarsest scale that is sharp enough. */
export function scaleFor(pixels: number): number {
  return SCALES.find((scale) => scale >= pixels * 0.8) ?? (SCALES.at(-1) as number);
}

/** Paint one tile on a canvas of TILE + 2 pixels. */
export function paintTile(on: Canvas, painting: Painting, wanted: Wanted): void {
  const box = boxOf(wanted, painting.bounds);
  on.setTransform(wanted.scale, 0, 0, wanted.scale, -box.x * wanted.scale, -box.y * wanted.scale);
  painting.paint(on, box, wanted.scale, wanted.tone);
}

export const PIXELS = TILE + 2 * SEAM;
