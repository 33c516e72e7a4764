// A laurel wreath: two branches from a knot at the bottom, open at the top, their leaves in pairs.

/** The middle of the badge on which it lies, and how far the branches are from it. */
const MIDDLE = 50;
const RADIUS = 27;
/** Where pairs of leaves grow, in degrees along a branch from the knot; at the last a single leaf ends it. */
const PAIRS = [24, 45, 66, 87, 108, 129];
const TIP = 148;
/** How far a leaf bends away from its branch. */
const BEND = 33;

export interface Leaf {
  x: number;
  y: number;
  /** Degrees clockwise from upright. */
  turn: number;
  length: number;
}

const point = (along: number): { x: number; y: number } => {
  const angle = ((180 + along) * Math.PI) / 180;
  return {
    x: Math.round((MIDDLE + RADIUS * Math.sin(angle)) * 10) / 10,
    y: Math.round((MIDDLE - RADIUS * Math.cos(angle)) * 10) / 10,
  };
};
/** A branch runs along its circle: upright at nine o'clock, towards the middle above it. */
const grown = (along: number, bend: number, length: number): Leaf => ({
  ...point(along),
  turn: along - 90 + bend,
  length,
});

/** The leaves of the left branch; the right one is its mirror. */
export const leaves: Leaf[] = [
  ...PAIRS.flatMap((along, index) => [
    grown(along, -BEND, 15 - index * 0.6),
    grown(along + 5, BEND, 12.5 - index * 0.5),
  ]),
  grown(TIP, 0, 11),
];

/** Its stem. */
export const branch = `M${point(0).x} ${point(0).y}A${RADIUS} ${RADIUS} 0 0 1 ${point(TIP).x} ${point(TIP).y}`;
