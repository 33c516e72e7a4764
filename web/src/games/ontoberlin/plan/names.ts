// What is written on the town plan. Names keep their size on the screen; none covers another, and all make way for counters.

import { lengthOf, stations, type Point } from "../../../art/geometry";
import { around, meet } from "../../../lib/labels";
import type { Rect } from "../../../lib/layout";
import type { Board } from "../../../lib/types";
import { calmed, Plan, SIDE, TALL } from "./plan";

export interface Written {
  text: string;
  kind: "entry" | "district" | "place" | "water" | "road";
  /** In board units. */
  size: number;
  x: number;
  y: number;
  /** The line along which it runs, if it does. */
  line?: Point[];
  /** What it covers. */
  boxes: Rect[];
}

interface Wanted {
  text: string;
  kind: Written["kind"];
  /** Pixels of its letters. */
  pixels: number;
  tries: (size: number) => Omit<Written, "text" | "kind" | "size">[];
}

/** How far from the edge of the sheet letters end, in their size. */
const MARGIN = 0.35;
/** The width of a letter in its size, spaces between letters included. */
const WIDE: Record<Written["kind"], number> = { entry: 1.5, district: 0.79, place: 0.5, water: 0.68, road: 0.52 };
/** Hexes narrower than so many pixels bear no names of that kind; those of the first order stand at every zoom. */
const FROM = { place: 34, road: 46 };
/** How often the line of a name is drawn out, where its letters would run into each other at a bend. */
const CALMER = [8, 24, 60];
/** The most that a letter may turn against the one before it: about 24 degrees. */
const LEAN = 0.42;
/** How far along its line a name may stand, in shares of the line. */
const ALONG = [0.5, 0.36, 0.64, 0.24, 0.76, 0.14, 0.86];

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));

/** All names at a zoom: those that matter most look for their places first. */
export function written(board: Board, k: number, taken: readonly Rect[]): Written[] {
  const hex = 2 * SIDE * k;
  const found: Written[] = [];
  for (const { text, kind, pixels, tries } of wanted(board, hex)) {
    const size = pixels / k;
    const place = tries(size).find(({ boxes }) =>
      boxes.every(
        (box) =>
          !found.some((other) => other.boxes.some((one) => meet(box, one))) && !taken.some((one) => meet(box, one)),
      ),
    );
    if (place) found.push({ text, kind, size, ...place });
  }
  return found;
}

function wanted(board: Board, hex: number): Wanted[] {
  const labels = board.labels ?? [];
  const level = (text: string, kind: Written["kind"], pixels: number, at: (size: number) => Point[]): Wanted => ({
    text,
    kind,
    pixels,
    tries: (size) => {
      const width = (text.length * WIDE[kind] + 0.6) * size;
      const [side, edge] = [width / 2 + MARGIN * size, (0.575 + MARGIN) * size];
      return at(size).map(([wishX, wishY]) => {
        // No name runs out of the sheet; the discs of the entries lie on its very edge.
        if (kind === "entry")
          return { x: wishX, y: wishY, boxes: [around([wishX, wishY], { width, height: size * 1.15 })] };
        const x = between(side, wishX, board.width - side);
        const y = between(edge, wishY, board.height - edge);
        return { x, y, boxes: [around([x, y], { width, height: size * 1.15 })] };
      });
    },
  });
  const entries = labels
    .filter(({ kind }) => kind === "city")
    .map(({ text, x, y }) => level(text, "entry", between(10, hex * 0.32, 17), () => [[x, y]]));
  const places = (rank: string): Wanted[] =>
    labels
      .filter(({ kind }) => kind === rank)
      .map(({ text, x, y }) => level(text, "place", between(11, hex * 0.24, 16), (size) => beside(text, x, y, size)));
  const districts = labels
    .filter(({ kind }) => kind === "region")
    .map(({ text, x, y }) => level(text.toUpperCase(), "district", between(10, hex * 0.27, 21), () => nearby(x, y)));
  return [
    ...entries,
    ...places("landmark"),
    ...along(board, ["river", "canal"], "water", between(10, hex * 0.24, 16)),
    ...districts,
    ...(hex >= FROM.place ? places("place") : []),
    ...(hex >= FROM.road ? along(board, ["road"], "road", between(10, hex * 0.19, 14)) : []),
  ];
}

