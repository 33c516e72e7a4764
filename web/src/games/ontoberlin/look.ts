import Counter from "../../faces/Counter.svelte";
import type { Look } from "../../lib/look";
import PlanNames from "./PlanNames.svelte";

// On to Berlin!: the town plan; units in Combat Mode show their three front hexsides (OB-3.4.1).
const look: Look = {
  painted: true,
  live: PlanNames,
  faces: { counter: { draw: Counter, width: 64, height: 64, share: 0.68, least: (hex) => 0.74 * hex } },
  fronts: (piece) => {
    const faces = piece.drawing?.faces;
    if (faces === undefined) return [];
    const to = Number(faces);
    return [{ to, sides: [to - 60, to, to + 60], kind: "", always: true }];
  },
};

export default look;
