import type { Look } from "../../lib/look";
import Chart from "./Chart.svelte";
import Cube from "./Cube.svelte";
import Key from "./Key.svelte";
import Plane from "./Plane.svelte";

const least = (unit: number): number => Math.max(33, Math.min(42, 1.4 * unit));

// Berlin Airlift: an aeronautical chart of 1948, green and grey, with what air traffic control adds in magenta.
const look: Look = {
  painted: true,
  live: Chart,
  key: Key,
  faces: {
    plane: { draw: Plane, width: 72, height: 64, share: 1, least },
    cube: { draw: Cube, width: 34, height: 30, share: 0.6, flat: true },
  },
  // Up to a dozen aircraft stand on an airbase, and the next base is a counter's width away: they are a pile with its number.
  climb: 0.16,
  widths: { plane: 60, cube: 36, marker: 34 },
  drawn: ["sea", "zone", "region", "airspace", "base", "station", "box"],
  table: "#3d4a44",
};

export default look;
