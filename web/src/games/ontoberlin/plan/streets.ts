// Blocks of the city with their courtyards, garden suburbs, allotments and fields: each part of the town has a grid of its own.

import type { Point } from "../../../art/geometry";
import { Chance, type Pen } from "../../../art/pen";
import { type Hex, type Plan } from "./plan";

/** How far the middles of the parts of the town lie apart. */
const PART = 128;

interface Grid {
  /** Where it lies; null for everywhere. */
  kinds: ReadonlySet<string> | null;
  long: number;
  deep: number;
  street: number;
}
const CITY: Grid = { kinds: new Set(["city", "rubble"]), long: 15.5, deep: 11, street: 2.5 };
const GARDENS: Grid = { kinds: new Set(["suburb"]), long: 21, deep: 15, street: 2.6 };
/** Fields lie under everything else: what is no field is drawn over them. */
const FIELDS: Grid = { kinds: null, long: 46, deep: 25, street: 1.2 };

const WILD = new Set(["water", "woods", "park", "airfield"]);

export interface Block {
  at: Point;
  ring: Point[];
  /** Where its corners point, for what stands in it. */
  turn: number;
  hex: Hex;
  share: number;
}

interface Part {
  at: Point;
  turn: number;
}

function parts(plan: Plan): Map<number, Part> {
  return plan.once("parts", () => {
    const found = new Map<number, Part>();
    const { x1, y1, x2, y2 } = plan.bounds;
    for (let i = Math.floor(x1 / PART) - 1; i <= x2 / PART + 1; i++)
      for (let j = Math.floor(y1 / PART) - 1; j <= y2 / PART + 1; j++) {
        const chance = new Chance(`part|${i}|${j}`);
        const at: Point = [(i + chance.from(0.2, 0.8)) * PART, (j + chance.from(0.2, 0.8)) * PART];
        found.set(i * 1000 + j, { at, turn: chance.from(-0.62, 0.62) });
      }
    return found;
  });
}

/** The part of the town that a point belongs to: the nearest. */
function partAt(all: ReadonlyMap<number, Part>, [x, y]: Point): Part | undefined {
  let [best, least] = [undefined as Part | undefined, Infinity];
  const [ci, cj] = [Math.floor(x / PART), Math.floor(y / PART)];
  for (let i = ci - 1; i <= ci + 1; i++)
    for (let j = cj - 1; j <= cj + 1; j++) {
      const part = all.get(i * 1000 + j);
      if (!part) continue;
      const far = (part.at[0] - x) ** 2 + (part.at[1] - y) ** 2;
      if (far < least) [best, least] = [part, far];
    }
  return best;
}

function laid(plan: Plan, name: string, { kinds, long, deep, street }: Grid): Block[] {
  const all = parts(plan);
  const blocks: Block[] = [];
  for (const part of all.values()) {
    const [cos, sin] = [Math.cos(part.turn), Math.sin(part.turn)];
    const place = (u: number, v: number): Point => [part.at[0] + u * cos - v * sin, part.at[1] + u * sin + v * cos];
    for (let u = -1.2 * PART; u < 1.2 * PART; u += long)
      for (let v = -1.2 * PART; v < 1.2 * PART; v += deep) {
        const at = place(u, v);
        const hex = plan.hexAt(...at);
        if (!hex || (kinds && !kinds.has(hex.kind)) || partAt(all, at) !== part) continue;
        const chance = new Chance(`${name}|${Math.round(at[0])}|${Math.round(at[1])}`);
        const [a, b] = [(long - street) / 2, (deep - street) / 2];
        const uneven = (): number => chance.from(-0.5, 0.5);
        const ring = [
          place(u - a + uneven(), v - b),
          place(u + a, v - b + uneven()),
          place(u + a + uneven(), v + b),
          place(u - a, v + b + uneven()),
        ];
        // What would stand in the water or in the woods is left out.
        if (!kinds || ring.every((corner) => !WILD.has(plan.hexAt(...corner)?.kind ?? "water")))
          blocks.push({ at, ring, turn: part.turn, hex, share: chance.next() });
      }
  }
  return blocks;
}

const ROOFS = ["#b5876c", "#a97a62", "#bf9276", "#a5806c"];
const inner = ({ at, ring }: Block, share: number): Point[] =>
  ring.map(([x, y]): Point => [at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share]);
const seen = (pen: Pen, blocks: readonly Block[]): Block[] => blocks.filter(({ at }) => pen.sees(at));

export function paintCity(pen: Pen, plan: Plan): void {
  const blocks = seen(
    pen,
    plan.once("city", () => laid(plan, "block", CITY)),
  );
  const squares = blocks.filter(({ share, hex }) => share < 0.035 && hex.kind === "city");
  const ruined = blocks.filter(({ hex, share }) => hex.kind === "rubble" || share > 0.9);
  const standing = blocks.filter((block) => !squares.includes(block) && !ruined.includes(block));
  const near = pen.scale > 0.9;
  if (near)
    pen.each(
      standing.map(({ ring }) => ring.map(([x, y]): Point => [x + 0.8, y + 1])),
      { fill: "#3a271b", alpha: 0.42 },
    );
  ROOFS.forEach((fill, tone) =>
    pen.each(
      standing.filter(({ share }) => Math.floor(share * 977) % ROOFS.length === tone).map(({ ring }) => ring),
      { fill, ...(near ? { stroke: "#6b4836", width: 0.45 } : {}) },
    ),
  );
  if (pen.scale > 0.7)
    pen.each(
      standing.map((block) => inner(block, 0.46)),
      { fill: "#dcc7a4", ...(near ? { stroke: "#6b4836", width: 0.35 } : {}) },
    );
  if (near) wings(pen, standing);
  pen.each(
    squares.map(({ ring }) => ring),
    { fill: "#b3c48a", stroke: "#7d9460", width: 0.5 },
  );
  paintRuins(pen, ruined, near);
}

