// What stands on the ending of a game beside its points: the sign of who won, and the places that have a name.

import type { Id } from "./types";

export type Emblem = "star" | "cross" | "wreath";

const STARS = ["us", "american", "allied", "soviet", "russian"];
const CROSSES = ["german", "luftwaffe", "ss", "axis"];

/** The sign of who won; a draw, a common win and a side without a sign of its own have a wreath. */
export function emblemOf(sides: readonly string[]): Emblem {
  const side = sides.length === 1 ? (sides[0] ?? "") : "";
  return STARS.includes(side) ? "star" : CROSSES.includes(side) ? "cross" : "wreath";
}

/** The side whose column a heading is, if it is one. */
export const sideOf = (heading: string, names: Readonly<Record<string, string>>): string =>
  Object.keys(names).find((side) => names[side] === heading || side === heading.toLowerCase()) ?? "";

const MOST_NAMES = 6;
/** A hex number, with or without a level: "3406", "G5", "AA12". */
const COORDINATE = /^(\w+ )?[A-Z]{0,2}\d+\b/;

export interface NamedPlace {
  id: Id;
  name: string;
  x: number;
  y: number;
}

/** The places that are named on the map of an ending: the busiest first, none where it would touch another's name. */
export function namedPlaces(
  places: readonly { id: Id; name: string; count: number; x: number; y: number }[],
  size: number,
): NamedPlace[] {
  const chosen: NamedPlace[] = [];
  for (const { id, name, x, y } of [...places].sort((a, b) => b.count - a.count)) {
    if (chosen.length >= MOST_NAMES) break;
    if (!name || COORDINATE.test(name) || chosen.some((one) => one.name === name)) continue;
    const apart = (one: NamedPlace): boolean =>
      Math.abs(one.y - y) > 1.3 * size || Math.abs(one.x - x) > 0.3 * size * (one.name.length + name.length);
    if (chosen.every(apart)) chosen.push({ id, name, x, y });
  }
  return chosen;
}
