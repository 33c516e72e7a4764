import type { Look } from "../../lib/look";
import Chart from "./Chart.svelte";
import Key from "./Key.svelte";
import Plane from "./Plane.svelte";

// Luftwaffe: the plotting room. Counters show the aircraft from above; everything else is the general table.
const look: Look = {
  painted: true,
  live: Chart,
  key: Key,
  least: 38,
  faces: { plane: { draw: Plane, width: 64, height: 64, share: 0.86 } },
  table: "#26302b",
};

export default look;
