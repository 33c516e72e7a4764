// What painted charts of a country have beside relief: rivers that wind, lakes, towns with their streets.

import { smooth, stepped, type Point } from "./geometry";
import { blob, Chance, mix, type Pen } from "./pen";

export interface River {
  wide: number;
  line: Point[];
}

export interface WaterColours {
  water: string;
  bank: string;
}

/** Two points that lie so close together have no bend between them. */
const BEND = 5;
/** How far a bend may lie from the straight way, of its length. */
const WINDING = 0.13;

/** A line between the places that are known of it: it winds as a river does, in the same way at every call. */
export function wound(line: readonly Point[], name: string): Point[] {
  const chance = new Chance(`river|${name}`);
  const bend = (a: Point, b: Point): Point[] => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const long = Math.hypot(dx, dy);
    if (long < BEND) return [];
    const aside = chance.from(-WINDING, WINDING);
    const middle: Point = [(a[0] + b[0]) / 2 - dy * aside, (a[1] + b[1]) / 2 + dx * aside];
    return [...bend(a, middle), middle, ...bend(middle, b)];
  };
  const rough = smooth(line, 1);
  const winding = rough.flatMap((at, n) => {
    const next = rough[n + 1];
    return next ? [at, ...bend(at, next)] : [at];
  });
  return smooth(winding, 1);
}

/** A river in pieces, each a little wider than the one before: a brook at its spring. */
const PIECES = 6;

export function paintRivers(pen: Pen, rivers: readonly River[], { water, bank }: WaterColours): void {
  const pieces = rivers.flatMap(({ line, wide }) => {
    const step = Math.max(2, Math.ceil(line.length / PIECES));
    const parts: [number, Point[]][] = [];
    for (let n = 0; n * step < line.length - 1; n++)
      parts.push([wide * (0.34 + (0.66 * (n + 0.5)) / PIECES), line.slice(n * step, (n + 1) * step + 1)]);
    return parts;
  });
  for (const [wide, part] of pieces) pen.line(part, { stroke: bank, width: wide + 2.4, alpha: 0.55 });
  for (const [wide, part] of pieces) pen.line(part, { stroke: water, width: Math.max(wide, 0.8 / pen.scale) });
}

export function paintLakes(pen: Pen, lakes: readonly (readonly Point[])[], { water, bank }: WaterColours): void {
  pen.rings(lakes, { fill: water, stroke: bank, width: 2.4 });
  pen.rings(lakes, { fill: mix(water, "#ffffff", 0.12), stroke: mix(water, "#2b4a5a", 0.4), width: 1 });
}

export interface TownColours {
  ground: string;
  house: string;
  street: string;
}

/** Pixels for a board unit from which the streets of a town are seen. */
const NEAR = 0.8;
/** Board units from the middle of a block to the next, at most. */
const BLOCK = 5.2;
/** So many roads lead out of a town; between two of them its streets run in a direction of their own. */
const ROADS = 5;

/** A town: its ground, and from near its blocks, and the roads that meet in the middle. */
export function paintTown(pen: Pen, name: string, [x, y]: Point, r: number, colours: TownColours): void {
  if (!pen.sees([x, y])) return;
  const chance = new Chance(`town|${name}`);
  const edge = blob(x, y, r, chance, 13, 0.3);
  pen.ring(edge, { fill: colours.ground, stroke: mix(colours.ground, "#3a2a18", 0.35), width: 1.1, alpha: 0.9 });
  if (pen.scale < NEAR) return;
  const block = Math.min(BLOCK, r / 4.6);
  const first = chance.from(0, Math.PI);
  const turns = Array.from({ length: ROADS }, (_, n) => first + (n * 2 * Math.PI) / ROADS + chance.from(-0.35, 0.35));
  const houses = turns.flatMap((turn, n) => {
    const wide = (turns[n + 1] ?? (turns[0] as number) + 2 * Math.PI) - turn;
    return quarter([x, y], r, block, turn, wide, chance);
  });
  const roads = turns.map((turn) => {
    const bent = turn + chance.from(-0.25, 0.25);
    const way = [[x, y], at([x, y], turn, 0.7 * r), at([x, y], bent, 1.5 * r)] as Point[];
    return stepped(smooth(way, 2), 20);
  });
  pen.within([edge], () => {
    pen.each(houses, { fill: colours.house, alpha: 0.75 });
    pen.lines(roads, { stroke: colours.street, width: 0.24 * block, alpha: 0.75 });
  });
}

/** The blocks between two roads, in rows beside the first of them. */
function quarter(middle: Point, r: number, block: number, turn: number, wide: number, chance: Chance): Point[][] {
  const found: Point[][] = [];
  const rows = Math.ceil((1.3 * r) / block);
  for (let i = 0; i < rows; i++)
    for (let j = -rows; j < rows; j++) {
      const [u, v] = [(i + 0.5) * block, (j + 0.5) * block];
      const [far, aside] = [Math.hypot(u, v), Math.atan2(v, u)];
      const [long, deep] = [chance.from(0.55, 0.86) * block, chance.from(0.5, 0.82) * block];
      const kept = far < r * chance.from(0.7, 1.3);
      if (!kept || Math.abs(aside) > wide / 2 - (0.5 * block) / far) continue;
      const corner = (dx: number, dy: number): Point => {
        const [du, dv] = [u + dx * long, v + dy * deep];
        return at(middle, turn + wide / 2 + Math.atan2(dv, du), Math.hypot(du, dv));
      };
      found.push([corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]);
    }
  return found;
}

function at([x, y]: Point, turn: number, far: number): Point {
  return [x + far * Math.cos(turn), y + far * Math.sin(turn)];
}
