import type { Look } from "../../lib/look";
import Gun from "./Gun.svelte";

// Red Vengeance: Guns are drawn from above and point into their covered arc; everything else is the general table.
const look: Look = {
  faces: { gun: { draw: Gun, width: 64, height: 64, share: 0.68 } },
  harmful: ["shoot", "intensive", "shell", "flame", "throw", "rocket", "rocket_backblast", "faust", "faust_backblast", "detonate"],
  marks: { gun_lost: false, malfunction: false },
};

export default look;
