// What stands on the ending of a game beside its points: the sign of who won, and the places that have a name.

import type { Label } from "./types";

export type Emblem = "star" | "cross" | "wreath" | "half-mast";

const STARS = ["us", "american", "allied", "soviet", "russian"];
const CROSSES = ["german", "luftwaffe", "ss", "axis"];

/** The sign of who won; a draw, a common win and a side without a sign of its own have a wreath. What all lost has a flag at half-mast. */
export function emblemOf(sides: readonly string[], lost = false): Emblem {
  if (lost) return "half-mast";
  const side = sides.length === 1 ? (sides[0] ?? "") : "";
  return STARS.includes(side) ? "star" : CROSSES.includes(side) ? "cross" : "wreath";
}

/** The side whose column a heading is, if it is one. */
export const sideOf = (heading: string, names: Readonly<Record<string, string>>): string =>
  Object.keys(names).find((side) => names[side] === heading || side === heading.toLowerCase()) ?? "";

const MOST_NAMES = 6;
/** A hex number, with or without a level: "3406", "G5", "AA12". */
const COORDINATE = /^(\w+ )?[A-Z]{0,2}\d+\b/;
/** Signs behind a name that only the map itself explains. */
const SIGNS = /[^\p{L}\p{N}\p{P} ]/gu;
/** How far from what is written on the map a place may be to be told by it, in usual lengths of the board. */
const REACH = 3;

export interface NamedPlace {
  name: string;
  x: number;
  y: number;
}
export interface CountedPlace extends NamedPlace {
  count: number;
  /** What is known of the place: it may tell what it is part of. */
  note?: string;
}

/**
 * Places with a name stay as they are; those that are only numbers are told together, by the name on the map that their
 * note mentions, or else by the one written nearest to them.
 */
export function toldByName(places: readonly CountedPlace[], labels: readonly Label[], unit: number): CountedPlace[] {
  const written = labels
    .map(({ text, x, y }) => ({ name: text.replace(SIGNS, "").trim(), x, y, count: 0 }))
    .filter(({ name }) => name.length > 2 && !COORDINATE.test(name));
  const told: CountedPlace[] = [];
  for (const place of places) {
    if (place.name && !COORDINATE.test(place.name)) {
      told.push(place);
      continue;
    }
    const far = ({ x, y }: NamedPlace): number => Math.hypot(x - place.x, y - place.y);
    const mentioned = written.filter(({ name }) => place.note?.includes(name));
    const nearest = (mentioned.length ? mentioned : written).reduce<CountedPlace | null>(
      (best, one) => (best && far(best) <= far(one) ? best : one),
      null,
    );
    if (nearest && (mentioned.length || far(nearest) <= REACH * unit)) nearest.count += place.count;
  }
  return [...told, ...written.filter(({ count }) => count)];
}

/**
 * The places that are named on the map of an ending, and where their names stand: above what happened there, at the upper
 * edge of the map below it. The busiest come first, none where it would touch another's name.
 */
export function namedPlaces(places: readonly CountedPlace[], size: number, lift: number, width: number): NamedPlace[] {
  const chosen: NamedPlace[] = [];
  for (const { name, x: middle, y: height } of [...places].sort((a, b) => b.count - a.count)) {
    if (chosen.length >= MOST_NAMES) break;
    if (chosen.some((one) => one.name === name)) continue;
    const half = 0.27 * size * name.length;
    const x = Math.min(Math.max(middle, half), width - half);
    const y = height > 2.4 * size ? height - lift : height + lift + size;
    const apart = (one: NamedPlace): boolean =>
      Math.abs(one.y - y) > 1.3 * size || Math.abs(one.x - x) > 0.3 * size * (one.name.length + name.length);
    if (chosen.every(apart)) chosen.push({ name, x, y });
  }
  return chosen;
}
