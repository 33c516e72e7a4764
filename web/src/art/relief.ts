// The lie of the land on painted charts: hills raised along mountain ranges and lit from the north-west, woods, and the green of the plains.

import type { Point, Rect } from "../lib/layout";
import { smooth, stepped } from "./geometry";
import { clouds, noise } from "./noise";
import { blank, type Canvas } from "./pen";

/** How wide a range is, and the line of its crest. */
export type Range = [number, Point[]];

type Colour = readonly [r: number, g: number, b: number];

/** Pixels for one board unit: of the map of the ranges, and at most of what is painted; no fold is finer. */
const [COARSE, FINEST] = [1 / 4, 1];
/** How far the foot of a range strays from its line, in board units. */
const STRAY = 34;
const [SHADE, LIGHT]: [Colour, Colour] = [
  [92, 75, 46],
  [255, 250, 234],
];

export interface Ground {
  /** The colour of the plains, and how strong it may be. */
  plain: Colour;
  strong: number;
  /** The colour of woods. */
  woods: Colour;
}

/** From 0 to 1 between two values, without a kink. */
function step(from: number, to: number, value: number): number {
  const share = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** The lie of the land in a box of the board, to be painted over the colour of the land; as fine as it is looked at. */
export class Relief {
  readonly #box: Rect;
  readonly #ground: Ground;
  readonly #wide: number;
  readonly #high: number;
  readonly #raised: Float32Array;

  constructor(ranges: readonly Range[], box: Rect, ground: Ground) {
    this.#box = box;
    this.#ground = ground;
    [this.#wide, this.#high] = [Math.ceil(box.width * COARSE), Math.ceil(box.height * COARSE)];
    this.#raised = new Float32Array(this.#wide * this.#high);
    for (const [wide, along] of ranges) this.#raise(wide, smooth(along, 2));
  }

  paint(on: Canvas, part: Rect, scale: number): void {
    const fine = Math.max(COARSE, Math.min(FINEST, scale));
    // A little more on every side, so that tiles meet without a seam; on whole pixels, so that they show the same.
    const [left, top] = [Math.floor(part.x * fine) - 2, Math.floor(part.y * fine) - 2];
    const [w, h] = [Math.ceil(part.width * fine) + 5, Math.ceil(part.height * fine) + 5];
    const picture = blank(w, h);
    const own = picture.getContext("2d") as OffscreenCanvasRenderingContext2D;
    const image = own.createImageData(w, h);
    const octaves = fine < 0.5 ? 4 : fine < 1 ? 5 : 6;
    const heights = new Float32Array(w * h);
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) {
        const [x, y] = [(left + i) / fine, (top + j) / fine];
        const foot = this.#foot(x, y);
        const fold = foot < 0.01 ? 0 : 1 - Math.abs(2 * clouds(x / 44, y / 44, octaves, 7) - 1);
        const high = foot < 0.01 ? 0 : foot * (0.3 + 0.7 * fold * fold);
        heights[j * w + i] = high;
        if (!i || !j) continue;
        const rise = (high - (heights[(j - 1) * w + i - 1] as number)) * 3.1 * (fine / COARSE);
        const [[r, g, b], alpha] = this.#colour(x, y, foot, high, rise);
        if (alpha > 0.01) image.data.set([r, g, b, alpha * 255], (j * w + i) * 4);
      }
    own.putImageData(image, 0, 0);
    on.imageSmoothingEnabled = true;
    on.imageSmoothingQuality = "high";
    on.drawImage(picture, left / fine, top / fine, w / fine, h / fine);
  }

  /** Slopes by their light with a wash over the high ground; woods at their feet and in the plains; the plains greener the farther from hills. */
  #colour(x: number, y: number, foot: number, high: number, rise: number): readonly [Colour, number] {
    const { plain, strong, woods } = this.#ground;
    const wash = high * 0.2;
    if (rise > wash) return [LIGHT, Math.min(0.75, rise)];
    const shade = Math.min(0.62, wash - Math.min(0, rise));
    const wooded = (0.2 + 0.1 * step(0, 0.3, foot)) * step(0.57, 0.6, clouds(x / 74, y / 74, 4, 21));
    if (shade > 0.3 || wooded < 0.02) {
      const green = strong * (1 - step(0, 0.32, foot)) * (0.25 + 0.75 * clouds(x / 300, y / 300, 2, 31));
      return shade > green ? [SHADE, shade] : [plain, green];
    }
    return shade > wooded ? [SHADE, shade] : [woods, wooded];
  }

  /** How near a range is, from 0 to 1. The foot of a range is no line: look where the noise leads. */
  #foot(x: number, y: number): number {
    const u = (x - this.#box.x + (noise(x / 46, y / 46, 11) - 0.5) * 2 * STRAY) * COARSE;
    const v = (y - this.#box.y + (noise(x / 46, y / 46, 12) - 0.5) * 2 * STRAY) * COARSE;
    const [i, j] = [Math.floor(u), Math.floor(v)];
    if (i < 0 || j < 0 || i >= this.#wide - 1 || j >= this.#high - 1) return 0;
    const at = j * this.#wide + i;
    const [a, b] = [this.#raised[at] as number, this.#raised[at + 1] as number];
    const [c, d] = [this.#raised[at + this.#wide] as number, this.#raised[at + this.#wide + 1] as number];
    return (a + (b - a) * (u - i)) * (1 - v + j) + (c + (d - c) * (u - i)) * (v - j);
  }

  /** A range raises the ground around its crest, less and less outwards. */
  #raise(wide: number, crest: readonly Point[]): void {
    const far = wide * 1.15;
    for (const [px, py] of stepped(crest, 14)) {
      const [x, y] = [px - this.#box.x, py - this.#box.y];
      const last = (edge: number, most: number): number => Math.min(most - 1, Math.floor(edge * COARSE));
      for (let j = Math.max(0, Math.floor((y - far) * COARSE)); j <= last(y + far, this.#high); j++)
        for (let i = Math.max(0, Math.floor((x - far) * COARSE)); i <= last(x + far, this.#wide); i++) {
          const near = 1 - Math.hypot(i / COARSE - x, j / COARSE - y) / far;
          if (near <= 0) continue;
          const at = j * this.#wide + i;
          this.#raised[at] = Math.max(this.#raised[at] as number, near * near * (3 - 2 * near));
        }
    }
  }
}
