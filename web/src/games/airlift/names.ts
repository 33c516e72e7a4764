// The names on the chart: they keep their size on the screen and look for room beside the spaces and the counters.

import { around, placeLabels } from "../../lib/labels";
import type { Point, Rect, Size } from "../../lib/layout";
import type { Board, Label, Space } from "../../lib/types";
import type { Chart } from "./chart";
import { nation } from "./signs";

export interface Name {
  id: string;
  text: string;
  kind: string;
  size: number;
  tint?: string;
  turn?: number;
}

interface Wanted extends Name {
  /** Middles of the places where it may stand, the best first. */
  tries: Point[];
}

export interface Placed extends Name {
  x: number;
  y: number;
}

/** The usual width of a letter, in lengths of its size. */
const WIDE: Record<string, number> = {
  base: 0.47,
  zone: 0.78,
  inset: 0.9,
  beacon: 0.46,
  place: 0.46,
  water: 0.56,
  corridor: 0.54,
};
/** Airports are always named: where counters leave no room the name is written smaller, at last across whatever lies there. */
const SMALLER = [0.84, 0.7];
const SMALLEST = 0.58;

export const boxOf = ({ x, y, width = 40, height = width }: Space): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const scenery = (board: Board): Chart => board.scenery as unknown as Chart;
const ofKind = (board: Board, ...kinds: string[]): Space[] =>
  board.spaces.filter(({ kind }) => kinds.includes(kind ?? ""));

/** The title of the inset stands on a plate upon its upper edge, so that the airports below have the inset to themselves. */
export function titleOf(board: Board, px: number): (Rect & { text: string; size: number }) | null {
  const label = (board.labels ?? []).find(({ kind, turn }) => kind === "region" && !turn);
  if (!label) return null;
  const [left, top] = scenery(board).inset;
  const size = Math.min(30, 15 * px);
  const width = (label.text.length * (WIDE.inset ?? 1) + 1) * size;
  return { text: label.text, size, x: left, y: top - size * 1.35, width, height: size * 1.35 };
}

/** Places for the name of a space: below, above, beside it, then further away. */
function beside({ x, y, width = 40 }: Space, text: string, kind: string, size: number, px: number): Wanted {
  const far = width / 2 + size * 0.7;
  const half = (text.length * size * (WIDE[kind] ?? 0.5)) / 2 + width / 2 + 3 * px;
  const first = kind === "base" ? -1 : 1;
  const tries: Point[] = [
    [x, y + first * far],
    [x, y - first * far],
    [x + half, y],
    [x - half, y],
  ];
  // Beyond the circle for maintenance beside a base.
  if (kind === "base")
    for (const aside of [half + 56, -half - 56]) tries.push([x + aside, y], [x + aside, y - 30], [x + aside, y + 30]);
  for (const more of [0, 1, 2, 3, 4, 5].map((n) => far + n * size * 0.8))
    for (const side of [0, 0.25, -0.25, 0.35, -0.35, 0.45, -0.45, 0.8, -0.8])
      tries.push([x + side * half, y + first * more], [x + side * half, y - first * more]);
  return { id: `${x},${y}`, text, kind, size, tries };
}

/** Places for the name of an airport in the inset: above its circle, or above the one for maintenance; below is the next airport. */
function above({ x, y, width = 40 }: Space, text: string, size: number): Wanted {
  const far = width / 2 + size * 0.7;
  const tries = [
    ...[1, 1.06, 1.15, 1.3].flatMap((high) =>
      [0, 10, -10, 20, -20, 30].map((aside): Point => [x + aside, y - high * far]),
    ),
    ...[80, 90, 100, 110, 120, 130, 140].flatMap((aside) =>
      [0.75, 0.85, 1, 0.4, 0].map((high): Point => [x + aside, y - high * far]),
    ),
    // At last on its empty box below.
    ...[66, 72, 78, 84].map((low): Point => [x + 52, y + low]),
  ];
  return { id: `${x},${y}`, text, kind: "base", size, tries };
}

/** Places for the name of a corridor: along both of its edges, from the middle outwards. */
function along({ text, x, y, turn = 0 }: Label, size: number): Wanted {
  const way = (turn * Math.PI) / 180;
  const tries = [0, 1, -1, 2, -2, 3, -3].flatMap((n) =>
    [-40, 40].map((off): Point => [
      x + n * 52 * Math.cos(way) - off * Math.sin(way),
      y + n * 52 * Math.sin(way) + off * Math.cos(way),
    ]),
  );
  return { id: text, text: text.toUpperCase(), kind: "corridor", size, tries, turn };
}

const LARGE: Record<string, [string, number]> = { city: ["zone", 16], water: ["water", 15], place: ["place", 12] };

/** Places for the name of a country, a sea or a town: where it belongs, then in rings around that. */
function near({ text, x, y, kind }: Label, px: number): Wanted {
  const [sort, size] = LARGE[kind ?? ""] ?? ["zone", 10.5];
  const tries = [0, 1, 2, 3, 4].flatMap((n) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((turn): Point => [
      x + n * 26 * Math.cos((turn * Math.PI) / 4),
      y + n * 26 * Math.sin((turn * Math.PI) / 4),
    ]),
  );
  return { id: text, text, kind: sort, size: size * px, tries };
}

