// Where things lie: outlines of spaces, pieces in a space, what is under the pointer. Pure functions in board units.

import type { Board, Id, Piece, Space } from "./types";

export type Point = [number, number];

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Laid {
  piece: Piece;
  /** The middle of the piece. */
  x: number;
  y: number;
  scale: number;
  /** Place in an overlapping stack, from the bottom; 0 and of 1 when it lies alone or side by side. */
  level: number;
  of: number;
  /** The middle of its space, where it had to move away from it. */
  home?: Point;
}

export interface Size {
  width: number;
  height: number;
}

/** The usual length on a board: the width of a hex, or the middle size of its other spaces. */
export function unitOf(board: Board): number {
  const sizes = board.spaces
    .map((space) => Math.min(space.width ?? 0, space.height ?? space.width ?? 0))
    .filter((size) => size > 0);
  const hex = board.spaces.find((space) => space.shape === "hex" && space.width);
  if (hex?.width) return Math.max(hex.width, hex.height ?? 0);
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? Math.max(board.width, board.height) / 20;
}

export function sizeOf(space: Space, unit: number): Size {
  if (space.points?.length) {
    const box = boxOf(space.points);
    return { width: box.width, height: box.height };
  }
  const width = space.width || unit;
  const flat = space.shape === "hex" && !space.height;
  return { width, height: space.height || (flat ? (width * Math.sqrt(3)) / 2 : width) };
}

/** The corners of a space; circles have none. A hex that is wider than high has flat top and bottom. */
export function corners(space: Space, unit: number): Point[] {
  if (space.points?.length) return space.points;
  const { width, height } = sizeOf(space, unit);
  const { x, y } = space;
  const [a, b] = [width / 2, height / 2];
  if (space.shape === "rect")
    return [
      [x - a, y - b],
      [x + a, y - b],
      [x + a, y + b],
      [x - a, y + b],
    ];
  if (space.shape !== "hex") return [];
  if (width >= height)
    return [
      [x + a, y],
      [x + a / 2, y + b],
      [x - a / 2, y + b],
      [x - a, y],
      [x - a / 2, y - b],
      [x + a / 2, y - b],
    ];
  return [
    [x, y - b],
    [x + a, y - b / 2],
    [x + a, y + b / 2],
    [x, y + b],
    [x - a, y + b / 2],
    [x - a, y - b / 2],
  ];
}

/** The outline as SVG path data. */
export function outline(space: Space, unit: number): string {
  const points = corners(space, unit);
  if (points.length) return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  const { width, height } = sizeOf(space, unit);
  const [a, b] = [round(width / 2), round(height / 2)];
  const left = round(space.x - width / 2);
  return `M${left} ${round(space.y)}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0Z`;
}

