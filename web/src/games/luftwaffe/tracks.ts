// The raid as it was flown: where units really went, as the journal of this seat tells it.

import type { Id, ShownLine } from "../../lib/types";

export interface Track {
  /** The hexes of one flight, from where it began. */
  route: Id[];
  units: Id[];
  /** The turn in which it was flown last. */
  turn: number;
}

export type FlightKind = "bombers" | "escorts" | "interceptors";
/** What the key names: the flights of the raid, and the lines that the table draws for now. */
export type TrackKind = FlightKind | "plan" | "flown";

/** Width and dashes are in pixels of the screen. */
export const STROKES: Record<TrackKind, { width: number; dash: [number, number]; colour: string }> = {
  bombers: { width: 3, dash: [11, 6], colour: "#17447e" },
  escorts: { width: 1.8, dash: [5, 5], colour: "#17447e" },
  interceptors: { width: 2.2, dash: [0.4, 5], colour: "#8c2a12" },
  plan: { width: 2.2, dash: [5, 3.4], colour: "#1d4f9c" },
  flown: { width: 2.2, dash: [1, 4], colour: "#4c4a45" },
};

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
