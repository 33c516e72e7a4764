import type { Look } from "../../lib/look";

const COMPASS: Record<string, number> = { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 };

// On to Berlin!: the general table; units in Combat Mode show their three front hexsides (OB-3.4.1).
const look: Look = {
  fronts: (piece) => {
    const to = COMPASS[String(piece.values?.facing ?? "")];
    return to === undefined ? [] : [{ to, sides: [to - 60, to, to + 60], kind: "", always: true }];
  },
};

export default look;
