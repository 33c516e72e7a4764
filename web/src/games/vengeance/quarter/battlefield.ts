// Craters, debris, rubble and the shattered trees of the Tiergarten.

import { beside, stations, type Point } from "../../../art/geometry";
import { blob, Chance, mix, type Pen } from "../../../art/pen";
import { inside } from "./ground";
import { SIDE, TALL, type Hex, type Quarter } from "./quarter";

const BRICKS = ["#9c6a50", "#8a7f70", "#b3a68d", "#7a5140", "#c6b89a", "#5f5446"];

function crater(pen: Pen, x: number, y: number, r: number, chance: Chance, wet: boolean): void {
  if (pen.scale > 0.6) {
    for (let n = 0; n < r * 1.6; n++) {
      const [turn, far] = [chance.from(0, 6.28), r * chance.from(1, 1.9)];
      pen.circle(x + far * Math.cos(turn), y + far * Math.sin(turn), chance.from(0.5, 1.3), {
        fill: chance.one(["#5d4b2e", "#d8c69b", "#7d6a45"]),
        alpha: 0.6,
      });
    }
  }
  pen.ring(blob(x, y, r * 1.28, chance, 11, 0.16), { fill: "#d6c596", alpha: 0.75 });
  pen.ring(blob(x, y, r, chance, 10, 0.1), { fill: "#7b6740", stroke: "#5b4a2c", width: 0.6 });
  pen.ring(blob(x + r * 0.18, y + r * 0.18, r * 0.72, chance, 10, 0.1), { fill: "#a5905f" });
  pen.ring(blob(x, y, r * 0.5, chance, 10, 0.12), { fill: wet ? "#67806f" : "#57472b" });
  if (wet)
    pen.line(
      [
        [x - r * 0.1, y + r * 0.15],
        [x + r * 0.25, y + r * 0.1],
      ],
      { stroke: "#cdd8c8", width: 0.9, alpha: 0.7 },
    );
}

export function paintCraters(pen: Pen, hex: Hex): void {
  const chance = new Chance(`crater|${hex.id}`);
  if (hex.base === "SHELLHOLES") {
    const sizes = [12, 10, 8, 7, 6, 5, 5];
    inside(hex, 7, chance, 0.86, 17).forEach(([x, y], at) =>
      crater(pen, x, y, sizes[at] ?? 5, chance, at === 0 && chance.is(0.6)),
    );
  } else if ((hex.base === "OPEN" || hex.base === "ORCHARD") && !hex.features.length) {
    for (const [x, y] of inside(hex, chance.one([0, 0, 1, 1, 2]), chance, 0.85, 20))
      crater(pen, x, y, chance.from(3.5, 6), chance, false);
  }
}

/** Bricks and stones, some in heaps. */
export function scatter(
  pen: Pen,
  x0: number,
  y0: number,
  count: number,
  chance: Chance,
  big: number,
  share: number,
): void {
  const few = pen.scale < 0.45 ? 0.4 : 1;
  const heaps = Array.from({ length: 6 }, (): Point => [
    x0 + chance.from(-0.8, 0.8) * SIDE * share,
    y0 + chance.from(-0.45, 0.45) * TALL * share,
  ]);
  const stones = new Map<string, Point[][]>();
  const shadows: Point[][] = [];
  for (let n = 0; n < count * few; n++) {
    const heap = chance.one(heaps);
    const loose = n % 3 === 0 || share < 0.6;
    const x = loose ? x0 + chance.from(-1, 1) * SIDE * share * 0.95 : chance.around(heap[0], 9);
    const y = loose ? y0 + chance.from(-0.5, 0.5) * TALL * share : chance.around(heap[1], 7.5);
    const far = Math.hypot(x - x0, y - y0);
    if (far > SIDE * 1.02) continue;
    const r = (chance.from(0.8, big) * (1.2 - (far / SIDE) * 0.55)) / Math.sqrt(few);
    const [sides, turn] = [chance.one([3, 4, 4, 5]), chance.from(0, 6)];
    const stone = Array.from({ length: sides }, (_, at): Point => {
      const long = r * chance.from(0.7, 1.3);
      return [x + long * Math.cos(turn + (at * 6.283) / sides), y + long * Math.sin(turn + (at * 6.283) / sides)];
    });
    shadows.push(stone.map(([a, b]): Point => [a + 1.1, b + 1.3]));
    const colour = chance.one(BRICKS);
    stones.set(colour, [...(stones.get(colour) ?? []), stone]);
  }
  pen.rings(shadows, { fill: "#2a1f12", alpha: 0.45 });
  for (const [fill, rings] of stones) pen.rings(rings, { fill });
}

