import type { Look } from "../../lib/look";
import Art from "./Art.svelte";
import Cube from "./Cube.svelte";
import Key from "./Key.svelte";
import Plane from "./Plane.svelte";

// Berlin Airlift: the green-grey of an aeronautical chart of 1948 with three glowing corridors.
const look: Look = {
  art: Art,
  key: Key,
  faces: {
    plane: { draw: Plane, width: 72, height: 64, share: 1 },
    cube: { draw: Cube, width: 34, height: 30, share: 0.6 },
  },
  widths: { plane: 44, cube: 25, marker: 24 },
  drawn: ["sea", "zone", "region", "airspace", "base", "station", "box"],
  table: "#3d4a44",
};

export default look;
