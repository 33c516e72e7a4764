// Names along lines on a painted map: each keeps to the sheet and out of the way of the counters and of other names.

import { between, minus } from "../art/geometry";
import { around, meet } from "./labels";
import type { Point, Rect, Size } from "./layout";

/** A name and the line in the middle of which it would best stand, before the others that it may stand along instead. */
export interface Lettered {
  text: string;
  /** In board units. */
  size: number;
  /** The width of a letter in its size, spaces between letters included. */
  wide: number;
  lines: readonly (readonly Point[])[];
  /** Where else it may stand, in its size: so far along a line, or moved aside as a whole. */
  tries: readonly Shift[];
}

export interface Shift {
  along: number;
  x: number;
  y: number;
}

/** A place for a name, in board units, and how many of its letters cannot be read there. */
export interface Standing extends Shift {
  /** Which of its lines. */
  line: number;
  lost: number;
}

/** Letters nearer to the edge of the sheet than this, in their size, look cut off. */
const EDGE = 0.3;
const STAY: Shift = { along: 0, x: 0, y: 0 };
/** What a letter that is lost weighs against a shift by the size of a letter. */
const LOST = 4;
/** What a shift to the side weighs against one up or down: a name is wide, and little is lost by it. */
const ASIDE = 0.5;
/** What another line weighs. */
const ELSEWHERE = 2;

/** Where each name stands: the first chooses first. One that finds no free place stands where it loses fewest letters. */
export function letter(names: readonly Lettered[], taken: readonly Rect[], sheet: Size): Standing[] {
  const written: Rect[] = [];
  return names.map((name) => {
    let best: (Standing & { cost: number; letters: Rect[] }) | undefined;
    for (const [line, points] of name.lines.entries()) {
      const at = lettersAlong(name, points);
      const all = [STAY, ...name.tries].map((one) => kept(scaled(one, name.size), at, name, sheet));
      const near = boundsOf(all.flatMap((one) => boxes(at, one, name)));
      const inTheWay = [...taken, ...written].filter((one) => meet(one, near));
      for (const place of all) {
        const letters = boxes(at, place, name);
        const lost = letters.filter((box) => inTheWay.some((one) => meet(one, box))).length;
        const far = Math.abs(place.along) + Math.hypot(place.x * ASIDE, place.y);
        const cost = LOST * lost + far / name.size + ELSEWHERE * line;
        if (!best || cost < best.cost) best = { ...place, line, lost, cost, letters };
        if (!lost && place === all[0]) break;
      }
      if (!best?.lost) break;
    }
    const { cost: _, letters, ...place } = best as Standing & { cost: number; letters: Rect[] };
    written.push(...letters);
    return place;
  });
}

const scaled = ({ along, x, y }: Shift, by: number): Shift => ({ along: along * by, x: x * by, y: y * by });

/** The middle of each letter, for a shift along the line. */
function lettersAlong({ text, size, wide }: Lettered, line: readonly Point[]): (along: number) => Point[] {
  const lengths = line.map((at, n) => (n ? Math.hypot(...minus(at, line[n - 1] as Point)) : 0));
  const middle = lengths.reduce((sum, one) => sum + one, 0) / 2;
  const found = new Map<number, Point[]>();
  const at = (far: number): Point => {
    let [n, passed] = [1, 0];
    while (n < line.length - 1 && passed + (lengths[n] as number) < far) passed += lengths[n++] as number;
    return between(line[n - 1] as Point, line[n] as Point, (far - passed) / (lengths[n] || 1));
  };
  return (along) => {
    const known = found.get(along);
    if (known) return known;
    const points = Array.from(text, (_, n) => at(middle + along + (n - (text.length - 1) / 2) * size * wide));
    found.set(along, points);
    return points;
  };
}

/** The same shift, but inside the sheet as far as the name has room there. */
function kept(shift: Shift, at: (along: number) => Point[], { size, wide }: Lettered, sheet: Size): Shift {
  const points = at(shift.along);
  // The middle of what is named lies off the sheet: it is written there, and not dragged in.
  const [x, y] = points[Math.floor(points.length / 2)] as Point;
  if (x < 0 || y < 0 || x > sheet.width || y > sheet.height) return shift;
  const inside = (values: number[], half: number, most: number, by: number): number => {
    const [least, last] = [Math.min(...values) - half, Math.max(...values) + half];
    return Math.max(Math.min(by, most - last), -least);
  };
  const edge = EDGE * size;
  return {
    along: shift.along,
    x: inside(
      points.map(([one]) => one),
      (size * wide) / 2 + edge,
      sheet.width,
      shift.x,
    ),
    y: inside(
      points.map(([, one]) => one),
      size / 2 + edge,
      sheet.height,
      shift.y,
    ),
  };
}

/** What the letters of a name cover. */
function boxes(at: (along: number) => Point[], { along, x, y }: Shift, { text, size, wide }: Lettered): Rect[] {
  const box = { width: Math.min(1, wide) * size, height: size * 0.8 };
  return at(along).flatMap(([left, top], n) => (text[n] === " " ? [] : [around([left + x, top + y], box)]));
}

function boundsOf(rects: readonly Rect[]): Rect {
  const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
  return {
    x,
    y,
    width: Math.max(...rects.map((one) => one.x + one.width)) - x,
    height: Math.max(...rects.map((one) => one.y + one.height)) - y,
  };
}
