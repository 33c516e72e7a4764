// Houses: blocks with courts, roofs in plots, burnt-out shells; walls on hexsides.

import {
  between,
  chains,
  inset,
  relax,
  ringOf,
  smooth,
  stations,
  type Point,
  type Corners,
} from "../../../art/geometry";
import { blob, Chance, lit, mix, varied, type Pen } from "../../../art/pen";
import { scatter } from "./battlefield";
import { around, boundsOf, edgeOf, SIDE, TALL, type Hex, type House, type Quarter, type Side } from "./quarter";

const TONES = ["#a2674d", "#96604a", "#8a7263", "#9b7258", "#7f776e", "#a5775a"];
const SPECIAL: Record<string, string> = { K13: "#8d8377", H19: "#8b8a80" };
const EAVES = 0.17 * TALL;

const levelsOf = (house: House): number => Math.max(...house.hexes.map(({ height }) => height)) / 2;

/** The shadow that a house throws: longer if it is higher. */
export function paintShadow(pen: Pen, house: House): void {
  const long = 5 + 6.4 * levelsOf(house);
  pen.swept(house.rings, long * 0.86, long, { fill: "#1c130a", alpha: 0.42 }, 8);
}

export function paintHouse(pen: Pen, house: House): void {
  const chance = new Chance(`house|${house.id}`);
  const tone =
    SPECIAL[house.id] ??
    (house.kind === "factory" ? "#857a6c" : house.material === "wood" ? "#a98c5c" : chance.one(TONES));
  pen.swept(house.rings, 4, 5, { fill: "#4f4233", stroke: "#2a2018", width: 1 }, 4);
  pen.rings(house.rings, { fill: mix(tone, "#5c5a57", 0.45) });
  if (house.kind === "factory") sheds(pen, house, tone);
  else roof(pen, house, tone, chance);
  for (const hex of house.hexes) {
    if (hex.features.includes("ROOFLESS")) shell(pen, house, hex);
    else if (house.kind !== "factory") court(pen, house, hex, tone);
  }
  pen.rings(house.rings, { stroke: "#2a1d13", width: pen.scale < 0.4 ? 2.2 : 1.4, join: "miter" });
}

/** Slopes along the eaves, each front in its own plots; seams, skylights and soot on the flat inside. */
function roof(pen: Pen, house: House, tone: string, chance: Chance): void {
  const flat = house.rings.map((ring) => inset(ring, EAVES));
  for (const [at, ring] of house.rings.entries()) {
    const inner = flat[at] as Point[];
    ring.forEach((a, i) => {
      const j = (i + 1) % ring.length;
      const [b, o1, o2] = [ring[j] as Point, inner[i] as Point, inner[j] as Point];
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const [nx, ny] = [(b[1] - a[1]) / long, -(b[0] - a[0]) / long];
      const plots = pen.scale < 0.3 ? 1 : Math.max(1, Math.round(long / 17));
      for (let n = 0; n < plots; n++) {
        const colour = varied(tone, chance, 0.13);
        pen.ring(
          [
            between(a, b, n / plots),
            between(a, b, (n + 1) / plots),
            between(o1, o2, (n + 1) / plots),
            between(o1, o2, n / plots),
          ],
          { fill: lit(colour, nx, ny), stroke: lit(mix(colour, "#2a1a10", 0.35), nx, ny), width: 0.5 },
        );
      }
    });
  }
  if (pen.scale > 0.45) pen.within(flat, () => seams(pen, boundsOf(flat.flat()), chance));
  pen.rings(flat, { stroke: mix(tone, "#ffe9c4", 0.45), width: 1.1, join: "miter" });
}

function seams(pen: Pen, { x1, y1, x2, y2 }: Corners, chance: Chance): void {
  const lines: Point[][] = [];
  for (let y = y1; y < y2; y += 4.6)
    lines.push([
      [x1, y],
      [x2, y],
    ]);
  pen.lines(lines, { stroke: "#1d1510", width: 0.7, alpha: 0.28 });
  const area = (x2 - x1) * (y2 - y1);
  for (let n = 0; n < area / 640; n++)
    pen.rect(around(chance.from(x1, x2), chance.from(y1, y2), 3.4, 2.2), {
      fill: chance.one(["#2a241e", "#9fb0ac", "#3b332a", "#c2c8bd"]),
      stroke: "#231a12",
      width: 0.7,
    });
  for (let n = 0; n < area / 1900; n++)
    pen.ring(blob(chance.from(x1, x2), chance.from(y1, y2), chance.from(8, 18), chance, 9, 0.35), {
      fill: "#1d150e",
      alpha: 0.2,
    });
}

