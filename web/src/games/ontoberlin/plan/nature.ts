// Woods, parks and lakes.

import { chains, smooth, type Point } from "../../../art/geometry";
import { blob, Chance, type Pen } from "../../../art/pen";
import { NEXT, SIDE, TALL, type Hex, type Plan } from "./plan";

const GREENS = ["#7d9a5b", "#8aa466", "#728e52", "#93a96d"];

/** Points in a hex, not nearer to each other than so. */
function inside(hex: Hex, count: number, chance: Chance, apart: number): Point[] {
  const found: Point[] = [];
  for (let tries = 0; found.length < count && tries < count * 8; tries++) {
    const [dx, dy] = [chance.from(-SIDE, SIDE), chance.from(-TALL / 2, TALL / 2)];
    if (Math.abs(dx) * Math.sqrt(3) + Math.abs(dy) > TALL) continue;
    if (found.every(([a, b]) => (a - hex.x - dx) ** 2 + (b - hex.y - dy) ** 2 > apart * apart))
      found.push([hex.x + dx, hex.y + dy]);
  }
  return found;
}

function trees(pen: Pen, hexes: readonly Hex[], count: number, r: number): void {
  const shadows: Point[][] = [];
  const crowns = new Map<string, Point[][]>(GREENS.map((green) => [green, []]));
  const lights: Point[][] = [];
  const near = pen.scale > 0.9;
  for (const hex of hexes) {
    const chance = new Chance(`trees|${hex.id}`);
    for (const [x, y] of inside(hex, count, chance, r * 1.35)) {
      const size = r * chance.from(0.8, 1.2);
      const colour = chance.one(GREENS);
      const crown = blob(x, y, size, chance, near ? 7 : 5, 0.2);
      (crowns.get(colour) as Point[][]).push(crown);
      shadows.push(crown.map(([a, b]): Point => [a + size * 0.35, b + size * 0.45]));
      if (near) lights.push(blob(x - size * 0.25, y - size * 0.3, size * 0.45, chance, 6, 0.25));
    }
  }
  pen.each(shadows, { fill: "#3b4a26", alpha: 0.4 });
  for (const [fill, rings] of crowns) pen.each(rings, { fill, ...(near ? { stroke: "#4f6637", width: 0.4 } : {}) });
  pen.each(lights, { fill: "#b9c88c", alpha: 0.55 });
}

const inSight = (pen: Pen, hexes: readonly Hex[]): Hex[] => hexes.filter(({ x, y }) => pen.sees([x, y]));

export function paintWoods(pen: Pen, plan: Plan): void {
  pen.rings(plan.areas("woods"), { fill: "#b3c48e", stroke: "#b3c48e", width: 3 });
  const woods = inSight(pen, plan.of("woods"));
  if (pen.scale < 0.6) trees(pen, woods, 12, 4.4);
  else trees(pen, woods, 26, 3.4);
}

export function paintParks(pen: Pen, plan: Plan): void {
  pen.rings(plan.areas("park"), { fill: "#c8d8a0", stroke: "#93ab6d", width: 1 });
  const parks = inSight(pen, plan.of("park"));
  if (pen.scale > 0.4) {
    const walks = plan.once("walks", () => walksOf(plan));
    pen.lines(walks, { stroke: "#a3ad78", width: 2.2, alpha: 0.7 });
    pen.lines(walks, { stroke: "#f5eccd", width: 1.4 });
  }
  trees(pen, parks, 7, 2.9);
}

/** Walks from hex to hex of a park. */
function walksOf(plan: Plan): Point[][] {
  const edges: [string, string][] = [];
  const places = new Map<string, Point>();
  for (const hex of plan.of("park")) {
    const chance = new Chance(`walk|${hex.id}`);
    places.set(hex.id, [hex.x + chance.from(-6, 6), hex.y + chance.from(-5, 5)]);
    for (const [dc, dy] of NEXT.slice(0, 3)) {
      const other = plan.at(hex.col + dc, hex.y2 + dy);
      if (other?.kind === "park" && chance.is(0.6)) edges.push([hex.id, other.id]);
    }
  }
  return chains(edges).map((ids) =>
    smooth(
      ids.map((id) => places.get(id) as Point),
      2,
    ),
  );
}

/** Lakes: paler towards their shores, as charts have them. */
export function paintLakes(pen: Pen, plan: Plan): void {
  const lakes = plan.areas("water");
  pen.rings(lakes, { fill: "#f7efd7", stroke: "#f7efd7", width: 5, alpha: 0.8 });
  pen.rings(lakes, { fill: "#8db9cd", stroke: "#3f7288", width: Math.max(1.1, 0.7 / pen.scale) });
  pen.within(lakes, () => {
    for (const [width, stroke] of [
      [22, "#9ac3d4"],
      [13, "#aacedb"],
      [6, "#c0dde4"],
    ] as const)
      pen.rings(lakes, { stroke, width });
    pen.rings(lakes, { stroke: "#3f7288", width: Math.max(1.4, 0.9 / pen.scale) });
  });
  if (pen.scale < 0.8) return;
  const waves: Point[][] = [];
  for (const hex of inSight(pen, plan.of("water"))) {
    const chance = new Chance(`waves|${hex.id}`);
    for (const [x, y] of inside(hex, 5, chance, 9))
      waves.push([
        [x - 3, y],
        [x - 1.2, y - 0.7],
        [x + 1.2, y + 0.5],
        [x + 3, y - 0.2],
      ]);
  }
  pen.lines(waves, { stroke: "#e4f1f2", width: 0.6, alpha: 0.7 });
}
