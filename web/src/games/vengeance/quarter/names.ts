// What is written on the map: streets along their way, squares and waters large, roofs with the names of their buildings, levels.

import { lengthened, lengthOf, type Point } from "../../../art/geometry";
import type { Sign, NameOnMap } from "../../../lib/look";
import type { Board } from "../../../lib/types";
import { Quarter, SIDE, type House } from "./quarter";

/** The length of a name's letters, in lengths of their size. */
const WIDE = 0.72;
const SIZES: Record<string, number> = {
  square: 36,
  water: 25,
  landmark: 24,
  quarter: 17,
  place: 13,
  roof: 16,
  street: 12.5,
};
const CAPITALS = new Set(["square", "street", "water", "landmark"]);
/** Written level across their roofs, and straight along what is short. */
const LEVEL = new Set(["roof", "landmark"]);
const STRAIGHT = new Set(["place", "quarter"]);

export function namesOf(board: Board): NameOnMap[] {
  const quarter = new Quarter(board);
  const place = ([x, y]: Point): Point => [
    x * quarter.factor + quarter.shift[0],
    y * quarter.factor + quarter.shift[1],
  ];
  const written = (text: string, kind: string, line: readonly Point[]): NameOnMap => ({
    text: CAPITALS.has(kind) ? text.toUpperCase() : text,
    kind,
    size: (SIZES[kind] ?? 14) * quarter.factor,
    // Letters may run past both ends of what they name.
    line: lengthened(upright(straightened(kind, line)), 12 * SIDE, 12 * SIDE).map(place),
  });
  const streets = quarter.streets
    .filter(({ name }) => name)
    .flatMap(({ name, lines }) =>
      lines.flatMap((line) => stretches(line, name.length * 12.5 * WIDE).map((part) => written(name, "street", part))),
    );
  return [...streets, ...quarter.names.map(({ text, kind, line }) => written(text, kind, line))];
}

/** The line of a name, as even as its kind wants it. */
function straightened(kind: string, line: readonly Point[]): readonly Point[] {
  const [a, z] = [line[0] as Point, line.at(-1) as Point];
  if (STRAIGHT.has(kind)) return [a, z];
  if (!LEVEL.has(kind)) return line;
  const y = line.reduce((sum, at) => sum + at[1], 0) / line.length;
  return [
    [a[0], y],
    [z[0], y],
  ];
}

/** A name reads from left to right; along an upright street from below. */
function upright(line: readonly Point[]): Point[] {
  const [a, z] = [line[0] as Point, line.at(-1) as Point];
  const [dx, dy] = [z[0] - a[0], z[1] - a[1]];
  return Math.abs(dx) > Math.abs(dy) * 0.4
    ? dx < 0
      ? [...line].reverse()
      : [...line]
    : dy > 0
      ? [...line].reverse()
      : [...line];
}

/** Parts of a street that hold its name: one, or more if it is long. */
function stretches(line: readonly Point[], long: number): Point[][] {
  const whole = lengthOf(line);
  if (whole < long * 1.15) return [];
  const count = Math.max(1, Math.round(whole / (long + 620)));
  const parts: Point[][] = [];
  for (let n = 0; n < count; n++) {
    const middle = (whole * (n + 0.5)) / count;
    parts.push(cut(line, middle - long, middle + long));
  }
  return parts;
}

function cut(line: readonly Point[], from: number, to: number): Point[] {
  const found: Point[] = [];
  let passed = 0;
  line.forEach((at, i) => {
    const before = line[i - 1];
    if (before) passed += Math.hypot(at[0] - before[0], at[1] - before[1]);
    if (passed >= from && passed <= to) found.push(at);
  });
  return found.length > 1 ? found : [...line];
}

/** The height of each building in levels, at its north-western corner; towers apart. */
export function levelsOf(board: Board): Sign[] {
  const quarter = new Quarter(board);
  const sign = (x: number, y: number, text: string): Sign => ({
    text,
    x: x * quarter.factor + quarter.shift[0],
    y: y * quarter.factor + quarter.shift[1],
  });
  const found: Sign[] = [];
  for (const house of quarter.houses) {
    const hexes = house.hexes.filter(({ id }) => quarter.area.has(id)).sort((a, b) => a.x + a.y - b.x - b.y);
    const first = hexes.find(({ features }) => !features.includes("TOWER") && !features.includes("DIET")) ?? hexes[0];
    if (!first) continue;
    found.push(sign(first.x, first.y + 0.68 * SIDE, heightOf(house)));
    for (const tower of hexes.filter(({ features }) => features.includes("TOWER")))
      found.push(sign(tower.x, tower.y + 0.68 * SIDE, "T 3"));
  }
  for (const hex of quarter.based("PIT"))
    if (quarter.area.has(hex.id) && hex.y2 % 3 === 0) found.push(sign(hex.x - 0.6 * SIDE, hex.y + 0.3 * SIDE, "−1"));
  return found;
}

function heightOf({ hexes }: House): string {
  const halves = Math.min(...hexes.map(({ height }) => height));
  return `${Math.floor(halves / 2)}${halves % 2 ? "½" : ""}`;
}
