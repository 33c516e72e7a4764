import type { Look } from "../../lib/look";
import Chart from "./Chart.svelte";
import Key from "./Key.svelte";
import Mark from "./Mark.svelte";
import Plane from "./Plane.svelte";
import SectorClock from "./SectorClock.svelte";

/** Room for the counters on the outermost hexes, in board units. */
const AROUND = 34;
/** Counters may lie over the hexes around theirs, but from afar not over half of Germany. */
const least = (hex: number): number => Math.max(27, Math.min(46, 2.3 * hex));
const counter = { draw: Plane, width: 64, height: 64, share: 0.86, least };

// Luftwaffe: the plotting room. Counters show the aircraft from above; everything else is the general table.
const look: Look = {
  painted: true,
  live: Chart,
  key: Key,
  keyed: ["marker"],
  frame: ({ width, height }) => ({ x: -AROUND, y: -AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }),
  faces: {
    plane: counter,
    counter,
    marker: {
      draw: Mark,
      width: 36,
      height: 36,
      share: 0.5,
      least: (hex) => Math.max(15, Math.min(20, hex)),
      flat: true,
    },
  },
  dials: { time: SectorClock },
  table: "#26302b",
};

export default look;
