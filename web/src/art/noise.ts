// Smooth noise for paper, grass and hills: the same at every call.

/** A number between 0 and 1 for a point of the grid. */
function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** One octave: between 0 and 1, with bumps of size 1. */
export function noise(x: number, y: number, seed = 0): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - ix, y - iy];
  const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const top = lattice(ix, iy, seed) * (1 - u) + lattice(ix + 1, iy, seed) * u;
  const bottom = lattice(ix, iy + 1, seed) * (1 - u) + lattice(ix + 1, iy + 1, seed) * u;
  return top * (1 - v) + bottom * v;
}

/** Octaves, each half as large and half as strong: between 0 and 1. */
export function clouds(x: number, y: number, octaves: number, seed = 0): number {
  let [sum, weight, size] = [0, 0, 1];
  for (let n = 0; n < octaves; n++) {
    sum += noise(x * size, y * size, seed + n) / size;
    weight += 1 / size;
    size *= 2;
  }
  return sum / weight;
}
