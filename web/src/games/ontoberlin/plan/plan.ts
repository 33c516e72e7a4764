// The hexes of On to Berlin! as a town plan has them: areas with smooth edges, ways without the zigzag of the hexes.

import { hexagon } from "../../../art/hexagon";
import { lengthened, smooth, type Corners, type Point } from "../../../art/geometry";
import type { Board } from "../../../lib/types";

/** A hexside in board units, and the height of a hex. */
export const SIDE = 20;
export const TALL = SIDE * Math.sqrt(3);
/** So many rings of hexes are drawn beyond the edge, so that the sheet can be cut straight. */
const BEYOND = 2;

export interface Hex {
  col: number;
  /** Its row in halves: even columns lie half a hex lower. */
  y2: number;
  kind: string;
  tags: readonly string[];
  x: number;
  y: number;
  id: string;
  /** Not on the map: it goes on what lies beside it. */
  beyond: boolean;
}

interface Way {
  name: string;
  line: Point[];
}

export interface Scenery {
  /** Bridges by the two hexes that they join, and whether a road or a railway crosses. */
  bridges: [a: string, b: string, carries: string][];
  /** Widths of roads in hundredths of a hexside, by name. */
  roads: Record<string, number>;
  /** What is written along a way whose name is too long for it, by name. */
  short?: Record<string, string>;
}

export const NEXT: readonly (readonly [number, number])[] = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
];

export class Plan {
  readonly hexes: Hex[] = [];
  /** The hexes with those beyond the edge. */
  readonly all: Hex[] = [];
  readonly bounds: Corners;
  readonly scenery: Scenery;
  readonly #board: Board;
  #at = new Map<number, Hex>();
  #made = new Map<string, unknown>();

  constructor(board: Board) {
    this.#board = board;
    this.scenery = board.scenery as unknown as Scenery;
    for (const { id, x, y, kind, tags, shape } of board.spaces) {
      if (shape !== "hex") continue;
      const [col, row] = [Number(id.slice(0, 2)), Number(id.slice(2))];
      const y2 = 2 * row + (col % 2 ? 0 : 1);
      const hex = { id, col, y2, x, y, kind: kind ?? "clear", tags: tags ?? [], beyond: false };
      this.hexes.push(hex);
      this.#put(hex);
    }
    this.all.push(...this.hexes, ...this.#outskirts());
    const [xs, ys] = [this.hexes.map(({ x }) => x), this.hexes.map(({ y }) => y)];
    this.bounds = {
      x1: Math.min(...xs) - SIDE,
      y1: Math.min(...ys) - TALL / 2,
      x2: Math.max(...xs) + SIDE,
      y2: Math.max(...ys) + TALL / 2,
    };
  }

  #put(hex: Hex): void {
    this.#at.set(hex.col * 1000 + hex.y2, hex);
  }