/** Below its hex, above it, at its sides. The label of a place stands a little below the middle of its hex. */
function beside(text: string, x: number, y: number, size: number): Point[] {
  const half = (text.length * size * WIDE.place) / 2;
  const up = y - TALL * 0.75 * 0.5;
  return [
    [x, y],
    [x, y + size * 0.9],
    [x, up - TALL * 0.55],
    [x + half + SIDE * 0.7, up],
    [x - half - SIDE * 0.7, up],
    [x + half * 0.7, y + size * 0.5],
    [x - half * 0.7, y + size * 0.5],
  ];
}

/** The middle of a district, and around it. */
function nearby(x: number, y: number): Point[] {
  const found: Point[] = [[x, y]];
  for (const far of [0.7, 1.3, 2, 2.8])
    for (const [dx, dy] of [
      [0, -1],
      [0, 1],
      [-1, 0],
      [1, 0],
      [-0.8, -0.8],
      [0.8, 0.8],
      [-0.8, 0.8],
      [0.8, -0.8],
    ] as const)
      found.push([x + dx * far * SIDE, y + dy * far * TALL * 0.6]);
  return found;
}

/** Names that run along what they name: once, or more often where it is long. */
function along(board: Board, kinds: string[], kind: Written["kind"], pixels: number): Wanted[] {
  const plan = planOf(board);
  const ways = kinds
    .flatMap((one) => plan.ways(one))
    .map((way) => ({ ...way, text: plan.scenery.short?.[way.name] ?? way.name }));
  return ways
    .filter(({ text }) => text)
    .map(({ text, line }) => {
      return {
        text,
        kind,
        pixels,
        tries: (size) => {
          const long = text.length * size * WIDE[kind];
          const whole = lengthOf(line);
          if (whole < long * 1.1) return [];
          return ALONG.flatMap((share) => {
            const from = whole * share - long / 2;
            if (from < 0 || from + long > whole) return [];
            const cut = stretch(line, from, from + long);
            const part = CALMER.map((times) => upright(calmed(cut, () => false, times))).find((one) =>
              isCalm(one, size * WIDE[kind]),
            );
            if (!part) return [];
            const boxes = stations(part, () => size * 0.8).map(({ at }) => around(at, { width: size, height: size }));
            const [x, y] = part[Math.floor(part.length / 2)] as Point;
            return boxes.length ? [{ x, y, line: part, boxes }] : [];
          });
        },
      };
    });
}

const plans = new WeakMap<Board, Plan>();
function planOf(board: Board): Plan {
  const plan = plans.get(board) ?? new Plan(board);
  plans.set(board, plan);
  return plan;
}

/** Whether letters so wide can run along it: no two that are neighbours lean into each other. */
function isCalm(line: readonly Point[], wide: number): boolean {
  const ways = stations(line, () => wide).map(({ along: [x, y] }) => Math.atan2(y, x));
  return ways.every((way, n) => {
    const turn = way - (ways[n - 1] ?? way);
    return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) <= LEAN;
  });
}

/** The part of a line between two lengths. */
function stretch(line: readonly Point[], from: number, to: number): Point[] {
  const found: Point[] = [];
  let passed = 0;
  for (let n = 1; n < line.length; n++) {
    const [a, b] = [line[n - 1] as Point, line[n] as Point];
    const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const at = (long: number): Point => {
      const share = (long - passed) / (step || 1);
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    };
    if (passed <= from && from < passed + step) found.push(at(from));
    if (passed + step > from && passed + step < to) found.push(b);
    if (passed < to && to <= passed + step) found.push(at(to));
    passed += step;
  }
  return found;
}

/** A name reads from left to right. */
function upright(line: readonly Point[]): Point[] {
  const [a, z] = [line[0], line.at(-1)];
  return a && z && z[0] < a[0] ? [...line].reverse() : [...line];
}
