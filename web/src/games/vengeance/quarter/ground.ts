// The ground: what grows and what was churned up, without the edges of hexes; grain of paper over all.

import { clouds, noise } from "../../../art/noise";
import { blank, Chance, type Pen } from "../../../art/pen";
import type { Point, Corners } from "../../../art/geometry";
import { SIDE, TALL, type Hex, type Quarter } from "./quarter";

type Colour = readonly [number, number, number];

const PAPER: Colour = [205, 189, 150];
const COLOURS: Record<string, Colour> = {
  OPEN: [194, 183, 134],
  ORCHARD: [167, 168, 116],
  WOODS: [134, 141, 96],
  SHELLHOLES: [178, 155, 108],
  PIT: [178, 155, 108],
  DEBRIS: [176, 154, 119],
  RUBBLE_STONE: [164, 142, 110],
  BUILDING: [190, 172, 138],
  PAVED: [201, 186, 150],
  SBAHN_UNDER: [178, 163, 128],
  DIRT: [190, 167, 120],
  RUNWAY: [190, 178, 140],
  POND: [170, 170, 118],
  CULVERT: [180, 168, 120],
  BOULEVARD: [196, 184, 146],
};
/** Pixels of the ground for one unit: it is soft, so few are enough. */
const FINE = 1 / 4;

/** The ground of the whole quarter as a small picture that is drawn large: soft edges, warped by noise. */
export function groundPicture(quarter: Quarter, room: Corners): OffscreenCanvas | HTMLCanvasElement {
  const [width, height] = [Math.ceil((room.x2 - room.x1) * FINE), Math.ceil((room.y2 - room.y1) * FINE)];
  const canvas = blank(width, height);
  const on = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
  const picture = on.createImageData(width, height);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const [x, y] = [room.x1 + i / FINE, room.y1 + j / FINE];
      const [r, g, b] = groundAt(quarter, x, y);
      picture.data.set([r, g, b, 255], (j * width + i) * 4);
    }
  on.putImageData(picture, 0, 0);
  return canvas;
}

/** The colour of the ground at a point: that of the hex which lies there once the point has been pushed about. */
function groundAt(quarter: Quarter, x: number, y: number): Colour {
  const wx = x + (clouds(x / 30, y / 30, 2, 11) - 0.5) * 78;
  const wy = y + (clouds(x / 30, y / 30, 2, 23) - 0.5) * 78;
  const hex = quarter.hexAt(wx, wy);
  const base = (hex && COLOURS[hex.features.includes("LOWER_ROAD") ? "PAVED" : hex.base]) ?? PAPER;
  // Large patches, then grain: worn grass and dust.
  const patch = clouds(x / 120, y / 90, 3, 5) - 0.5;
  const grain = noise(x / 7, y / 7, 3) - 0.5;
  const by = patch * 46 + grain * 7;
  const dry = clouds(x / 60, y / 60, 2, 41) - 0.5;
  return [base[0] + by + dry * 14, base[1] + by * 0.96 + dry * 4, base[2] + by * 0.8 - dry * 10];
}

const GROWN = new Set(["OPEN", "ORCHARD", "WOODS", "SHELLHOLES"]);
const BARE = new Set(["SHELLHOLES", "DIRT", "DEBRIS", "BUILDING", "RUBBLE_STONE"]);

/** Tufts of grass; near by, pebbles and clods too. */
export function paintTufts(pen: Pen, hexes: readonly Hex[]): void {
  if (pen.scale < 0.7) return;
  const near = pen.scale > 1;
  const [dark, pale, clods]: [Point[][], Point[][], Point[][]] = [[], [], []];
  for (const hex of hexes) {
    const chance = new Chance(`tuft|${hex.id}`);
    const grass = GROWN.has(hex.base);
    if (grass)
      for (const [x, y] of inside(hex, near ? 34 : 18, chance)) {
        const blades = chance.is(0.4) ? [-1.6, 0, 1.5] : [0];
        for (const by of blades)
          (chance.is(0.65) ? dark : pale).push([
            [x + by, y],
            [x + by * 1.7 + chance.from(-0.7, 0.7), y - chance.from(1.8, 3.6)],
          ]);
      }
    if (!near || !(grass || BARE.has(hex.base))) continue;
    for (const [x, y] of inside(hex, 26, chance, 1))
      clods.push([
        [x, y],
        [x + chance.from(0.2, 1.2), y + 0.1],
      ]);
  }
  pen.lines(clods, { stroke: "#75643d", width: 1, alpha: 0.42 });
  pen.lines(dark, { stroke: "#666538", width: 0.8, alpha: 0.5 });
  pen.lines(pale, { stroke: "#e0d7a4", width: 0.8, alpha: 0.5 });
}

/** Points in a hex, not nearer to each other than so. */
export function inside(hex: Hex, count: number, chance: Chance, share = 0.9, apart = 0): Point[] {
  const found: Point[] = [];
  for (let tries = 0; found.length < count && tries < count * 14; tries++) {
    const [dx, dy] = [chance.from(-SIDE, SIDE) * share, chance.from(-TALL / 2, TALL / 2) * share];
    if (Math.abs(dx) * Math.sqrt(3) + Math.abs(dy) > TALL * share) continue;
    const [x, y] = [hex.x + dx, hex.y + dy];
    if (found.every(([a, b]) => (a - x) ** 2 + (b - y) ** 2 > apart * apart)) found.push([x, y]);
  }
  return found;
}