/** Saw-tooth roofs of a works: glass to the north, slate to the south. */
function sheds(pen: Pen, house: House, tone: string): void {
  const { x1, y1, x2, y2 } = house.box;
  const chance = new Chance(`sheds|${house.id}`);
  pen.within(house.rings, () => {
    const deep = 19;
    for (let y = y1; y < y2; y += deep) {
      pen.rect({ x1, y1: y, x2, y2: y + 6 }, { fill: "#5d6b6b" });
      pen.rect({ x1, y1: y + 6, x2, y2: y + deep }, { fill: varied(tone, chance, 0.08) });
      pen.rect({ x1, y1: y + deep - 3, x2, y2: y + deep }, { fill: "#3f372d", alpha: 0.55 });
      if (pen.scale > 0.4) {
        const bars: Point[][] = [];
        for (let x = x1; x < x2; x += 7)
          bars.push([
            [x, y],
            [x, y + 6],
          ]);
        pen.lines(bars, { stroke: "#2a2a26", width: 0.7, alpha: 0.8 });
        for (let x = x1; x < x2; x += 7)
          if (chance.is(0.32))
            pen.rect(
              { x1: x, y1: y, x2: x + 7, y2: y + 6 },
              { fill: chance.is(0.5) ? "#a9bab4" : "#191410", alpha: 0.8 },
            );
      }
    }
    for (const ring of house.rings) pen.ring(ring, { stroke: mix(tone, "#fbeccb", 0.35), width: 7, join: "miter" });
    for (const hex of house.hexes)
      if (hex.features.includes("FACTORY_LOW"))
        pen.circle(hex.x, hex.y - 14, 6, { fill: "#f6ecd2", stroke: "#2a2119", width: 1.2 });
  });
}

/** A shell without a roof: inner walls, broken off, and what fell. */
function shell(pen: Pen, house: House, { id, x, y }: Hex): void {
  const chance = new Chance(`shell|${id}`);
  const { x1, y1, x2, y2 } = around(x, y, 0.56 * SIDE, 0.33 * TALL);
  pen.within(house.rings, () => {
    pen.rect({ x1, y1, x2, y2 }, { fill: "#3b3026", stroke: "#cbb796", width: 3, join: "miter" });
    pen.rect({ x1: x1 + 1.5, y1: y1 + 1.5, x2: x2 - 1.5, y2: y1 + 7 }, { fill: "#120c07", alpha: 0.6 });
    pen.rect({ x1: x1 + 1.5, y1: y1 + 1.5, x2: x1 + 6, y2: y2 - 1.5 }, { fill: "#120c07", alpha: 0.5 });
    const walls: Point[][] = [];
    for (const share of [0.3, 0.55, 0.8])
      walls.push([
        [x1 + (x2 - x1) * share, y1],
        [x1 + (x2 - x1) * share, y1 + (y2 - y1) * chance.from(0.3, 1)],
      ]);
    for (const share of [0.36, 0.68])
      walls.push([
        [x1, y1 + (y2 - y1) * share],
        [x1 + (x2 - x1) * chance.from(0.4, 1), y1 + (y2 - y1) * share],
      ]);
    pen.lines(walls, { stroke: "#b9a583", width: 2.1, cap: "butt" });
    scatter(pen, x, y, 60, chance, 2.6, 0.5);
  });
}

/** The court of a tenement with its inner slopes, chimneys around it, perhaps a hole that a shell tore. */
function court(pen: Pen, house: House, { id, x, y, height }: Hex, tone: string): void {
  const chance = new Chance(`court|${id}`);
  if (height > 2) {
    const well = around(x, y, 0.2 * SIDE, 0.11 * TALL);
    const [ring, rim] = [ringOf(well), ringOf(around(x, y, 0.2 * SIDE + 4.2, 0.11 * TALL + 4.2))];
    ring.forEach((a, i) => {
      const j = (i + 1) % 4;
      const [b, o1, o2] = [ring[j] as Point, rim[i] as Point, rim[j] as Point];
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
      pen.ring([a, b, o2, o1], {
        fill: lit(tone, -(b[1] - a[1]) / long, (b[0] - a[0]) / long),
        stroke: "#3a2a1e",
        width: 0.4,
      });
    });
    pen.rect(well, { fill: "#8d7f66", stroke: "#2a2018", width: 1 });
    pen.ring(
      [
        [well.x1, well.y1],
        [well.x2, well.y1],
        [well.x2 - 3, well.y1 + 5],
        [well.x1 + 5, well.y1 + 5],
        [well.x1 + 5, well.y2 - 3],
        [well.x1, well.y2],
      ],
      { fill: "#1a120a", alpha: 0.55 },
    );
  }
  pen.within(house.rings, () => {
    if (pen.scale > 0.5)
      for (let n = 0; n < 4; n++) {
        const turn = chance.from(0, 6.28);
        const [px, py] = [x + SIDE * 0.46 * Math.cos(turn), y + TALL * 0.25 * Math.sin(turn)];
        pen.rect({ x1: px + 1, y1: py + 1.4, x2: px + 5, y2: py + 6 }, { fill: "#241811", alpha: 0.5 });
        pen.rect(
          { x1: px - 1.6, y1: py - 1.6, x2: px + 1.8, y2: py + 1.8 },
          { fill: "#c79b7b", stroke: "#3c2a1e", width: 0.6 },
        );
      }
    if (chance.is(0.42)) hole(pen, x, y, chance);
  });
}