/** Rear buildings divide the courtyards, and a ridge runs along the roofs. */
function wings(pen: Pen, blocks: readonly Block[]): void {
  const [bars, ridges]: [Point[][], Point[][]] = [[], []];
  for (const { at, ring, share } of blocks) {
    const [a, b, c, d] = ring as [Point, Point, Point, Point];
    const along = (from: Point, to: Point, by: number): Point => [
      from[0] + (to[0] - from[0]) * by,
      from[1] + (to[1] - from[1]) * by,
    ];
    const by = 0.36 + 0.3 * share;
    if (share > 0.3) bars.push([along(along(a, b, by), at, 0.3), along(along(d, c, by), at, 0.3)]);
    ridges.push([...ring.map((corner) => along(corner, at, 0.27)), along(a, at, 0.27)]);
  }
  pen.lines(bars, { stroke: "#a97a62", width: 1.5, cap: "butt" });
  pen.lines(ridges, { stroke: "#e6c7a6", width: 0.4, alpha: 0.7 });
}

/** Walls without roofs, and what fell from them. */
function paintRuins(pen: Pen, blocks: readonly Block[], near: boolean): void {
  pen.each(
    blocks.map(({ ring }) => ring),
    { fill: "#cbbca2", stroke: "#6f5b48", width: near ? 0.9 : 0.7 },
  );
  if (pen.scale < 0.7) return;
  const stones: Point[][] = [];
  for (const { at, hex, share } of blocks) {
    const chance = new Chance(`stones|${hex.id}|${share}`);
    for (let n = 0; n < 9; n++) {
      const [x, y] = [at[0] + chance.from(-5, 5), at[1] + chance.from(-3.2, 3.2)];
      stones.push([
        [x, y - 0.7],
        [x + 0.8, y],
        [x, y + 0.6],
        [x - 0.7, y],
      ]);
    }
  }
  pen.each(stones, { fill: "#7d6653" });
}

export function paintGardens(pen: Pen, plan: Plan): void {
  const blocks = seen(
    pen,
    plan.once("gardens", () => laid(plan, "garden", GARDENS)),
  );
  for (const [fill, from, to] of [
    ["#d3d2a0", 0, 0.55],
    ["#dcd3a8", 0.55, 1],
  ] as const)
    pen.each(
      blocks.filter(({ share }) => share >= from && share < to).map(({ ring }) => ring),
      { fill },
    );
  if (pen.scale < 0.45) return;
  const [houses, shadows]: [Point[][], Point[][]] = [[], []];
  for (const { at, turn, share } of blocks) {
    const chance = new Chance(`houses|${share}`);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    for (const v of [-3.8, 3.8])
      for (const u of [-6.6, -2.2, 2.2, 6.6]) {
        if (chance.is(0.28)) continue;
        const [a, b] = [chance.from(1.1, 1.6), chance.from(0.9, 1.3)];
        const house = [
          [u - a, v - b],
          [u + a, v - b],
          [u + a, v + b],
          [u - a, v + b],
        ].map(([p = 0, q = 0]): Point => [at[0] + p * cos - q * sin, at[1] + p * sin + q * cos]);
        houses.push(house);
        shadows.push(house.map(([x, y]): Point => [x + 0.6, y + 0.7]));
      }
  }
  if (pen.scale > 0.9) pen.each(shadows, { fill: "#3a3118", alpha: 0.35 });
  pen.each(houses, { fill: "#b0785a" });
}

export function paintFields(pen: Pen, plan: Plan): void {
  const blocks = seen(
    pen,
    plan.once("fields", () => laid(plan, "field", FIELDS)),
  );
  for (const [fill, from, to] of [
    ["#e8dcb0", 0, 0.3],
    ["#dfdcae", 0.3, 0.55],
    ["#eee0b6", 0.55, 0.8],
    ["#d6d8a4", 0.8, 1],
  ] as const)
    pen.each(
      blocks.filter(({ share }) => share >= from && share < to).map(({ ring }) => ring),
      { fill, alpha: 0.75 },
    );
  if (pen.scale < 0.6) return;
  const furrows: Point[][] = [];
  for (const { ring, share } of blocks) {
    if (share > 0.7) continue;
    const [a, b, c, d] = ring as [Point, Point, Point, Point];
    for (let n = 1; n < 8; n++) {
      const by = n / 8;
      furrows.push([
        [a[0] + (d[0] - a[0]) * by, a[1] + (d[1] - a[1]) * by],
        [b[0] + (c[0] - b[0]) * by, b[1] + (c[1] - b[1]) * by],
      ]);
    }
  }
  pen.lines(furrows, { stroke: "#b9a86e", width: 0.5, alpha: 0.45 });
}
