// Lines and shapes of painted maps. Pure functions; a ring is a closed line without its first point repeated.

import type { Point } from "../lib/layout";

export type { Point };

export interface Corners {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The four corners in their order. */
export function ringOf({ x1, y1, x2, y2 }: Corners): Point[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
}

/** Corners cut again and again until a line looks drawn by hand. */
export function smooth(line: readonly Point[], times = 2, closed = false): Point[] {
  let points = [...line];
  for (let n = 0; n < times && points.length > 2; n++) {
    const next: Point[] = closed ? [] : [points[0] as Point];
    for (let i = 0; i < points.length - (closed ? 0 : 1); i++) {
      const [a, b] = [points[i] as Point, points[(i + 1) % points.length] as Point];
      next.push(between(a, b, 0.25), between(a, b, 0.75));
    }
    if (!closed) next.push(points.at(-1) as Point);
    points = next;
  }
  return points;
}

/** Every point but the ends drawn towards its neighbours: takes the zigzag of hexes out of a line. */
export function relax(line: readonly Point[], times = 2): Point[] {
  let points = [...line];
  for (let n = 0; n < times; n++)
    points = points.map((at, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      return before && after ? [(before[0] + 2 * at[0] + after[0]) / 4, (before[1] + 2 * at[1] + after[1]) / 4] : at;
    });
  return points;
}

/** The line with points so close together. */
export function stepped(line: readonly Point[], step: number): Point[] {
  return line.flatMap((at, n) => {
    const next = line[n + 1];
    if (!next) return [at];
    const steps = Math.max(1, Math.ceil(Math.hypot(...minus(next, at)) / step));
    return Array.from({ length: steps }, (_, k) => between(at, next, k / steps));
  });
}

export function between(a: Point, b: Point, share: number): Point {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += Math.hypot(...minus(line[i] as Point, line[i - 1] as Point));
  return sum;
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

export interface Station {
  at: Point;
  /** The direction of the line there, of length 1. */
  along: Point;
}

/** Points on a line, so far apart from each other; the last piece may be shorter. */
export function stations(line: readonly Point[], step: (index: number) => number, start = 0): Station[] {
  const found: Station[] = [];
  let next = start;
  let passed = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] as Point, line[i] as Point];
    const [dx, dy] = minus(b, a);
    const length = Math.hypot(dx, dy);
    if (!length) continue;
    while (next <= passed + length) {
      found.push({ at: between(a, b, (next - passed) / length), along: [dx / length, dy / length] });
      next += Math.max(0.5, step(found.length));
    }
    passed += length;
  }
  return found;
}

/** The line moved sideways, to the right of its direction on a screen. */
export function beside(line: readonly Point[], by: number): Point[] {
  return line.map((at, i) => {
    const [dx, dy] = minus(line[i + 1] ?? at, line[i - 1] ?? at);
    const length = Math.hypot(dx, dy) || 1;
    return [at[0] - (dy / length) * by, at[1] + (dx / length) * by];
  });
}

/** Both ends made longer in their own direction. */
export function lengthened(line: readonly Point[], first: number, last: number): Point[] {
  const [a, b, y, z] = [line[0], line[1], line.at(-2), line.at(-1)];
  if (!a || !b || !y || !z) return [...line];
  const out = (from: Point, to: Point, by: number): Point => {
    const [dx, dy] = minus(to, from);
    const length = Math.hypot(dx, dy) || 1;
    return [to[0] + (dx / length) * by, to[1] + (dy / length) * by];
  };
  return [...(first ? [out(b, a, first)] : []), ...line, ...(last ? [out(y, z, last)] : [])];
}

