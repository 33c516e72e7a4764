import Counter from "../../faces/Counter.svelte";
import Marker from "../../faces/Marker.svelte";
import type { Look } from "../../lib/look";
import PlanNames from "./PlanNames.svelte";

/** From afar counters are larger than their hexes, so that symbol and strength can be read, and move apart; never so large that half of the front lies under them. */
const least = (hex: number): number => Math.max(0.74 * hex, Math.min(18, 1.3 * hex));

// On to Berlin!: the town plan; units in Combat Mode show their three front hexsides (OB-3.4.1).
const look: Look = {
  painted: true,
  live: PlanNames,
  faces: {
    counter: { draw: Counter, width: 64, height: 64, share: 0.68, least },
    // So small that it lies along the edge of its hex, and hides no symbol.
    marker: { draw: Marker, width: 36, height: 36, share: 0.3, flat: true },
  },
  fronts: (piece) => {
    const faces = piece.drawing?.faces;
    if (faces === undefined) return [];
    const to = Number(faces);
    return [{ to, sides: [to - 60, to, to + 60], kind: "", always: true }];
  },
};

export default look;
