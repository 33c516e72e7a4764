// A hexagon with its corners to the left and right, as the maps of both land games have them.

export type Corner = [number, number];

/** Its corners from the upper left on, in the direction of the clock. */
export function hexagon({ x, y }: { x: number; y: number }, side: number, tall: number, share = 1): Corner[] {
  const [wide, half] = [side * share, (tall / 2) * share];
  return [
    [x - wide / 2, y - half],
    [x + wide / 2, y - half],
    [x + wide, y],
    [x + wide / 2, y + half],
    [x - wide / 2, y + half],
    [x - wide, y],
  ];
}