export function paintDebris(pen: Pen, hex: Hex): void {
  scatter(pen, hex.x, hex.y, 135, new Chance(`debris|${hex.id}`), 3.3, 0.95);
}

/** A fallen house: a mound, stones, stumps of walls. */
export function paintRubble(pen: Pen, hex: Hex): void {
  const { x, y } = hex;
  const chance = new Chance(`rubble|${hex.id}`);
  pen.ring(blob(x + 6, y + 7, SIDE * 0.74, chance, 12, 0.18), { fill: "#1f160c", alpha: 0.4 });
  pen.ring(blob(x, y, SIDE * 0.74, chance, 14, 0.2), { fill: "#8f7b60", stroke: "#5b4b38", width: 1 });
  pen.ring(blob(x - 4, y - 5, SIDE * 0.45, chance, 12, 0.2), { fill: "#b3a182", alpha: 0.7 });
  scatter(pen, x, y, 190, chance, 4.6, 0.8);
  for (let n = 0; n < 5; n++) {
    const long = chance.from(10, 20);
    pen.turned(x + chance.from(-24, 24), y + chance.from(-22, 22), chance.one([0, 90]), () => {
      const wall: Point[] = [
        [-long / 2, 0],
        [long / 2, 0],
        [long / 2, 9],
      ];
      pen.line(
        wall.map(([a, b]): Point => [a + 3, b + 3]),
        { stroke: "#20170d", width: 5, alpha: 0.5, cap: "butt", join: "miter" },
      );
      pen.line(wall, { stroke: "#c9b594", width: 4, cap: "butt", join: "miter" });
      pen.line(wall, { stroke: "#5b4a37", width: 0.7 });
    });
  }
}

type Tree = "leaf" | "bare" | "fallen" | "stump";

function tree(pen: Pen, x: number, y: number, r: number, chance: Chance, kind: Tree): void {
  if (kind === "leaf") leafy(pen, x, y, r, chance);
  else if (kind === "bare") bare(pen, x, y, r, chance);
  else if (kind === "fallen") fallen(pen, x, y, r, chance);
  else {
    pen.circle(x + 1.2, y + 1.4, 3, { fill: "#1e1a0c", alpha: 0.4 });
    pen.circle(x, y, 2.5, { fill: "#b99c68", stroke: "#4b3b22", width: 1 });
  }
}

function leafy(pen: Pen, x: number, y: number, r: number, chance: Chance): void {
  pen.ring(blob(x + r * 0.45, y + r * 0.55, r, chance, 11, 0.14), { fill: "#23210f", alpha: 0.4 });
  const green = chance.one(["#6f7547", "#7c7d4e", "#656a3f", "#83804f"]);
  if (pen.scale < 0.5) {
    pen.ring(blob(x, y, r, chance, 13, 0.16), { fill: green, stroke: "#3e4024", width: 0.8 });
    return;
  }
  crown(pen, x, y, r, chance, green);
}

/** Boughs around a trunk as seen from above, each lit by where it hangs. */
function crown(pen: Pen, x: number, y: number, r: number, chance: Chance, green: string): void {
  const boughs = [...ringOf(9, 0.7, 0.38), ...ringOf(6, 0.36, 0.36), { turn: 0, far: 0, size: 0.34 }].map(
    ({ turn, far, size }) => {
      const [a, b] = [turn + chance.from(-0.25, 0.25), r * far * chance.from(0.85, 1.12)];
      const [dx, dy] = [b * Math.cos(a), b * Math.sin(a)];
      return { ring: blob(x + dx, y + dy, r * size * chance.from(0.85, 1.15), chance, 7, 0.2), light: -dx - dy };
    },
  );
  pen.rings(
    boughs.map(({ ring }) => ring),
    { fill: "#33361c", stroke: "#33361c", width: 1.5 },
  );
  for (const { ring, light } of boughs) {
    const share = Math.max(-0.4, Math.min(0.4, (light / r) * 0.42)) + chance.from(-0.06, 0.06);
    pen.ring(ring, {
      fill: share > 0 ? mix(green, "#dcd699", share) : mix(green, "#1d1e0c", -share),
      stroke: "#3b3f20",
      width: 0.35,
      alpha: 0.94,
    });
  }
}

function ringOf(count: number, far: number, size: number): { turn: number; far: number; size: number }[] {
  return Array.from({ length: count }, (_, at) => ({ turn: (at * 6.283) / count, far, size }));
}

