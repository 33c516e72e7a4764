import type { Front, Look } from "../../lib/look";
import Aircraft from "./Aircraft.svelte";
import Gun from "./Gun.svelte";
import Marker from "../../faces/Marker.svelte";
import Infantry from "./Infantry.svelte";
import Light from "./Light.svelte";
import Round from "./Round.svelte";
import Vehicle from "./Vehicle.svelte";
import Weapon from "./Weapon.svelte";
import Work from "./Work.svelte";
import { levelsOf, namesOf } from "./quarter/names";

// Red Vengeance: a counter is two thirds as high as its hex, so that its factors can be read; what lies on other levels is smaller and the ground makes room for it. Guns and vehicles are drawn from above and point into their covered arcs, field works have their own counters; everything else is the general table.
const POINTED = new Set(["gun", "vehicle"]);

/** RV-D1.31 A covered arc points at a corner; its two front hexsides meet there. */
function arc(corner: number, kind: string): Front {
  const to = 30 + 60 * corner;
  return { to, sides: [to - 30, to + 30], kind, always: false };
}

const look: Look = {
  painted: true,
  fronts: (piece) => {
    const { turret } = piece.drawing ?? {};
    if (!POINTED.has(piece.face) || piece.back) return [];
    const hull = arc(piece.facing ?? 0, "hull");
    return turret === undefined || Number(turret) === (piece.facing ?? 0)
      ? [hull]
      : [hull, arc(Number(turret), "turret")];
  },
  names: namesOf,
  levels: levelsOf,
  faces: {
    infantry: { draw: Infantry, width: 64, height: 64, share: 0.56 },
    weapon: { draw: Weapon, width: 64, height: 64, share: 0.56 },
    gun: { draw: Gun, width: 64, height: 64, share: 0.56 },
    vehicle: { draw: Vehicle, width: 64, height: 64, share: 0.6 },
    round: { draw: Round, width: 52, height: 52, share: 0.44 },
    light: { draw: Light, width: 40, height: 40, share: 0.26, flat: true },
    aircraft: { draw: Aircraft, width: 64, height: 64, share: 0.6 },
    work: { draw: Work, width: 48, height: 48, share: 0.46 },
    marker: { draw: Marker, width: 36, height: 36, share: 0.22, flat: true },
  },
  readable: 84,
};

export default look;