  #outskirts(): Hex[] {
    const found: Hex[] = [];
    let edge = this.hexes;
    for (let n = 0; n < BEYOND; n++) {
      const ring: Hex[] = [];
      for (const hex of edge)
        for (const [dc, dy] of NEXT) {
          if (this.at(hex.col + dc, hex.y2 + dy)) continue;
          const [col, y2] = [hex.col + dc, hex.y2 + dy];
          const [x, y] = [hex.x + dc * 1.5 * SIDE, hex.y + (dy * TALL) / 2];
          const next = { ...hex, id: `${hex.id}+${n}`, col, y2, x, y, tags: [], beyond: true };
          this.#put(next);
          ring.push(next);
        }
      found.push(...ring);
      edge = ring;
    }
    return found;
  }

  /** What takes long to work out is worked out once. */
  once<T>(key: string, make: () => T): T {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key) as T;
  }

  at(col: number, y2: number): Hex | undefined {
    return this.#at.get(col * 1000 + y2);
  }

  of(...kinds: string[]): Hex[] {
    return this.all.filter(({ kind }) => kinds.includes(kind));
  }

  /** The hex at a point, up to the edge of what is drawn. */
  hexAt(x: number, y: number): Hex | undefined {
    const first = this.hexes[0];
    if (!first) return undefined;
    const near = Math.round((x - first.x) / (1.5 * SIDE)) + first.col;
    let [best, least] = [undefined as Hex | undefined, Infinity];
    for (let col = near - 1; col <= near + 1; col++) {
      const row = Math.round((y - first.y) / (TALL / 2)) + first.y2;
      for (let y2 = row - 1; y2 <= row + 1; y2++) {
        const hex = this.at(col, y2);
        if (!hex) continue;
        const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
        if (far < least) [best, least] = [hex, far];
      }
    }
    return best;
  }

  /** The outlines of all hexes of some kinds together, holes included, without corners. */
  areas(...kinds: string[]): Point[][] {
    return this.once(`areas ${kinds.join()}`, () => outlines(this.of(...kinds)).map(rounded));
  }

  /** Roads, railways, rivers or canals. Where ways meet they stay where they are; between, the zigzag is drawn out. */
  ways(kind: string): Way[] {
    return this.once(`ways ${kind}`, () => {
      const links = (this.#board.links ?? []).filter((link) => link.kind === kind);
      const met = new Map<string, number>();
      for (const { points } of links) {
        for (const at of points) met.set(spot(at), (met.get(spot(at)) ?? 0) + 1);
        // The end of a way is where it meets another or the edge.
        for (const end of [points[0], points.at(-1)]) if (end) met.set(spot(end), 2);
      }
      return links.map(({ points, label }) => {
        const held = (at: Point): boolean => (met.get(spot(at)) ?? 0) > 1;
        const line = stretches(calmed(points, held), points.map(held)).flatMap((part, n) =>
          smooth(part, 2).slice(n && 1),
        );
        const [a, z] = [points[0] as Point, points.at(-1) as Point];
        return { name: label ?? "", line: lengthened(line, this.#out(a), this.#out(z)) };
      });
    });
  }

  /** How far a way that ends there runs on: at the edge of the sheet it leaves it. */
  #out([x, y]: Point): number {
    const { x1, y1, x2, y2 } = this.bounds;
    return x - x1 < 1.2 * SIDE || x2 - x < 1.2 * SIDE || y - y1 < TALL || y2 - y < TALL ? 2 * TALL : 0;
  }
}

const spot = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** A line cut where it is held, so that smoothing does not pull it away from there. */
function stretches(line: readonly Point[], held: readonly boolean[]): Point[][] {
  const parts: Point[][] = [[]];
  line.forEach((at, n) => {
    parts.at(-1)?.push(at);
    if (held[n] && n > 0 && n < line.length - 1) parts.push([at]);
  });
  return parts;
}

/** Each point moves towards its neighbours, unless it is held. */
export function calmed(line: readonly Point[], held: (at: Point) => boolean, times = 2): Point[] {
  let points = [...line];
  const fixed = line.map((at, n) => n === 0 || n === line.length - 1 || held(at));
  for (let n = 0; n < times; n++)
    points = points.map((at, i): Point => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (fixed[i] || !before || !after) return at;
      return [(before[0] + 2 * at[0] + after[0]) / 4, (before[1] + 2 * at[1] + after[1]) / 4];
    });
  return points;
}

export const corners = (at: { x: number; y: number }, share = 1): Point[] => hexagon(at, SIDE, TALL, share);

/** The corners of a hex as whole numbers, so that those of neighbours are the same. */
const CORNERS: readonly (readonly [number, number])[] = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
];

/** Rings around hexes that touch. */
function outlines(hexes: readonly Hex[]): Point[][] {
  const within = new Set(hexes.map(({ col, y2 }) => col * 1000 + y2));
  const after = new Map<string, { key: string; at: Point }>();
  for (const hex of hexes) {
    const ring = corners(hex);
    const key = (n: number): string => {
      const [dx, dy] = CORNERS[n % 6] as readonly [number, number];
      return `${3 * hex.col + dx} ${hex.y2 + dy}`;
    };
    NEXT.forEach(([dc, dy], at) => {
      if (within.has((hex.col + dc) * 1000 + hex.y2 + dy)) return;
      after.set(key(at), { key: key(at + 1), at: ring[(at + 1) % 6] as Point });
    });
  }
  const rings: Point[][] = [];
  while (after.size) {
    const ring: Point[] = [];
    for (let key = after.keys().next().value as string; after.has(key);) {
      const next = after.get(key) as { key: string; at: Point };
      after.delete(key);
      ring.push(next.at);
      key = next.key;
    }
    rings.push(ring);
  }
  return rings;
}

function rounded(ring: readonly Point[]): Point[] {
  let points = [...ring];
  for (let n = 0; n < 2; n++)
    points = points.map((at, i): Point => {
      const before = points.at(i - 1) as Point;
      const after = points[(i + 1) % points.length] as Point;
      return [(before[0] + 2 * at[0] + after[0]) / 4, (before[1] + 2 * at[1] + after[1]) / 4];
    });
  return smooth(points, 2, true);
}