/** The room that a name takes; one that is turned takes more. */
export function roomOf({ text, kind, size, turn = 0 }: Name, px: number): Size {
  const [long, high] = [text.length * size * (WIDE[kind] ?? 0.5) + 2 * px, size * 1.02];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.abs(Math.sin((turn * Math.PI) / 180))];
  return { width: long * cos + high * sin, height: long * sin + high * cos };
}

/** A name stays on the board; the airports of Berlin are named in their inset, and nothing else is. */
function fits(board: Board, [x, y]: Point, { width, height }: Size, within: boolean): boolean {
  const [left, top, wide, high] = scenery(board).inset;
  const [w, h] = [width / 2, height / 2];
  if (within) return x - w > left && x + w < left + wide && y - h > top && y + h < top + high;
  const over = x + w > left && x - w < left + wide && y + h > top && y - h < top + high;
  return x - w > 0 && x + w < board.width && y - h > 0 && y + h < board.height && !over;
}

/** The name of a base must be clearly nearer to it than to any other base, by so many times, or one reads it as that one's. */
const NEARER = 1.2;

/** How far a box is from a point. */
const distance = ({ x, y, width, height }: Rect, [px, py]: Point): number =>
  Math.hypot(Math.max(x - px, 0, px - x - width), Math.max(y - py, 0, py - y - height));

/** Whether a name at this place is read as that of its base. */
function isOf(space: Space, bases: readonly Space[], box: Rect): boolean {
  const own = distance(box, [space.x, space.y]);
  return bases.every((other) => other === space || distance(box, [other.x, other.y]) >= NEARER * own);
}

/** All names, each where it has room; only those of airports are written where there is none. */
export function namesOf(board: Board, px: number, taken: readonly Rect[]): Placed[] {
  const { bases: short, inset } = scenery(board);
  const [bases, airways] = [ofKind(board, "base"), ofKind(board, "airspace", "region")];
  const inInset = ({ x, y }: Space): boolean =>
    x > inset[0] && x < inset[0] + inset[2] && y > inset[1] && y < inset[1] + inset[3];
  const called = (space: Space, shrink: number): Wanted => {
    const [text, size] = [short[space.id] ?? space.label ?? "", 13.5 * px * shrink];
    const name = inInset(space) ? above(space, text, size) : beside(space, text, "base", size, px);
    return { ...name, tint: nation(space) };
  };
  const labels = board.labels ?? [];
  const wanted: Wanted[] = [
    ...bases.map((space) => called(space, 1)),
    ...airways
      .filter(({ label }) => label)
      .map((space) => beside(space, space.label ?? "", "beacon", (space.id === "berlin" ? 14 : 11.5) * px, px)),
    ...labels.filter(({ turn }) => turn).map((label) => along(label, 11.5 * px)),
    ...labels.filter(({ turn, kind }) => !turn && kind !== "region").map((label) => near(label, px)),
  ];
  const title = titleOf(board, px);
  const solid = [...taken, ...[...bases, ...airways, ...ofKind(board, "station", "box")].map(boxOf)];
  if (title) solid.push(title);
  const place = (names: readonly Wanted[], of: readonly (Space | undefined)[], full: readonly Rect[], plainly = true) =>
    placeLabels(
      names.map((name, at) => {
        const room = roomOf(name, px);
        const space = of[at];
        const stands = (to: Point): boolean =>
          fits(board, to, room, !!space && inInset(space)) &&
          (!space || !plainly || isOf(space, bases, around(to, room)));
        return { ...room, tries: name.tries.filter(stands) };
      }),
      full,
    );
  const put = (name: Wanted, [x, y]: Point): Placed => ({ ...name, x, y });
  const places = place(wanted, bases, solid);
  const placed = wanted.flatMap((name, at) => (places[at] ? [put(name, places[at])] : []));
  bases.forEach((space, at) => {
    if (places[at]) return;
    const written = placed.map((name): Rect => {
      const { width, height } = roomOf(name, px);
      return { x: name.x - width / 2, y: name.y - height / 2, width, height };
    });
    // Rather smaller than nearer to another base, and rather across the circle for maintenance or an empty box than so small
    // that it can hardly be read, or behind the counters.
    for (const [plainly, full, sizes] of [
      [true, solid, SMALLER],
      [true, taken, SMALLER],
      [false, solid, [1, ...SMALLER]],
      [false, taken, [...SMALLER, SMALLEST]],
    ] as const)
      for (const shrink of sizes) {
        const name = called(space, shrink);
        const [found] = place([name], [space], [...full, ...written], plainly);
        if (found) return void placed.push(put(name, found));
      }
    const name = called(space, SMALLEST);
    placed.push(put(name, name.tries[0] as Point));
  });
  return placed;
}