/** Rectangles as one shape: its rings, the outer ones clockwise on a screen, holes the other way. */
export function union(shapes: readonly Corners[]): Point[][] {
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const rects = shapes.map(({ x1, y1, x2, y2 }) => ({ x1: tenth(x1), y1: tenth(y1), x2: tenth(x2), y2: tenth(y2) }));
  const xs = sorted(rects.flatMap((one) => [one.x1, one.x2]));
  const ys = sorted(rects.flatMap((one) => [one.y1, one.y2]));
  const filled = (i: number, j: number): boolean => {
    const [x1, x2, y1, y2] = [xs[i], xs[i + 1], ys[j], ys[j + 1]];
    if (x1 === undefined || x2 === undefined || y1 === undefined || y2 === undefined) return false;
    return rects.some((one) => one.x1 <= x1 && one.x2 >= x2 && one.y1 <= y1 && one.y2 >= y2);
  };
  // Every edge between full and empty, with the full side to its right.
  const edges = new Map<string, string[]>();
  const edge = (a: string, b: string): void => void edges.set(a, [...(edges.get(a) ?? []), b]);
  for (let i = 0; i < xs.length - 1; i++)
    for (let j = 0; j < ys.length - 1; j++) {
      if (!filled(i, j)) continue;
      if (!filled(i, j - 1)) edge(`${i},${j}`, `${i + 1},${j}`);
      if (!filled(i + 1, j)) edge(`${i + 1},${j}`, `${i + 1},${j + 1}`);
      if (!filled(i, j + 1)) edge(`${i + 1},${j + 1}`, `${i},${j + 1}`);
      if (!filled(i - 1, j)) edge(`${i},${j + 1}`, `${i},${j}`);
    }
  const point = (key: string): Point => {
    const [i, j] = key.split(",").map(Number);
    return [xs[i as number] as number, ys[j as number] as number];
  };
  const rings: Point[][] = [];
  for (let start = edges.keys().next().value; start !== undefined; start = edges.keys().next().value) {
    const ring: Point[] = [];
    let [at, from] = [start, ""];
    do {
      ring.push(point(at));
      const ways = edges.get(at) as string[];
      const to = ways.length > 1 ? turning(from, at, ways) : (ways[0] as string);
      const left = ways.filter((way) => way !== to);
      if (left.length) edges.set(at, left);
      else edges.delete(at);
      [from, at] = [at, to];
    } while (at !== start);
    rings.push(straightened(ring));
  }
  return rings;
}

/** Where two corners touch, the ring turns to its own side. */
function turning(from: string, at: string, ways: readonly string[]): string {
  const [[fx = 0, fy = 0], [ax = 0, ay = 0]] = [from.split(",").map(Number), at.split(",").map(Number)];
  const right = `${ax - Math.sign(ay - fy)},${ay + Math.sign(ax - fx)}`;
  return ways.find((way) => way === right) ?? (ways[0] as string);
}

function sorted(values: number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Without points in the middle of straight lines. */
function straightened(ring: readonly Point[]): Point[] {
  return ring.filter((at, i) => {
    const [before, after] = [ring.at(i - 1) as Point, ring[(i + 1) % ring.length] as Point];
    return Math.abs((at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])) > 0.01;
  });
}

/** A ring moved inwards (its full side is to its right); corners stay sharp. */
export function inset(ring: readonly Point[], by: number): Point[] {
  const normal = (a: Point, b: Point): Point => {
    const [dx, dy] = minus(b, a);
    const length = Math.hypot(dx, dy) || 1;
    return [-dy / length, dx / length];
  };
  return ring.map((at, i) => {
    const n1 = normal(ring.at(i - 1) as Point, at);
    const n2 = normal(at, ring[(i + 1) % ring.length] as Point);
    const k = by / (1 + n1[0] * n2[0] + n1[1] * n2[1]);
    return [at[0] + (n1[0] + n2[0]) * k, at[1] + (n1[1] + n2[1]) * k];
  });
}

/** Edges joined to lines as long as they go: the sequence of names. */
export function chains(edges: readonly (readonly [string, string])[]): string[][] {
  const around = new Map<string, string[]>();
  for (const [a, b] of edges) {
    around.set(a, [...(around.get(a) ?? []), b]);
    around.set(b, [...(around.get(b) ?? []), a]);
  }
  const used = new Set<string>();
  const key = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const found: string[][] = [];
  const starts = [...around.keys()].sort((a, b) =>
    (around.get(a)?.length ?? 0) % 2 === (around.get(b)?.length ?? 0) % 2
      ? 0
      : (around.get(a)?.length ?? 0) % 2
        ? -1
        : 1,
  );
  for (const start of starts)
    for (;;) {
      const line = [start];
      for (let at: string | undefined = start; at !== undefined;) {
        const here: string = at;
        at = around.get(here)?.find((next) => !used.has(key(here, next)));
        if (at === undefined) break;
        used.add(key(here, at));
        line.push(at);
      }
      if (line.length < 2) break;
      found.push(line);
    }
  return found;
}
