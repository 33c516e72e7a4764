// Buildings of note, flak towers, entrances of the U-Bahn, strongpoints, airfields and the perimeter.

import { calmed, corners, NEXT, SIDE, TALL, type Hex, type Plan } from "./plan";
import { smooth, type Point } from "../../../art/geometry";
import { Chance, type Pen } from "../../../art/pen";
import { boldGrid } from "../../../art/sheet";

const box = (x: number, y: number, a: number, b: number): Point[] => [
  [x - a, y - b],
  [x + a, y - b],
  [x + a, y + b],
  [x - a, y + b],
];

function building(pen: Pen, { x, y, id }: Hex): void {
  const chance = new Chance(`building|${id}`);
  const turned = chance.is(0.5);
  const wing = (u: number, v: number, a: number, b: number): Point[] =>
    turned ? box(x + v, y + u, b, a) : box(x + u, y + v, a, b);
  const shapes = chance.one<Point[][]>([
    [wing(0, -4, 8, 2), wing(0, 4, 8, 2), wing(-6, 0, 2, 5), wing(6, 0, 2, 5)],
    [wing(0, 0, 8.5, 3), wing(0, 0, 2.6, 5.6)],
    [wing(0, -3.4, 8.4, 2.4), wing(-6, 1, 2.3, 5), wing(6, 1, 2.3, 5)],
  ]);
  for (const shape of shapes)
    pen.ring(
      shape.map(([a, b]): Point => [a + 1.5, b + 1.9]),
      { fill: "#2a1a10", alpha: 0.45 },
    );
  for (const shape of shapes) pen.ring(shape, { fill: "#5c2f28", stroke: "#2a120e", width: 1 });
  for (const shape of shapes) pen.ring(shape, { fill: "#7c4238" });
}

