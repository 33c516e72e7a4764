// Hills of painted charts: noise that is raised along mountain ranges and lit from the north-west.

import type { Point, Rect } from "../lib/layout";
import { smooth, stepped } from "./geometry";
import { clouds, noise } from "./noise";
import { blank } from "./pen";

/** How wide a range is, and the line of its crest. */
export type Range = [number, Point[]];

/** Pixels of the relief for one board unit. */
const FINE = 1 / 4;
/** How far the foot of a range strays from its line, in board units. */
const STRAY = 34;

/** A picture of the hills in a box of the board, to be drawn over the colour of the land. */
export function relief(ranges: readonly Range[], box: Rect): ReturnType<typeof blank> {
  const [w, h] = [Math.ceil(box.width * FINE), Math.ceil(box.height * FINE)];
  const picture = blank(w, h);
  const on = picture.getContext("2d") as OffscreenCanvasRenderingContext2D;
  const image = on.createImageData(w, h);
  const heights = heightsOf(ranges, box, w, h);
  for (let j = 1; j < h; j++)
    for (let i = 1; i < w; i++) {
      const high = heights[j * w + i] as number;
      const light = (high - (heights[(j - 1) * w + i - 1] as number)) * 3.1;
      // A wash over the high ground, warm grey in the shade, cream in the light.
      const wash = high * 0.2;
      const [r, g, b, alpha] =
        light > wash ? [255, 250, 234, Math.min(0.75, light)] : [92, 75, 46, Math.min(0.62, wash - Math.min(0, light))];
      if (alpha > 0.01) image.data.set([r, g, b, alpha * 255], (j * w + i) * 4);
    }
  on.putImageData(image, 0, 0);
  return picture;
}

/** How high the ground is, from 0 to 1: folds of noise, as high as a range is near. */
function heightsOf(ranges: readonly Range[], box: Rect, w: number, h: number): Float32Array {
  const raised = new Float32Array(w * h);
  for (const [wide, along] of ranges) raise(raised, box, w, h, wide, smooth(along, 2));
  const heights = new Float32Array(w * h);
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const [x, y] = [i / FINE + box.x, j / FINE + box.y];
      // The foot of a range is no line: look where the noise leads.
      const u = Math.round(i + (noise(x / 46, y / 46, 11) - 0.5) * 2 * STRAY * FINE);
      const v = Math.round(j + (noise(x / 46, y / 46, 12) - 0.5) * 2 * STRAY * FINE);
      const foot = u >= 0 && v >= 0 && u < w && v < h ? (raised[v * w + u] as number) : 0;
      if (foot < 0.01) continue;
      const fold = 1 - Math.abs(2 * clouds(x / 44, y / 44, 4, 7) - 1);
      heights[j * w + i] = foot * (0.3 + 0.7 * fold * fold);
    }
  return heights;
}

/** A range raises the ground around its crest, less and less outwards. */
function raise(raised: Float32Array, box: Rect, w: number, h: number, wide: number, crest: readonly Point[]): void {
  const far = wide * 1.15;
  for (const [px, py] of stepped(crest, 14)) {
    const [x, y] = [px - box.x, py - box.y];
    for (let j = Math.max(0, Math.floor((y - far) * FINE)); j <= Math.min(h - 1, (y + far) * FINE); j++)
      for (let i = Math.max(0, Math.floor((x - far) * FINE)); i <= Math.min(w - 1, (x + far) * FINE); i++) {
        const near = 1 - Math.hypot(i / FINE - x, j / FINE - y) / far;
        if (near <= 0) continue;
        const at = j * w + i;
        raised[at] = Math.max(raised[at] as number, near * near * (3 - 2 * near));
      }
  }
}
