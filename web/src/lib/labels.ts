// Names on the map keep out of each other's way and out of the way of the counters.

import type { Rect, Laid, Point, Size } from "./layout";
import type { Label, Space } from "./types";

/** Something written that may stand at one of several places. */
export interface Placeable {
  /** Middles of the places where it may stand, the best first. */
  tries: readonly Point[];
  width: number;
  height: number;
}

export const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export function around([x, y]: Point, { width, height }: Size): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * For each label the first of its places that is free; null where none is. Who can stand at his best place stands there; then the
 * others look for room, so that one counter moves few names.
 */
export function placeLabels(labels: readonly Placeable[], taken: readonly Rect[]): (Point | null)[] {
  const written: Rect[] = [];
  const places = new Array<Point | null>(labels.length).fill(null);
  const put = (at: number, tries: readonly Point[]): void => {
    const label = labels[at] as Placeable;
    for (const place of tries) {
      const box = around(place, label);
      if (taken.some((other) => meet(box, other)) || written.some((other) => meet(box, other))) continue;
      written.push(box);
      places[at] = place;
      return;
    }
  };
  labels.forEach((label, at) => put(at, label.tries.slice(0, 1)));
  labels.forEach((label, at) => places[at] ?? put(at, label.tries.slice(1)));
  return places;
}

/** What the counters cover. */
export function covered(laid: readonly Laid[], sizeOf: (one: Laid) => Size): Rect[] {
  return laid.map((one) => around([one.x, one.y], sizeOf(one)));
}

/** Whether a hex has no name but its number on the grid: that is written small, and only where it is wanted. */
export function isNumbered({ id, shape, label }: Space): boolean {
  return shape === "hex" && label === id;
}

/** The usual width of a text in letters of one size, in lengths of that size. */
export const LETTER = 0.53;

/** Countries, districts and waters are written large under everything; what is turned follows its way. All others can move. */
export function moves({ kind, turn }: Label): boolean {
  return kind !== "region" && kind !== "water" && !turn;
}

const SIZES: Record<string, number> = { city: 22, region: 24, water: 17, small: 11, house: 7.6 };
/** From afar only the large names are written, and larger. */
const FROM: Record<string, number> = { city: 0, region: 0, water: 0, small: 2, house: 2 };

/** The size of a label's letters for a hex of 68; 0 where it is not written at this nearness. */
export function lettersOf(kind: string | undefined, detail: number): number {
  if ((FROM[kind ?? ""] ?? 1) > detail) return 0;
  return (SIZES[kind ?? ""] ?? 15) * (detail === 0 ? 1.5 : 1);
}