function hole(pen: Pen, x: number, y: number, chance: Chance): void {
  const turn = chance.from(0, 6.28);
  const [px, py, r] = [x + SIDE * 0.42 * Math.cos(turn), y + TALL * 0.24 * Math.sin(turn), chance.from(6, 11)];
  const ring = blob(px, py, r, chance, 9, 0.4);
  pen.ring(ring, { fill: "#2a1f16", stroke: "#57412f", width: 1.4 });
  const rafters: Point[][] = [];
  for (let at = px - r; at < px + r; at += 4)
    rafters.push([
      [at, py - r * 1.2],
      [at, py + r * 1.2],
    ]);
  pen.within([ring], () => pen.lines(rafters, { stroke: "#7b5d43", width: 1 }));
}

/** A wall without doors between two houses of a row: it rises over their roofs, and the black bar is what the rules know. */
function fireWall(pen: Pen, line: readonly Point[]): void {
  pen.line(
    line.map(([x, y]): Point => [x + 2.4, y + 3]),
    { stroke: "#160e06", width: 4.5, alpha: 0.4, cap: "butt" },
  );
  pen.line(line, { stroke: "#0f0a06", width: 5, cap: "butt" });
  if (pen.scale > 0.45) pen.line(line, { stroke: "#8a5a44", width: 1.5, dash: [4.4, 1.3], cap: "butt" });
}

/** What stands on hexsides: rowhouse walls and stone walls. */
export function paintSide(pen: Pen, side: Side): void {
  const line = edgeOf(side);
  const { features } = side;
  if (features.includes("ROWHOUSE") || features.includes("FACTORY_WALL")) fireWall(pen, line);
  if (features.includes("WALL")) {
    pen.line(
      line.map(([x, y]): Point => [x + 3, y + 4]),
      { stroke: "#1c130a", width: 5, alpha: 0.45, cap: "square" },
    );
    pen.line(line, { stroke: "#3a3024", width: 5.8, cap: "square" });
    pen.line(line, { stroke: "#d8cbae", width: 3.6, cap: "square" });
    pen.line(line, { stroke: "#5b4f3d", width: 3.6, dash: [0.8, 6], cap: "butt" });
  }
}

/** The wall of the lower quay and the embankments, each as one line with strokes that point down. */
export function paintSteps(pen: Pen, quarter: Quarter): void {
  for (const { line, steep } of quarter.once("steps", () => [
    ...stepsOf(quarter, "CLIFF"),
    ...stepsOf(quarter, "EMBANKMENT"),
  ]))
    if (pen.meets(line)) hachured(pen, line, steep);
}

/** Hexsides with a step joined to lines, with the low ground to the right. */
function stepsOf(quarter: Quarter, feature: string): { line: Point[]; steep: boolean }[] {
  const steep = feature === "CLIFF";
  const points = new Map<string, Point>();
  const name = (at: Point): string => {
    const key = `${Math.round(at[0])} ${Math.round(at[1])}`;
    points.set(key, at);
    return key;
  };
  const sides = quarter.sides.filter(({ features }) => features.includes(feature));
  const lows = sides.map(({ a, b }) => (steep ? (a.features.includes("LOWER_ROAD") ? a : b) : a.y > b.y ? a : b));
  const lines = chains(sides.map((side) => edgeOf(side).map(name) as [string, string]));
  return lines.map((keys) => {
    const line = smooth(
      relax(
        keys.map((key) => points.get(key) as Point),
        3,
      ),
      2,
    );
    const [a, b] = [line[Math.floor(line.length / 2) - 1] as Point, line[Math.floor(line.length / 2)] as Point];
    const far = (hex: Hex): number => Math.hypot(hex.x - a[0], hex.y - a[1]);
    const low = [...lows].sort((one, other) => far(one) - far(other))[0] as Hex;
    const right = (b[0] - a[0]) * (low.y - a[1]) - (b[1] - a[1]) * (low.x - a[0]) > 0;
    return { line: right ? line : [...line].reverse(), steep };
  });
}

function hachured(pen: Pen, line: readonly Point[], steep: boolean): void {
  const strokes = stations(line, () => (steep ? 4 : 5)).map(({ at: [x, y], along: [dx, dy] }, n): Point[] => {
    const long = steep ? 8 : n % 2 ? 8 : 13;
    return [
      [x, y],
      [x - dy * long, y + dx * long],
    ];
  });
  pen.lines(strokes, { stroke: steep ? "#3a3024" : "#6d5836", width: 1.3, alpha: 0.85, cap: "butt" });
  pen.line(line, { stroke: steep ? "#3a3024" : "#7d6840", width: steep ? 5 : 3 });
  if (steep) pen.line(line, { stroke: "#d2c5a8", width: 2.6 });
}
