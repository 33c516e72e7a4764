// The Spree between its quays, the canal, the flooded cut, the pond, and the bridges.

import { beside, lengthOf, lengthened, relax, smooth, stations, type Point } from "../../../art/geometry";
import { blob, Chance, type Pen } from "../../../art/pen";
import { SIDE, TALL, type Hex, type Quarter } from "./quarter";

export interface Banks {
  top: Point[];
  bottom: Point[];
  river: Point[];
  canal: Point[];
}

/** The banks of the river: its highest and its lowest hex in each column, smoothed. */
export function banksOf(quarter: Quarter): Banks {
  const columns = new Map<number, number[]>();
  for (const hex of quarter.based("RIVER")) columns.set(hex.col, [...(columns.get(hex.col) ?? []), hex.y]);
  const cols = [...columns.keys()].sort((a, b) => a - b);
  const bank = (of: (ys: number[]) => number): Point[] => {
    const line = cols.map((col): Point => [col * 1.5 * SIDE, of(columns.get(col) as number[])]);
    return smooth(relax(lengthened(line, 2 * SIDE, 2 * SIDE), 2), 3);
  };
  const top = bank((ys) => Math.min(...ys) - TALL / 2);
  const bottom = bank((ys) => Math.max(...ys) + TALL / 2);
  const canal = quarter.based("CANAL").sort((a, b) => a.y - b.y);
  const last = canal.at(-1);
  const line: Point[] = canal.map(({ x, y }) => [x, y]);
  if (last) line.push([last.x, last.y + TALL]);
  return { top, bottom, river: [...top, ...[...bottom].reverse()], canal: lengthened(line, TALL, 0) };
}

export function paintWater(pen: Pen, { top, bottom, river, canal }: Banks): void {
  if (!pen.meets(river) && !pen.meets(canal)) return;
  const wide = 58;
  // Quays, their coping, the wall down to the water: each below the next, so that canal and river run together.
  pen.ring(river, { stroke: "#7d7058", width: 20 });
  pen.line(canal, { stroke: "#7d7058", width: wide + 20, cap: "butt" });
  pen.ring(river, { stroke: "#d2c6a9", width: 18 });
  pen.line(canal, { stroke: "#d2c6a9", width: wide + 18, cap: "butt" });
  pen.ring(river, { stroke: "#a89a7b", width: 9.4 });
  pen.line(canal, { stroke: "#a89a7b", width: wide + 9.4, cap: "butt" });
  pen.ring(river, { stroke: "#cbbea0", width: 7.6 });
  pen.line(canal, { stroke: "#cbbea0", width: wide + 7.6, cap: "butt" });
  pen.ring(river, { stroke: "#4d4436", width: 5 });
  pen.line(canal, { stroke: "#4d4436", width: wide + 5, cap: "butt" });
  pen.ring(river, { fill: "#84989a" });
  pen.line(canal, { stroke: "#84989a", width: wide, cap: "butt" });
  pen.within([river], () => {
    for (const [by, alpha] of [
      [26, 0.1],
      [40, 0.1],
      [54, 0.12],
      [70, 0.12],
    ] as const)
      pen.ring(river, { stroke: "#9fb0ac", width: by, alpha });
    pen.line(top, { stroke: "#1d2c30", width: 26, alpha: 0.2 });
    pen.line(top, { stroke: "#14201f", width: 13, alpha: 0.34 });
    pen.line(bottom, { stroke: "#d7e0d4", width: 4, alpha: 0.4 });
    if (pen.scale > 0.3) ripples(pen, top, bottom);
  });
  pen.line(beside(canal, -wide / 2 + 4), { stroke: "#14201f", width: 8, alpha: 0.3, cap: "butt" });
  if (pen.scale > 0.6) {
    joints(pen, top, 1);
    joints(pen, bottom, -1);
  }
}