/** The Reichstag: four towers, the dome, the portico to the west. */
function reichstag(pen: Pen, { x, y }: Hex): void {
  pen.ring(box(x + 2, y + 2.5, 8.5, 9.5), { fill: "#21150c", alpha: 0.5 });
  pen.ring(box(x, y, 8.5, 9.5), { fill: "#d8c9a4", stroke: "#2a2016", width: 1.1 });
  for (const v of [-4.6, 4.6]) pen.ring(box(x, y + v, 4.4, 2.2), { fill: "#8b7f66", stroke: "#4d4230", width: 0.5 });
  for (const [u, v] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    pen.ring(box(x + u * 7.4, y + v * 8.2, 2.4, 2.4), { fill: "#efe3c2", stroke: "#2a2016", width: 0.8 });
  pen.ring(box(x - 9.6, y, 1.8, 3.4), { fill: "#efe3c2", stroke: "#2a2016", width: 0.8 });
  pen.circle(x, y, 3.4, { fill: "#6d7f7c", stroke: "#1d2a2a", width: 0.9 });
  pen.circle(x - 0.9, y - 1, 1.2, { fill: "#c9d6d0" });
}

function flakTower(pen: Pen, { x, y }: Hex): void {
  pen.ring(box(x + 2, y + 2.6, 6.5, 6.5), { fill: "#1d1a15", alpha: 0.5 });
  pen.ring(box(x, y, 6.5, 6.5), { fill: "#8f9189", stroke: "#24241f", width: 1.1 });
  for (const [u, v] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    pen.circle(x + u * 6, y + v * 6, 3, { fill: "#b4b5ab", stroke: "#24241f", width: 0.9 });
    pen.line(
      [
        [x + u * 6, y + v * 6],
        [x + u * 10, y + v * 9.4],
      ],
      { stroke: "#24241f", width: 1 },
    );
  }
}

function bunker(pen: Pen, { x, y }: Hex): void {
  pen.ring(box(x + 1.4, y + 1.8, 5, 3.6), { fill: "#1d1a15", alpha: 0.45 });
  pen.ring(box(x, y, 5, 3.6), { fill: "#a3a497", stroke: "#24241f", width: 1 });
  pen.ring(box(x, y, 2.4, 1.1), { fill: "#24241f" });
}

/** The blue sign with its letter. */
function ubahn(pen: Pen, { x, y }: Hex): void {
  const [a, b] = [x + 11.2, y + 8.6];
  pen.ring(box(a, b, 3.6, 3.6), { fill: "#20488c", stroke: "#f7f1e0", width: 0.8 });
  pen.line(
    smooth(
      [
        [a - 1.5, b - 2.2],
        [a - 1.5, b + 1.2],
        [a, b + 2.3],
        [a + 1.5, b + 1.2],
        [a + 1.5, b - 2.2],
      ],
      1,
    ),
    { stroke: "#ffffff", width: 1.1 },
  );
}

/** A bastion with five points. */
function strongpoint(pen: Pen, { x, y }: Hex): void {
  const [a, b] = [x - 11, y + 8];
  const star = Array.from({ length: 10 }, (_, n): Point => {
    const [turn, r] = [(n * Math.PI) / 5 - Math.PI / 2, n % 2 ? 2.5 : 4.9];
    return [a + r * Math.cos(turn), b + r * Math.sin(turn)];
  });
  pen.ring(star, { fill: "#a8231b", stroke: "#fff4e0", width: 0.8 });
}

const TAGGED: readonly (readonly [string, (pen: Pen, hex: Hex) => void])[] = [
  ["major building", building],
  ["flak", flakTower],
  ["bunker", bunker],
  ["U-Bahn", ubahn],
  ["fort", strongpoint],
];

export function paintLandmarks(pen: Pen, hexes: readonly Hex[]): void {
  for (const hex of hexes)
    for (const [tag, draw] of TAGGED)
      if (hex.tags.includes(tag))
        (tag === "major building" && hex.tags.includes("objective") ? reichstag : draw)(pen, hex);
}

/** Airfields: mown grass, a runway along the longest way across, hangars at its side. */
export function paintAirfields(pen: Pen, plan: Plan): void {
  const fields = plan.areas("airfield");
  pen.rings(fields, { fill: "#d5dca9", stroke: "#5f6b3e", width: 1.2, dash: [5, 3] });
  for (const field of plan.once("fields of the air", () => airfields(plan))) {
    const { at, along, long } = field;
    if (!pen.sees(at)) continue;
    const point = (u: number, v: number): Point => [
      at[0] + along[0] * u - along[1] * v,
      at[1] + along[1] * u + along[0] * v,
    ];
    const strip = [point(-long, -3.4), point(long, -3.4), point(long, 3.4), point(-long, 3.4)];
    pen.ring(strip, { fill: "#cfc7b2", stroke: "#7d745f", width: 0.7 });
    pen.line([point(-long + 4, 0), point(long - 4, 0)], { stroke: "#fffaf0", width: 0.8, dash: [5, 4], cap: "butt" });
    for (const u of [-0.5, -0.2, 0.1]) {
      const hangar = [point(u * long, 7.4), point(u * long + 6, 7.4), point(u * long + 6, 11.4), point(u * long, 11.4)];
      pen.ring(hangar, { fill: "#8b8a80", stroke: "#3f3d36", width: 0.7 });
    }
  }
}

interface Airfield {
  at: Point;
  along: Point;
  long: number;
}

function airfields(plan: Plan): Airfield[] {
  const left = new Set(plan.of("airfield").filter(({ beyond }) => !beyond));
  const found: Airfield[] = [];
  for (const start of left) {
    const field = [start];
    left.delete(start);
    for (const hex of field)
      for (const [dc, dy] of NEXT) {
        const next = plan.at(hex.col + dc, hex.y2 + dy);
        if (next && left.delete(next)) field.push(next);
      }
    const ends = field
      .flatMap((a) => field.map((b) => ({ a, b, far: Math.hypot(a.x - b.x, a.y - b.y) })))
      .reduce((one, two) => (two.far > one.far ? two : one));
    const [dx, dy] = [ends.b.x - ends.a.x, ends.b.y - ends.a.y];
    const far = Math.hypot(dx, dy) || 1;
    found.push({
      at: [(ends.a.x + ends.b.x) / 2, (ends.a.y + ends.b.y) / 2],
      along: far > 1 ? [dx / far, dy / far] : [1, 0],
      long: far / 2 + SIDE * 0.4,
    });
  }
  return found;
}

/** The Berlin perimeter: a red belt along the ring railway. */
export function paintPerimeter(pen: Pen, plan: Plan): void {
  const lines = plan.ways("front").map(({ line }) => calmed(line, () => false, 3));
  pen.lines(lines, { stroke: "#a8231b", width: 13, alpha: 0.2 });
  pen.lines(lines, { stroke: "#a8231b", width: Math.max(1.4, 1 / pen.scale), dash: [9, 5], alpha: 0.75, cap: "butt" });
}

export function paintGrid(pen: Pen, hexes: readonly Hex[], bold: boolean): void {
  const rings = hexes.map((hex) => corners(hex));
  const far = pen.scale < 0.6;
  pen.each(
    rings,
    bold ? boldGrid(pen, 2 * SIDE) : { stroke: "#2b2013", width: far ? 0.8 : 0.55, alpha: far ? 0.2 : 0.34 },
  );
  if (far) return;
  for (const { x, y } of hexes) pen.circle(x, y, 0.55, { fill: "#2b2013", alpha: 0.6 });
}

export const REACH = 2 * TALL;
