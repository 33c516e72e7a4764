import type { Look } from "../../lib/look";

// On to Berlin!: the general table; units in Combat Mode show their three front hexsides (OB-3.4.1).
const look: Look = {
  fronts: (piece) => {
    const faces = piece.drawing?.faces;
    if (faces === undefined) return [];
    const to = Number(faces);
    return [{ to, sides: [to - 60, to, to + 60], kind: "", always: true }];
  },
};

export default look;