/** The line around spaces: edges that two of them share are left out. Circles are drawn whole. */
export function rim(spaces: readonly Space[], unit: number): string {
  const edges = new Map<string, string | null>();
  const written = (point: Point): string => `${Math.round(point[0])} ${Math.round(point[1])}`;
  const whole: string[] = [];
  for (const space of spaces) {
    const points = corners(space, unit);
    if (!points.length) whole.push(outline(space, unit));
    points.forEach((from, index) => {
      const to = points[(index + 1) % points.length] as Point;
      const [a, b] = [written(from), written(to)];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      edges.set(key, edges.has(key) ? null : `M${a}L${b}`);
    });
  }
  return [...whole, ...[...edges.values()].filter((edge) => edge !== null)].join("");
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Where a name is written on the map, alone or before what it is: "Tegel" and "Tegel Airfield". */
export const writtenAt = (board: Board, name: string): Point[] =>
  (board.labels ?? []).filter(({ text }) => `${text} `.startsWith(`${name} `)).map(({ x, y }) => [x, y]);

export function boxOf(points: readonly Point[]): Rect {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function inside([x, y]: Point, space: Space, unit: number): boolean {
  const points = corners(space, unit);
  if (!points.length) {
    const { width, height } = sizeOf(space, unit);
    return ((x - space.x) / (width / 2)) ** 2 + ((y - space.y) / (height / 2)) ** 2 <= 1;
  }
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i] as Point;
    const [xj, yj] = points[j] as Point;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

/** Finds the space at a point without asking every space: a grid of buckets, made once for a board. */
export class SpaceFinder {
  #cells = new Map<string, Space[]>();
  #unit: number;
  #cell: number;

  constructor(board: Board, unit: number) {
    this.#unit = unit;
    this.#cell = unit * 2;
    for (const space of board.spaces) {
      const size = sizeOf(space, unit);
      const box = space.points?.length
        ? boxOf(space.points)
        : { x: space.x - size.width / 2, y: space.y - size.height / 2, ...size };
      for (let cx = this.#at(box.x); cx <= this.#at(box.x + box.width); cx++)
        for (let cy = this.#at(box.y); cy <= this.#at(box.y + box.height); cy++) {
          const key = `${cx},${cy}`;
          this.#cells.set(key, [...(this.#cells.get(key) ?? []), space]);
        }
    }
  }

  #at(value: number): number {
    return Math.floor(value / this.#cell);
  }

  /** The smallest space at the point: a station lies upon a part. */
  find(point: Point): Space | undefined {
    const near = this.#cells.get(`${this.#at(point[0])},${this.#at(point[1])}`) ?? [];
    const area = (space: Space): number => {
      const { width, height } = sizeOf(space, this.#unit);
      return width * height;
    };
    return near.filter((space) => inside(point, space, this.#unit)).sort((a, b) => area(a) - area(b))[0];
  }
}

const SMALL = 0.3;
/** How far a stack climbs, in widths of its pieces, however many lie in it. */
const CLIMB = 0.45;
/** With each piece it climbs at least so far, or their edges run together; the lowest of a high stack lie exactly on each other. */
const LEAST_STEP = 0.045;

/** Pieces of one space, lowest first: side by side when they fit, else as a stack that climbs up and to the right.
 *  Small markers lie along the upper edge of a hex, so that they hide nothing; `raised` lie on top. */
export function layOut(
  space: Space,
  pieces: readonly Piece[],
  sizes: (piece: Piece) => Size,
  unit: number,
  raised: readonly Id[] = [],
  climb = CLIMB,
): Laid[] {
  const small = space.shape === "hex" ? pieces.filter((piece) => sizes(piece).width <= unit * SMALL) : [];
  if (!small.length || small.length === pieces.length) return layOutAlike(space, pieces, sizes, unit, raised, climb);
  const others = layOutAlike(
    space,
    pieces.filter((piece) => !small.includes(piece)),
    sizes,
    unit,
    raised,
    climb,
  );
  return [...others, ...alongTheEdge(space, small, unit)];
}

function alongTheEdge(space: Space, pieces: readonly Piece[], unit: number): Laid[] {
  const room = sizeOf(space, unit);
  const [left, width] = [-room.width * 0.23, room.width * 0.46];
  return pieces.map((piece, index) => ({
    piece,
    x: space.x + left + (pieces.length > 1 ? (width * index) / (pieces.length - 1) : 0),
    y: space.y - room.height * 0.36,
    scale: 1,
    level: index,
    of: 1,
  }));
}

function layOutAlike(
  space: Space,
  pieces: readonly Piece[],
  sizes: (piece: Piece) => Size,
  unit: number,
  raised: readonly Id[],
  climb: number,
): Laid[] {
  const room = sizeOf(space, unit);
  const shape = space.shape ?? "circle";
  // Where other parts of the hex need their room (upper levels, roof, cellar), what lies in the middle is stacked.
  const tight = space.tags?.includes(".shelves") ? 0.55 : 1;
  const [bw, bh] =
    shape === "hex" || shape === "circle"
      ? [room.width * 0.84 * tight, room.height * 0.84 * tight]
      : [room.width * 0.96, room.height * 0.94];
  const sorted = [...pieces].sort(
    (a, b) => Number(raised.includes(a.id)) - Number(raised.includes(b.id)) || (a.order ?? 0) - (b.order ?? 0),
  );
  const cell = sorted.reduce<Size>(
    (most, piece) => ({
      width: Math.max(most.width, sizes(piece).width),
      height: Math.max(most.height, sizes(piece).height),
    }),
    { width: 1, height: 1 },
  );
  const grid = bestGrid(sorted.length, cell, bw, bh);
  if (sorted.length === 1 || grid.scale >= 0.72) {
    const gap = 1.06;
    const rows = Math.ceil(sorted.length / grid.columns);
    return sorted.map((piece, index) => {
      const row = Math.floor(index / grid.columns);
      const inRow = Math.min(grid.columns, sorted.length - row * grid.columns);
      return {
        piece,
        x: space.x + ((index % grid.columns) - (inRow - 1) / 2) * cell.width * grid.scale * gap,
        y: space.y + (row - (rows - 1) / 2) * cell.height * grid.scale * gap,
        scale: sorted.length === 1 ? 1 : grid.scale,
        level: 0,
        of: 1,
      };
    });
  }
  const steps = Math.min(sorted.length - 1, Math.floor(climb / LEAST_STEP));
  const shift = Math.min(cell.width * 0.11, (cell.width * climb) / steps);
  return sorted.map((piece, index) => {
    const step = Math.max(0, index - (sorted.length - 1 - steps)) - steps / 2;
    return { piece, x: space.x + step * shift, y: space.y - step * shift, scale: 1, level: index, of: sorted.length };
  });
}

function bestGrid(count: number, cell: Size, width: number, height: number): { columns: number; scale: number } {
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(1, width / (columns * cell.width * 1.06), height / (rows * cell.height * 1.06));
    if (scale > best.scale + 1e-9) best = { columns, scale };
  }
  return best;
}

/** How far what lies in the middle of a space makes room for what lies on a part of it, in usual lengths of the board. */
const ASIDE = 0.11;

/** A stack moves away from the upper level, roof or cellar of its space that is held, so that neither hides the other's factors. */
export function makeRoom(laid: Map<Id, Laid[]>, spaces: ReadonlyMap<Id, Space>, unit: number): Map<Id, Laid[]> {
  const at = [...laid.keys()].flatMap((id) => spaces.get(id) ?? []);
  const parts = at.filter(({ kind }) => kind === "part");
  for (const middle of at) {
    if (middle.kind === "part") continue;
    const [right, down] = parts.reduce<Point>(
      ([dx, dy], { x, y }) => {
        const far = Math.hypot(x - middle.x, y - middle.y);
        return far && far <= unit / 2 ? [dx + (middle.x - x) / far, dy + (middle.y - y) / far] : [dx, dy];
      },
      [0, 0],
    );
    if (!right && !down) continue;
    const [dx, dy] = [right * unit * ASIDE, down * unit * ASIDE];
    laid.set(
      middle.id,
      (laid.get(middle.id) ?? []).map((one) => ({ ...one, x: one.x + dx, y: one.y + dy })),
    );
  }
  return laid;
}

/** How far boxes move so that they lie beside each other, inside the frame; none moves further than `far` for that, so a crowd may still overlap. */
export function spread(boxes: readonly Rect[], far: number, frame: Rect): Point[] {
  const moved = boxes.map((): Point => [0, 0]);
  for (let round = 0; round < 80; round++) {
    let met = false;
    for (let a = 0; a < boxes.length; a++)
      for (let b = a + 1; b < boxes.length; b++) met = push(boxes, moved, a, b) || met;
    for (const by of moved) {
      const long = Math.hypot(...by);
      if (long > far) [by[0], by[1]] = [(by[0] * far) / long, (by[1] * far) / long];
    }
    boxes.forEach((box, at) => keepInside(box, moved[at] as Point, frame));
    if (!met) break;
  }
  return moved;
}

function keepInside(box: Rect, by: Point, frame: Rect): void {
  by[0] = Math.max(frame.x - box.x, Math.min(frame.x + frame.width - box.x - box.width, by[0]));
  by[1] = Math.max(frame.y - box.y, Math.min(frame.y + frame.height - box.y - box.height, by[1]));
}

/** Move two boxes that meet half of the way apart, along the shorter way; whether they met. */
function push(boxes: readonly Rect[], moved: Point[], a: number, b: number): boolean {
  const [one, other] = [boxes[a] as Rect, boxes[b] as Rect];
  const [from, to] = [moved[a] as Point, moved[b] as Point];
  const dx = other.x + to[0] + other.width / 2 - (one.x + from[0] + one.width / 2);
  const dy = other.y + to[1] + other.height / 2 - (one.y + from[1] + one.height / 2);
  const x = (one.width + other.width) / 2 - Math.abs(dx);
  const y = (one.height + other.height) / 2 - Math.abs(dy);
  if (x <= 0.01 || y <= 0.01) return false;
  const along = x < y ? 0 : 1;
  const by = ((along ? y : x) / 2) * ((along ? dy : dx) < 0 ? -1 : 1) * 0.8;
  from[along] -= by;
  to[along] += by;
  return true;
}

/** A stack fanned open: a row (or rows of five) centred on the space, moved as far as it must to lie in sight with a pad around it. */
export function fan(
  space: { x: number; y: number },
  laid: readonly Laid[],
  size: Size,
  sight: Rect | null = null,
  pad = 0,
): Laid[] {
  const gap = 1.12;
  const fitting = sight ? Math.max(1, Math.floor((sight.width - 2 * pad) / (size.width * gap))) : 5;
  const columns = Math.min(laid.length, 5, fitting);
  const rows = Math.ceil(laid.length / columns);
  const half = (count: number, length: number): number => (length * (1 + (count - 1) * gap)) / 2 + pad;
  const [x, y] = sight
    ? [
        within(space.x, half(columns, size.width), sight.x, sight.width),
        within(space.y, half(rows, size.height), sight.y, sight.height),
      ]
    : [space.x, space.y];
  return laid.map((one, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, laid.length - row * columns);
    return {
      ...one,
      x: x + ((index % columns) - (inRow - 1) / 2) * size.width * gap,
      y: y + (row - (rows - 1) / 2) * size.height * gap,
      level: 0,
      of: 1,
    };
  });
}

/** The middle of something so long that it lies within an interval; what is longer begins where the interval begins. */
function within(middle: number, half: number, from: number, length: number): number {
  return Math.max(from + half, Math.min(from + length - half, middle));
}

/** The nearest of the points in a direction (dx, dy), for the arrow keys: things ahead, those straight ahead first. */
export function ahead(from: Point, points: ReadonlyMap<Id, Point>, dx: number, dy: number): Id | null {
  let best: Id | null = null;
  let least = Infinity;
  for (const [id, [x, y]] of points) {
    const [vx, vy] = [x - from[0], y - from[1]];
    const along = vx * dx + vy * dy;
    const across = Math.abs(vx * dy - vy * dx);
    if (along <= 1e-6) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}
