// Steps to a neighbouring hex by the key of their direction on the numeric pad: the same way has the same key wherever one stands.

import { bearingOf } from "./facing";
import { sizeOf, type Point } from "./layout";
import { padKey } from "./letters";
import { named } from "./narrow";
import type { Id, ShownOption, Space } from "./types";

/** The middle of a neighbour is at most so many hexes away, as wide as a hex is at its widest. */
const NEAR = 1.15;

/** The options that lead from a hex to one of its neighbours, by key; a direction with several options has none. */
export function towards(
  left: readonly ShownOption[],
  from: Space | undefined,
  spaces: ReadonlyMap<Id, Space>,
  unit: number,
): Map<string, ShownOption> {
  const found = new Map<string, ShownOption[]>();
  if (from?.shape !== "hex") return new Map();
  const { width, height } = sizeOf(from, unit);
  const start: Point = [from.x, from.y];
  for (const option of left) {
    const others = named(option.option).flatMap((id) => (id === from.id ? [] : (spaces.get(id) ?? [])));
    const [to] = others;
    if (!to || others.length > 1 || option.bearing != null) continue;
    if (Math.hypot(to.x - from.x, to.y - from.y) > NEAR * Math.max(width, height)) continue;
    const key = padKey(bearingOf(start, [to.x, to.y]));
    found.set(key, [...(found.get(key) ?? []), option]);
  }
  return new Map(
    [...found].flatMap(([key, options]) => (options.length === 1 && options[0] ? [[key, options[0]]] : [])),
  );
}