function ripples(pen: Pen, top: readonly Point[], bottom: readonly Point[]): void {
  const chance = new Chance("ripples");
  const [light, dark]: [Point[][], Point[][]] = [[], []];
  const pair = (k: number, t: number): Point => {
    const [a, b] = [top[Math.min(k, top.length - 1)] as Point, bottom[Math.min(k, bottom.length - 1)] as Point];
    return [a[0] * (1 - t) + b[0] * t, a[1] * (1 - t) + b[1] * t];
  };
  for (let i = 0; i < top.length - 1; i++)
    for (let n = 0; n < 3; n++) {
      const t = chance.from(0.1, 0.95);
      const long = 2 + Math.floor(chance.from(0, 4));
      if (!chance.is(0.55)) continue;
      (chance.is(0.5) ? light : dark).push(Array.from({ length: long }, (_, at) => pair(i + at, t)));
    }
  pen.lines(light, { stroke: "#dce6de", width: 0.9, alpha: 0.34 });
  pen.lines(dark, { stroke: "#2f4d55", width: 1.1, alpha: 0.28 });
}

function joints(pen: Pen, bank: readonly Point[], out: number): void {
  const lines = stations(bank, () => 9).map(({ at: [x, y], along: [dx, dy] }): Point[] => [
    [x, y],
    [x + out * dy * 7, y - out * dx * 7],
  ]);
  pen.lines(lines, { stroke: "#7d6f56", width: 0.7, alpha: 0.7 });
}

/** The cut for the tunnel, flooded: banks with hachures, water, struts across. */
export function paintPit(pen: Pen, quarter: Quarter): void {
  const hexes = quarter.based("PIT").sort((a, b) => a.y2 - b.y2 || a.col - b.col);
  if (!hexes.length) return;
  const spine = smooth(
    relax(
      lengthened(
        hexes.map(({ x, y }): Point => [x, y]),
        12,
        12,
      ),
      2,
    ),
    3,
  );
  const chance = new Chance("pit");
  const shore = (wide: number): Point[] => {
    const right = stations(beside(spine, wide), () => 15).map(({ at: [x, y] }): Point => [
      x + chance.from(-2.5, 2.5),
      y + chance.from(-2.5, 2.5),
    ]);
    const left = stations(beside(spine, -wide), () => 15).map(({ at: [x, y] }): Point => [
      x + chance.from(-2.5, 2.5),
      y + chance.from(-2.5, 2.5),
    ]);
    return smooth([...right, ...left.reverse()], 2, true);
  };
  if (!pen.meets(spine)) return;
  const [bank, water] = [shore(30), shore(16)];
  pen.ring(bank, { fill: "#cbb888", stroke: "#cbb888", width: 17, alpha: 0.85 });
  pen.ring(bank, { fill: "#97804f", stroke: "#4c3c22", width: 1.8 });
  pen.within([bank], () => {
    pen.ring(bank, { stroke: "#5f4d2c", width: 10, alpha: 0.4 });
    if (pen.scale > 0.4) {
      const hachures = stations([...bank, bank[0] as Point], () => 5).map(
        ({ at: [x, y], along: [dx, dy] }): Point[] => {
          const long = chance.from(7, 13);
          return [
            [x, y],
            [x - dy * long, y + dx * long],
          ];
        },
      );
      pen.lines(hachures, { stroke: "#463619", width: 1, alpha: 0.65 });
    }
  });
  pen.ring(water, { fill: "#5f6c60", stroke: "#39443a", width: 1.4 });
  pen.within([water], () => {
    pen.ring(
      water.map(([x, y]): Point => [x + 3, y + 4]),
      { fill: "#879a8c", alpha: 0.4 },
    );
    const glints = stations(spine, () => chance.from(5, 12)).map(({ at: [x, y] }): Point[] => {
      const [px, py] = [x + chance.from(-13, 8), y + chance.from(-7, 7)];
      return [
        [px, py],
        [px + chance.from(3, 9), py],
      ];
    });
    if (pen.scale > 0.5) pen.lines(glints, { stroke: "#cdd8c8", width: 0.8, alpha: 0.5 });
  });
  for (const {
    at: [x, y],
    along: [dx, dy],
  } of stations(spine, () => chance.from(26, 46), 18)) {
    const slant = chance.from(-5, 5);
    const strut: Point[] = [
      [x - dy * 29, y + dx * 29 + slant],
      [x + dy * 29, y - dx * 29 - slant],
    ];
    pen.line(
      strut.map(([a, b]): Point => [a + 3, b + 4]),
      { stroke: "#2a2013", width: 4, alpha: 0.35 },
    );
    pen.line(strut, { stroke: "#5d4829", width: 3.4 });
    pen.line(strut, { stroke: "#a48b5b", width: 1 });
  }
}

