// The Reichstag quarter as it comes from the server, in units of the drawing: a hexside is 44.

import { hexagon } from "../../../art/hexagon";
import { chains, lengthened, relax, smooth, union, type Point, type Corners } from "../../../art/geometry";
import type { Board } from "../../../lib/types";

export const SIDE = 44;
export const TALL = SIDE * Math.sqrt(3);

export interface Hex {
  id: string;
  col: number;
  y2: number;
  base: string;
  building: string;
  /** Of its building, in half levels. */
  height: number;
  features: string[];
  x: number;
  y: number;
}

export interface Side {
  a: Hex;
  b: Hex;
  features: string[];
}

export interface Street {
  id: string;
  name: string;
  width: number;
  tram: boolean;
  trees: boolean;
  dirt: boolean;
  lines: Point[][];
}

export interface House {
  id: string;
  kind: string;
  material: string;
  hexes: Hex[];
  rings: Point[][];
  box: Corners;
}

interface Scenery {
  origin: [number, number];
  side: number;
  hexes: [string, number, number, string, string, number, string][];
  sides: [string, string, string][];
  buildings: Record<string, [string, string]>;
  streets: Record<string, { name: string; width: number; tram?: boolean; trees?: boolean; dirt?: boolean }>;
  names: [string, string, string[]][];
}

export interface NameInQuarter {
  text: string;
  kind: string;
  line: Point[];
}

export class Quarter {
  readonly hexes = new Map<string, Hex>();
  readonly sides: Side[] = [];
  readonly streets: Street[] = [];
  readonly houses: House[] = [];
  readonly names: NameInQuarter[] = [];
  /** The hexes in play. */
  readonly area: ReadonlySet<string>;
  /** From units of the drawing to board units. */
  readonly factor: number;
  readonly shift: Point;
  readonly bounds: Corners;
  /** By column and row, as one number. */
  #at = new Map<number, Hex>();
  #made = new Map<string, unknown>();

  constructor(board: Board) {
    const scenery = board.scenery as unknown as Scenery;
    const { origin, side } = scenery;
    this.factor = side / SIDE;
    this.shift = [side * (1 - 1.5 * origin[0]), ((side * Math.sqrt(3)) / 2) * (1 - origin[1])];
    for (const [id, col, y2, base, building, height, features] of scenery.hexes) {
      const hex = {
        id,
        col,
        y2,
        base,
        building,
        height,
        features: features ? features.split("|") : [],
        x: col * 1.5 * SIDE,
        y: (y2 / 2) * TALL,
      };
      this.hexes.set(id, hex);
      this.#at.set(col * 1000 + y2, hex);
    }
    this.area = new Set(board.spaces.filter((space) => space.shape === "hex").map((space) => space.id));
    const all = [...this.hexes.values()];
    this.bounds = {
      x1: Math.min(...all.map(({ x }) => x)) - SIDE,
      y1: Math.min(...all.map(({ y }) => y)) - TALL / 2,
      x2: Math.max(...all.map(({ x }) => x)) + SIDE,
      y2: Math.max(...all.map(({ y }) => y)) + TALL / 2,
    };
    for (const [a, b, features] of scenery.sides) {
      const [from, to] = [this.hexes.get(a), this.hexes.get(b)];
      if (from && to) this.sides.push({ a: from, b: to, features: features.split("|") });
    }
    for (const [id, street] of Object.entries(scenery.streets)) this.streets.push(this.#street(id, street));
    for (const [id, [kind, material]] of Object.entries(scenery.buildings)) {
      const house = this.#house(id, kind, material);
      if (house) this.houses.push(house);
    }
    for (const [text, kind, along] of scenery.names)
      this.names.push({
        text,
        kind,
        line: smooth(
          relax(
            along.map((id) => this.middle(id)),
            1,
          ),
          2,
        ),
      });
  }

  /** What takes long to work out is worked out once. */
  once<T>(key: string, make: () => T): T {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key) as T;
  }

  based(...bases: string[]): Hex[] {
    return [...this.hexes.values()].filter(({ base }) => bases.includes(base));
  }

  having(feature: string): Hex[] {
    return [...this.hexes.values()].filter(({ features }) => features.includes(feature));
  }

  at(col: number, y2: number): Hex | undefined {
    return this.#at.get(col * 1000 + y2);
  }

