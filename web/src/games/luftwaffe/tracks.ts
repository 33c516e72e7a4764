// The raid as it was flown: where units really went, as the journal of this seat tells it.

import type { Id, ShownLine } from "../../lib/types";

export interface Track {
  /** The hexes of one flight, from where it began. */
  route: Id[];
  units: Id[];
  /** The turn in which it was flown last. */
  turn: number;
}

const ids = (value: unknown): Id[] =>
  Array.isArray(value) ? value.filter((one): one is Id => typeof one === "string") : [];

/** The flights of the raid that is being flown, up to a step; those who flew the same way share a track. */
export function tracksOf(journal: readonly ShownLine[], step: number): Track[] {
  let tracks = new Map<string, Track>();
  let turn = 0;
  for (const { event, facts, step: at } of journal) {
    if (at > step) break;
    if (event === "turn") {
      turn = Number(facts?.turn ?? 0);
      // A raid begins with its first turn; the one before it is history.
      if (turn <= 1) tracks = new Map();
    }
    const route = event === "flew" ? ids(facts?.route) : [];
    if (route.length < 2) continue;
    const key = route.join(" ");
    const track = tracks.get(key) ?? { route, units: [], turn };
    track.units.push(...ids(facts?.units).filter((id) => !track.units.includes(id)));
    track.turn = turn;
    tracks.set(key, track);
  }
  return [...tracks.values()];
}