function bare(pen: Pen, x: number, y: number, r: number, chance: Chance): void {
  const boughs: Point[][] = [];
  const [count, start] = [chance.one([5, 6, 7]), chance.from(0, 6)];
  for (let n = 0; n < count; n++) {
    const turn = start + (n * 6.283) / count + chance.from(-0.3, 0.3);
    const long = r * chance.from(0.7, 1.15);
    const at: Point = [x + long * 0.55 * Math.cos(turn), y + long * 0.55 * Math.sin(turn)];
    boughs.push([
      [x, y],
      [x + long * Math.cos(turn), y + long * Math.sin(turn)],
    ]);
    for (const by of [-0.6, 0.6])
      boughs.push([at, [at[0] + long * 0.38 * Math.cos(turn + by), at[1] + long * 0.38 * Math.sin(turn + by)]]);
  }
  pen.lines(
    boughs.map((bough) => bough.map(([a, b]): Point => [a + r * 0.4, b + r * 0.5])),
    { stroke: "#1e1a0c", width: 1.6, alpha: 0.33 },
  );
  pen.lines(boughs, { stroke: "#4b3d27", width: 1.5 });
  pen.circle(x, y, 2.2, { fill: "#6b5838", stroke: "#33291a", width: 0.7 });
}

function fallen(pen: Pen, x: number, y: number, r: number, chance: Chance): void {
  const turn = chance.from(0, 6.28);
  const long = r * 2.1;
  const trunk: Point[] = [
    [x, y],
    [x + long * Math.cos(turn), y + long * Math.sin(turn)],
  ];
  const twigs = [0.5, 0.65, 0.8, 0.95].flatMap((share) =>
    [-0.7, 0.7].map((by): Point[] => {
      const at: Point = [x + long * share * Math.cos(turn), y + long * share * Math.sin(turn)];
      return [at, [at[0] + 6 * Math.cos(turn + by), at[1] + 6 * Math.sin(turn + by)]];
    }),
  );
  pen.line(
    trunk.map(([a, b]): Point => [a + 1.6, b + 2]),
    { stroke: "#1e1a0c", width: 2.6, alpha: 0.35 },
  );
  pen.line(trunk, { stroke: "#4f4029", width: 3 });
  pen.line(trunk, { stroke: "#8a7450", width: 1 });
  pen.lines(twigs, { stroke: "#4f4029", width: 1.1 });
}

export function paintTrees(pen: Pen, hex: Hex): void {
  const chance = new Chance(`trees|${hex.id}`);
  const woods = hex.base === "WOODS";
  const kinds: [Tree, number][] = woods
    ? [
        ["leaf", 5],
        ["bare", 4],
        ["fallen", 1],
        ["stump", 1],
      ]
    : [
        ["leaf", 3],
        ["bare", 3],
        ["fallen", 1.4],
        ["stump", 2],
      ];
  const spots = inside(hex, woods ? 13 : 7, chance, 0.92, woods ? 14 : 19).sort((a, b) => a[1] - b[1]);
  for (const [x, y] of spots)
    tree(pen, x, y, woods ? chance.from(9, 14) : chance.from(8, 11.5), chance, chance.weighed(kinds));
}

interface StreetTree {
  at: Point;
  r: number;
  kind: Tree;
}

/** Trees along the streets, where neither another street nor a house stands in their way. */
export function paintAvenues(pen: Pen, quarter: Quarter, free: (at: Point) => boolean): void {
  for (const { at, r, kind } of quarter.once("avenues", () => avenues(quarter, free)))
    if (pen.sees(at)) tree(pen, ...at, r, new Chance(`tree|${Math.round(at[0])}|${Math.round(at[1])}`), kind);
}

function avenues(quarter: Quarter, free: (at: Point) => boolean): StreetTree[] {
  const found: StreetTree[] = [];
  for (const street of quarter.streets.filter(({ trees }) => trees))
    for (const [n, line] of street.lines.entries())
      for (const side of [-1, 1]) {
        const chance = new Chance(`avenue|${street.id}|${n}|${side}`);
        const row = stations(beside(line, side * (street.width / 2 + 4.5)), () => chance.from(19, 27), 8);
        for (const { at } of row) {
          const stands = chance.is(0.66);
          const kind = chance.weighed<Tree>([
            ["leaf", 3],
            ["bare", 3],
            ["stump", 1.6],
          ]);
          const r = chance.from(4.6, 6.8);
          if (stands && free(at)) found.push({ at, r, kind });
        }
      }
  return found;
}
