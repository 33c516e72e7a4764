// The pen of painted maps: shapes on a canvas, colours, and chance that depends on names only.

import { seeded } from "../lib/seeded";
import { smooth, type Point, type Corners } from "./geometry";

/** What a canvas offers and the pen needs; a worker's canvas and a test's record of calls have it too. */
export type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas of its own, in a worker or beside the page. */
export function blank(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** Chance: a number, one of several, whether. */
export class Chance {
  readonly next: () => number;

  constructor(name: string) {
    this.next = seeded(name);
  }

  from(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.next() * of.length)] as T;
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  /** About the middle, seldom far from it. */
  around(middle: number, spread: number): number {
    return middle + (this.next() + this.next() + this.next() - 1.5) * spread * 1.4;
  }

  /** One of several by weight. */
  weighed<T>(of: readonly (readonly [T, number])[]): T {
    let left = this.next() * of.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [what, weight] of of) if ((left -= weight) < 0) return what;
    return (of.at(-1) as readonly [T, number])[0];
  }
}

function parts(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
}

/** A colour between two, both as #rrggbb. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parts(a), parts(b)];
  return `#${from
    .map((value, at) =>
      Math.round(value + ((to[at] as number) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** The same colour, a little lighter or darker. */
export function varied(colour: string, chance: Chance, most = 0.06): string {
  const by = chance.from(-most, most);
  return mix(colour, by > 0 ? "#fff4d8" : "#1c140c", Math.abs(by));
}

/** A slope that faces so, in light from the north-west. */
export function lit(colour: string, nx: number, ny: number): string {
  const light = -nx * 0.6 - ny * 0.8;
  return light > 0 ? mix(colour, "#fbeccb", 0.3 * light) : mix(colour, "#20160e", -0.42 * light);
}

/** A ring around a point, as uneven as chance has it. */
export function blob(x: number, y: number, r: number, chance: Chance, corners = 9, uneven = 0.25, flat = 1): Point[] {
  const ring: Point[] = [];
  for (let i = 0; i < corners; i++) {
    const turn = (i * 2 * Math.PI) / corners;
    const far = r * (1 + chance.from(-uneven, uneven));
    ring.push([x + far * Math.cos(turn), y + flat * far * Math.sin(turn)]);
  }
  return smooth(ring, 2, true);
}

export interface Ink {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  alpha?: number;
  cap?: CanvasLineCap;
  join?: CanvasLineJoin;
}

/** So many rings are drawn as one path. */
const BATCH = 24;

export class Pen {
  readonly on: Canvas;
  /** Pixels for one unit of the drawing: from afar, what cannot be seen is left out. */
  readonly scale: number;
  /** What is being painted. */
  readonly sight: Corners;

  constructor(on: Canvas, scale: number, sight: Corners) {
    this.on = on;
    this.scale = scale;
    this.sight = sight;
  }

  sees([x, y]: Point): boolean {
    const { x1, y1, x2, y2 } = this.sight;
    return x > x1 && x < x2 && y > y1 && y < y2;
  }

  /** Whether a line may come into sight; its points lie closer together than the margin of what is painted. */
  meets(line: readonly Point[]): boolean {
    return line.some((at) => this.sees(at));
  }

  #ink(ink: Ink): void {
    const { on } = this;
    on.globalAlpha = ink.alpha ?? 1;
    if (ink.fill) {
      on.fillStyle = ink.fill;
      on.fill();
    }
    if (ink.stroke) {
      on.strokeStyle = ink.stroke;
      on.lineWidth = ink.width ?? 1;
      on.lineCap = ink.cap ?? "butt";
      on.lineJoin = ink.join ?? "round";
      on.setLineDash(ink.dash ?? []);
      on.stroke();
    }
    on.globalAlpha = 1;
  }

  #trace(points: readonly Point[], closed: boolean, dx = 0, dy = 0): void {
    points.forEach(([x, y], at) => (at ? this.on.lineTo(x + dx, y + dy) : this.on.moveTo(x + dx, y + dy)));
    if (closed) this.on.closePath();
  }

  /** Rings as one shape. */
  rings(rings: readonly (readonly Point[])[], ink: Ink): void {
    this.on.beginPath();
    for (const ring of rings) this.#trace(ring, true);
    this.#ink(ink);
  }

  /** Many rings that do not depend on each other: small paths are filled far quicker than one large one. */
  each(rings: readonly (readonly Point[])[], ink: Ink): void {
    for (let from = 0; from < rings.length; from += BATCH) this.rings(rings.slice(from, from + BATCH), ink);
  }

  ring(ring: readonly Point[], ink: Ink): void {
    this.rings([ring], ink);
  }

  /** Lines; of long ones only what is in sight. */
  lines(lines: readonly (readonly Point[])[], ink: Ink): void {
    const parts = lines.flatMap((line) => this.#near(line));
    if (!parts.length) return;
    this.on.beginPath();
    for (const [part, passed] of parts) {
      this.#trace(part, false);
      if (!ink.dash) continue;
      // Dashes go on as if the whole line were drawn.
      this.on.lineDashOffset = passed;
      this.#ink({ cap: "round", ...ink });
      this.on.beginPath();
    }
    this.on.lineDashOffset = 0;
    if (!ink.dash) this.#ink({ cap: "round", ...ink });
  }

  /** The parts of a line in sight, and how long it is up to each. */
  #near(line: readonly Point[]): [Point[], number][] {
    if (line.length < 6) return line.some((at) => this.sees(at)) ? [[[...line], 0]] : [];
    const found: [Point[], number][] = [];
    let [passed, part] = [0, null as Point[] | null];
    line.forEach((at, i) => {
      const before = line[i - 1];
      const step = before ? Math.hypot(at[0] - before[0], at[1] - before[1]) : 0;
      if (this.sees(at)) {
        if (!part) {
          part = before ? [before] : [];
          found.push([part, passed]);
        }
        part.push(at);
      } else if (part) {
        part.push(at);
        part = null;
      }
      passed += step;
    });
    return found;
  }

  line(line: readonly Point[], ink: Ink): void {
    this.lines([line], ink);
  }

  circle(x: number, y: number, r: number, ink: Ink): void {
    this.on.beginPath();
    this.on.arc(x, y, r, 0, 2 * Math.PI);
    this.#ink(ink);
  }

  rect({ x1, y1, x2, y2 }: Corners, ink: Ink): void {
    this.on.beginPath();
    this.on.rect(x1, y1, x2 - x1, y2 - y1);
    this.#ink(ink);
  }

  /** The shadow or the side of something that stands: its rings swept from its foot to there. */
  swept(rings: readonly (readonly Point[])[], dx: number, dy: number, ink: Ink, steps = 6): void {
    this.on.beginPath();
    for (let n = 0; n <= steps; n++)
      for (const ring of rings) this.#trace(ring, true, (dx * n) / steps, (dy * n) / steps);
    this.#ink(ink);
  }

  /** Draw within rings only. */
  within(rings: readonly (readonly Point[])[], draw: () => void): void {
    this.on.save();
    this.on.beginPath();
    for (const ring of rings) this.#trace(ring, true);
    this.on.clip();
    draw();
    this.on.restore();
  }

  /** Draw turned around a point. */
  turned(x: number, y: number, degrees: number, draw: () => void): void {
    this.on.save();
    this.on.translate(x, y);
    this.on.rotate((degrees * Math.PI) / 180);
    draw();
    this.on.restore();
  }
}
