import type { Look } from "../../lib/look";
import Fighter from "../../faces/Fighter.svelte";
import Art from "./Art.svelte";
import Crewman from "./Crewman.svelte";
import Engine from "./Engine.svelte";
import EventCard from "./EventCard.svelte";
import Gauge from "./Gauge.svelte";

// Warbirds: a night-blue briefing table with the B-24 from above.
const look: Look = {
  art: Art,
  faces: {
    man: { draw: Crewman, width: 84, height: 86, share: 1 },
    fighter: { draw: Fighter, width: 120, height: 84, share: 1 },
    engine: { draw: Engine, width: 100, height: 100, share: 1, flat: true },
    gauge: { draw: Gauge, width: 120, height: 44, share: 1, least: () => 47, flat: true },
    card: { draw: EventCard, width: 120, height: 150, share: 1 },
  },
  widths: { man: 80, fighter: 140, engine: 96, gauge: 126 },
  drawn: ["station", "airspace", "part", "engine"],
  table: "#0f1c2f",
};

export default look;
