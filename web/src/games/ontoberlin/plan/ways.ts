// Rivers and canals with their quays, bridges, roads and railways.

import { beside, stations, type Point } from "../../../art/geometry";
import type { Pen } from "../../../art/pen";
import { SIDE, type Plan } from "./plan";

const WATERS = [
  ["river", 9],
  ["canal", 4.6],
] as const;

export function paintRivers(pen: Pen, plan: Plan): void {
  const thick = Math.max(0, 0.6 / pen.scale - 0.6);
  for (const [kind, wide] of WATERS) {
    const lines = plan.ways(kind).map(({ line }) => line);
    pen.lines(lines, { stroke: "#f7efd7", width: wide + 4, alpha: 0.85 });
    pen.lines(lines, { stroke: "#3f7288", width: wide + 1.4 + thick });
  }
  for (const [kind, wide] of WATERS) {
    const lines = plan.ways(kind).map(({ line }) => line);
    pen.lines(lines, { stroke: "#9ac3d4", width: wide });
    if (kind === "river") pen.lines(lines, { stroke: "#b7d7e1", width: wide * 0.45, alpha: 0.7 });
  }
}

const USUAL = 3.1;
const widthOf = (plan: Plan, name: string): number => {
  const told = plan.scenery.roads?.[name];
  return told === undefined ? USUAL : (told * SIDE) / 100;
};

export function paintRoads(pen: Pen, plan: Plan): void {
  const roads = plan.ways("road").map(({ name, line }) => ({ line, wide: widthOf(plan, name) }));
  const casing = Math.max(1.3, 0.9 / pen.scale);
  const large = pen.scale < 0.6 ? 1.25 : 1;
  for (const { line, wide } of roads) pen.line(line, { stroke: "#7c4023", width: wide * large + casing });
  for (const { line, wide } of roads)
    pen.line(line, { stroke: wide > USUAL ? "#f7d784" : "#fff4d4", width: wide * large });
  if (pen.scale > 0.9)
    for (const { line, wide } of roads)
      if (wide > 1.35 * USUAL) pen.line(line, { stroke: "#b98d45", width: 0.5, dash: [5, 3.5], alpha: 0.8 });
}

export function paintRails(pen: Pen, plan: Plan): void {
  const lines = plan.ways("rail").map(({ line }) => line);
  const thick = Math.max(1.5, 0.8 / pen.scale);
  pen.lines(lines, { stroke: "#f5ecd2", width: thick + 2.4, alpha: 0.75 });
  if (pen.scale < 0.8) {
    pen.lines(lines, { stroke: "#3a3029", width: thick });
    pen.lines(lines, { stroke: "#f5ecd2", width: thick * 0.5, dash: [6, 6], cap: "butt" });
    return;
  }
  const sleepers = plan.once("sleepers", () =>
    lines.flatMap((line) =>
      stations(line, () => 2.6).map(({ at: [x, y], along: [dx, dy] }): Point[] => [
        [x - dy * 1.6, y + dx * 1.6],
        [x + dy * 1.6, y - dx * 1.6],
      ]),
    ),
  );
  pen.lines(
    sleepers.filter(([at]) => at && pen.sees(at)),
    { stroke: "#5d4a37", width: 0.7, cap: "butt" },
  );
  for (const by of [-0.85, 0.85])
    pen.lines(
      lines.map((line) => beside(line, by)),
      { stroke: "#2c2620", width: 0.55 },
    );
}

/** OB-5 Bridges where the map has them: parapets on both sides of the way that crosses. */
export function paintBridges(pen: Pen, plan: Plan): void {
  const places = new Map(plan.hexes.map((hex) => [hex.id, hex]));
  for (const [a, b, carries] of plan.scenery.bridges ?? []) {
    const [from, to] = [places.get(a), places.get(b)];
    if (!from || !to) continue;
    const way = nearest(plan, carries, [(from.x + to.x) / 2, (from.y + to.y) / 2]);
    const { at, along } = way ?? {
      at: [(from.x + to.x) / 2, (from.y + to.y) / 2] as Point,
      along: unit([to.x - from.x, to.y - from.y]),
    };
    if (!pen.sees(at)) continue;
    const [half, long] = [carries === "rail" ? 2.6 : 3.2, 8];
    const line = (by: number, reach: number): Point[] => [
      [at[0] - along[0] * reach - along[1] * by, at[1] - along[1] * reach + along[0] * by],
      [at[0] + along[0] * reach - along[1] * by, at[1] + along[1] * reach + along[0] * by],
    ];
    if (carries !== "rail") pen.line(line(0, long), { stroke: "#fff4d4", width: 2 * half, cap: "butt" });
    for (const by of [-half, half]) {
      pen.line(line(by, long), { stroke: "#1f1710", width: 1.3, cap: "butt" });
      for (const end of [-1, 1]) {
        const [x, y] = line(by, long)[end < 0 ? 0 : 1] as Point;
        const side = by < 0 ? -1 : 1;
        pen.line(
          [
            [x, y],
            [x + (end * along[0] - side * along[1]) * 2, y + (end * along[1] + side * along[0]) * 2],
          ],
          { stroke: "#1f1710", width: 1.3 },
        );
      }
    }
  }
}

const unit = ([x, y]: Point): Point => {
  const long = Math.hypot(x, y) || 1;
  return [x / long, y / long];
};

/** Where a way passes a point nearest, and where it leads there. */
function nearest(plan: Plan, kind: string, near: Point): { at: Point; along: Point } | null {
  let [best, least] = [null as { at: Point; along: Point } | null, SIDE];
  for (const { line } of plan.ways(kind))
    for (let n = 1; n < line.length; n++) {
      const [a, b] = [line[n - 1] as Point, line[n] as Point];
      const at: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const far = Math.hypot(at[0] - near[0], at[1] - near[1]);
      if (far < least) [best, least] = [{ at, along: unit([b[0] - a[0], b[1] - a[1]]) }, far];
    }
  return best;
}
