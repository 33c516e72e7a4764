import type { Look } from "../../lib/look";
import Aircraft from "./Aircraft.svelte";
import Gun from "./Gun.svelte";
import Light from "./Light.svelte";
import Round from "./Round.svelte";
import Vehicle from "./Vehicle.svelte";
import Work from "./Work.svelte";

// Red Vengeance: Guns and vehicles are drawn from above and point into their covered arcs, field works have their own counters; everything else is the general table.
const look: Look = {
  faces: {
    gun: { draw: Gun, width: 64, height: 64, share: 0.68 },
    vehicle: { draw: Vehicle, width: 64, height: 64, share: 0.72 },
    round: { draw: Round, width: 52, height: 52, share: 0.55 },
    light: { draw: Light, width: 40, height: 40, share: 0.42 },
    aircraft: { draw: Aircraft, width: 64, height: 64, share: 0.7 },
    work: { draw: Work, width: 48, height: 48, share: 0.5 },
  },
  harmful: [
    "shoot", "intensive", "shell", "flame", "throw", "rocket", "rocket_backblast", "faust", "faust_backblast", "detonate",
    "blow", "blow_led", "breach", "blast", "mg", "gun", "gun_again", "overrun", "react", "aim", "convert", "harass", "correct_convert", "fire_on", "sortie", "bomb", "strafe", "flak",
  ],
  marks: { plane_gone: false, battery_ends: false, gun_lost: false, malfunction: false, vehicle_lost: false, immobilized: false, vehicle_malfunction: false, collapses: false, bridge_gone: false, work_gone: true },
};

export default look;