export function paintPond(pen: Pen, { x, y }: Hex): void {
  const chance = new Chance("pond");
  pen.ring(blob(x, y, 33, chance, 10, 0.1, 0.84), { fill: "#8f8d5d" });
  pen.ring(blob(x, y, 26, chance, 10, 0.1, 0.8), { fill: "#6f8a86", stroke: "#3f4f49", width: 1.3 });
  pen.ring(blob(x + 3, y + 3, 16, chance, 10, 0.1, 0.7), { fill: "#9db0a8", alpha: 0.5 });
}

/** A bridge with piers, parapets and its roadway; a destroyed one is stumps in the water. */
export function paintBridge(pen: Pen, line: readonly Point[], wide: number, name: string): void {
  if (!pen.meets(line)) return;
  const half = wide / 2;
  const deck = [...beside(line, half), ...beside(line, -half).reverse()];
  pen.ring(
    deck.map(([x, y]): Point => [x + 9, y + 11]),
    { fill: "#142022", alpha: 0.42 },
  );
  const long = lengthOf(line);
  for (const {
    at: [x, y],
    along: [dx, dy],
  } of stations(line, () => long / 4, long / 4).slice(0, 3)) {
    const out = half + 9;
    pen.ring(
      [
        [x - dy * out, y + dx * out],
        [x - dy * half + dx * 7, y + dx * half + dy * 7],
        [x + dy * half + dx * 7, y - dx * half + dy * 7],
        [x + dy * out, y - dx * out],
        [x + dy * half - dx * 7, y - dx * half - dy * 7],
        [x - dy * half - dx * 7, y + dx * half - dy * 7],
      ],
      { fill: "#a89a7d", stroke: "#3f3527", width: 1.2 },
    );
  }
  pen.ring(deck, { fill: "#cdc0a2", stroke: "#33291c", width: 1.7 });
  pen.line(line, { stroke: "#6b5d47", width: wide - 9, cap: "butt" });
  pen.line(line, { stroke: "#bcaf95", width: wide - 11, cap: "butt" });
  for (const by of [half - 1.8, 1.8 - half]) {
    pen.line(beside(line, by), { stroke: "#efe5cc", width: 2.6, cap: "butt" });
    pen.line(beside(line, by), { stroke: "#4a3e2d", width: 2.6, dash: [1, 6], cap: "butt" });
  }
  const chance = new Chance(`bridge|${name}`);
  for (const {
    at: [x, y],
  } of stations(line, () => chance.from(14, 34), 20)) {
    pen.ring(blob(x + chance.from(-9, 9), y + chance.from(-9, 9), chance.from(2, 5), chance, 8, 0.3), {
      fill: "#3c3124",
      alpha: 0.55,
    });
  }
}

/** What is left of a bridge: abutments and fallen girders. */
export function paintStumps(pen: Pen, line: readonly Point[], wide: number, name: string): void {
  const chance = new Chance(`stumps|${name}`);
  const all = stations(line, () => lengthOf(line) / 8);
  all.forEach(({ at: [x, y], along: [dx, dy] }, at) => {
    const edge = at < 2 || at > all.length - 3;
    pen.turned(
      x + (edge ? 0 : chance.from(-8, 8)),
      y + (edge ? 0 : chance.from(-6, 6)),
      (Math.atan2(dy, dx) * 180) / Math.PI + (edge ? 0 : chance.from(-38, 38)),
      () => {
        const deep = edge ? wide / 2 : wide * chance.from(0.18, 0.36);
        pen.rect(
          { x1: -6, y1: -deep, x2: 7, y2: deep },
          { fill: edge ? "#b3a689" : "#8d8269", stroke: "#33291c", width: 1.2 },
        );
        pen.line(
          [
            [-4, -deep * 0.7],
            [5, deep * 0.6],
          ],
          { stroke: "#4a3e2d", width: 1 },
        );
      },
    );
  });
}
