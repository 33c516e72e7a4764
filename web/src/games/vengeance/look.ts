import type { Look } from "../../lib/look";
import Gun from "./Gun.svelte";
import Vehicle from "./Vehicle.svelte";

// Red Vengeance: Guns and vehicles are drawn from above and point into their covered arcs; everything else is the general table.
const look: Look = {
  faces: { gun: { draw: Gun, width: 64, height: 64, share: 0.68 }, vehicle: { draw: Vehicle, width: 64, height: 64, share: 0.72 } },
  harmful: [
    "shoot", "intensive", "shell", "flame", "throw", "rocket", "rocket_backblast", "faust", "faust_backblast", "detonate",
    "mg", "gun", "gun_again", "overrun", "react",
  ],
  marks: { gun_lost: false, malfunction: false, vehicle_lost: false, immobilized: false, vehicle_malfunction: false },
};

export default look;