  middle(id: string): Point {
    const hex = this.hexes.get(id);
    return hex ? [hex.x, hex.y] : [0, 0];
  }

  /** The hex at a point; beyond the edge of the map the one that lies nearest. */
  hexAt(x: number, y: number): Hex | undefined {
    const near = Math.round(x / (1.5 * SIDE));
    const row = Math.round((y / TALL) * 2);
    let [best, least] = [undefined as Hex | undefined, Infinity];
    for (let col = near - 1; col <= near + 1; col++)
      // Rows of a column are all even or all odd.
      for (let y2 = row - 1 + (Math.abs(col + row + 1) % 2); y2 <= row + 1; y2 += 2) {
        const hex = this.at(col, y2);
        if (!hex) continue;
        const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
        if (far < least) [best, least] = [hex, far];
      }
    return best;
  }

  #beyond(id: string | undefined): boolean {
    const hex = this.hexes.get(id ?? "");
    return (
      !!hex &&
      (hex.x - SIDE - this.bounds.x1 < 2 ||
        this.bounds.x2 - hex.x - SIDE < 2 ||
        hex.y - TALL < this.bounds.y1 ||
        hex.y + TALL > this.bounds.y2)
    );
  }

  /** Lines through the hexes that a feature of hexsides joins; at the edge of the map they run out of it. */
  linesOf(feature: string, calm: number): Point[][] {
    return this.once(`lines ${feature}`, () => this.#lines(feature, calm));
  }

  #lines(feature: string, calm: number): Point[][] {
    const edges = this.sides
      .filter(({ features }) => features.includes(feature))
      .map(({ a, b }) => [a.id, b.id] as const);
    return chains(edges).map((ids) => {
      const line = smooth(
        relax(
          ids.map((id) => this.middle(id)),
          calm,
        ),
        2,
      );
      return lengthened(line, this.#beyond(ids[0]) ? TALL : 0, this.#beyond(ids.at(-1)) ? TALL : 0);
    });
  }

  #street(id: string, street: Scenery["streets"][string]): Street {
    return {
      id,
      name: street.name,
      width: (street.width * SIDE) / 100,
      tram: street.tram ?? false,
      trees: street.trees ?? false,
      dirt: street.dirt ?? false,
      lines: this.linesOf(`ROAD:${id}`, id === "boulevard" ? 12 : 4),
    };
  }

  #house(id: string, kind: string, material: string): House | null {
    const hexes = [...this.hexes.values()].filter((hex) => hex.building === id);
    if (!hexes.length) return null;
    const works = kind === "factory";
    const [a, b] = works ? [0.72, 0.47] : [0.615, 0.375];
    const rects: Corners[] = hexes.map(({ x, y, height }) =>
      around(x, y, (height === 2 ? 0.47 : a) * SIDE, (height === 2 ? 0.29 : b) * TALL),
    );
    for (const side of this.sides) {
      if (!side.features.includes(`BUILDING:${id}`) || side.a.building !== id || side.b.building !== id) continue;
      const { a: from, b: to } = side;
      if (from.col === to.col)
        rects.push({
          x1: from.x - (works ? 0.72 : 0.58) * SIDE,
          x2: from.x + (works ? 0.72 : 0.58) * SIDE,
          y1: Math.min(from.y, to.y),
          y2: Math.max(from.y, to.y),
        });
      else {
        const deep = (works ? 0.47 : 0.3) * TALL;
        const y = (from.y + to.y) / 2;
        rects.push({ x1: Math.min(from.x, to.x), x2: Math.max(from.x, to.x), y1: y - deep, y2: y + deep });
      }
    }
    const rings = union(rects);
    return { id, kind, material, hexes, rings, box: boundsOf(rings.flat()) };
  }
}

export function around(x: number, y: number, a: number, b: number): Corners {
  return { x1: x - a, y1: y - b, x2: x + a, y2: y + b };
}

export function boundsOf(points: readonly Point[]): Corners {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

export const corners = (at: { x: number; y: number }, share = 1): Point[] => hexagon(at, SIDE, TALL, share);

/** The hexside between two hexes. */
export function edgeOf({ a, b }: Side): [Point, Point] {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  const [px, py] = [((b.y - a.y) / long) * (SIDE / 2), (-(b.x - a.x) / long) * (SIDE / 2)];
  return [
    [mx - px, my - py],
    [mx + px, my + py],
  ];
}
