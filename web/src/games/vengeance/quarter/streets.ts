// Streets with pavements, kerbs, setts and tram rails; open squares; the scars of shells.

import { beside, stations, type Point } from "../../../art/geometry";
import { blob, Chance, type Pen } from "../../../art/pen";
import { SIDE, type Hex, type Quarter, type Street } from "./quarter";

export function paintStreets(pen: Pen, quarter: Quarter, paved: readonly Hex[]): void {
  const made = quarter.streets.filter(({ dirt }) => !dirt);
  for (const { lines, width } of quarter.streets.filter(({ dirt }) => dirt)) {
    pen.lines(lines, { stroke: "#a58f63", width, alpha: 0.75 });
    for (const by of [-4, 4])
      pen.lines(
        lines.map((line) => beside(line, by)),
        { stroke: "#846d45", width: 2, dash: [16, 4], alpha: 0.6 },
      );
  }
  // Paved ground where several ways meet: squares, forecourts, yards.
  for (const hex of paved) {
    const chance = new Chance(`paved|${hex.id}`);
    for (const r of [SIDE * 0.98, SIDE * 0.8])
      pen.ring(blob(hex.x, hex.y, r, chance, 14, 0.1, 0.9), { fill: "#cdbfa0", alpha: 0.3 });
  }
  const each = (stroke: string, wide: (street: Street) => number, dash?: number[]): void => {
    for (const street of made)
      pen.lines(street.lines, { stroke, width: wide(street), ...(dash ? { dash, cap: "butt" as const } : {}) });
  };
  each("#8f8067", ({ width }) => width + 20);
  each("#dacfb4", ({ width }) => width + 18);
  if (pen.scale > 0.6) {
    const joints = quarter.once("joints", () => made.flatMap(slabs));
    pen.lines(joints, { stroke: "#a99b7e", width: 0.7, alpha: 0.6, cap: "butt" });
  }
  each("#85775f", ({ width }) => width + 1);
  each("#b9ac92", ({ width }) => width - 1.6);
  if (pen.scale > 0.55) {
    const stones = quarter.once("setts", () => made.flatMap(setts));
    pen.lines(stones, { stroke: "#7c705a", width: 0.7, alpha: 0.36 });
  }
  for (const { lines, id, width } of made)
    if (id === "boulevard")
      pen.lines(lines, { stroke: "#8c8063", width: width * 0.14, dash: [30, 12], alpha: 0.35, cap: "butt" });
  if (pen.scale > 0.35) for (const { lines, tram } of made) if (tram) rails(pen, lines);
}

/** The joints between the slabs of both pavements. */
function slabs({ lines, width }: Street): Point[][] {
  return lines.flatMap((line) =>
    [-1, 1].flatMap((side) =>
      stations(beside(line, side * (width / 2)), () => 7).map(({ at: [x, y], along: [dx, dy] }): Point[] => [
        [x, y],
        [x - dy * side * 9, y + dx * side * 9],
      ]),
    ),
  );
}

function setts({ id, lines, width }: Street): Point[][] {
  const chance = new Chance(`setts|${id}`);
  const stones: Point[][] = [];
  const half = width / 2 - 2;
  for (const line of lines)
    for (const {
      at: [x, y],
      along: [dx, dy],
    } of stations(line, () => 5))
      for (let n = 0; n < 2; n++) {
        const by = chance.from(-half, half - 4);
        stones.push([
          [x - dy * by, y + dx * by],
          [x - dy * (by + 4), y + dx * (by + 4)],
        ]);
      }
  return stones;
}

function rails(pen: Pen, lines: readonly (readonly Point[])[]): void {
  for (const by of [-8, -4.2, 4.2, 8]) {
    pen.lines(
      lines.map((line) => beside(line, by)),
      { stroke: "#4f4536", width: 1.2, alpha: 0.75 },
    );
    pen.lines(
      lines.map((line) => beside(line, by + 0.9)),
      { stroke: "#f1e8d3", width: 0.5, alpha: 0.7 },
    );
  }
}

/** Holes that shells tore into the paving. */
export function paintScars(pen: Pen, paved: readonly Hex[]): void {
  for (const hex of paved) {
    const chance = new Chance(`scar|${hex.id}`);
    if (!chance.is(0.5)) continue;
    const [x, y] = [hex.x + chance.from(-22, 22), hex.y + chance.from(-20, 20)];
    pen.ring(blob(x, y, chance.from(4, 8), chance, 9, 0.35), { fill: "#6f6149", alpha: 0.5 });
    pen.ring(blob(x + 1, y + 1, chance.from(2, 4), chance), { fill: "#3d3325", alpha: 0.6 });
  }
}

interface Wreck {
  at: Point;
  turn: number;
  long: number;
  wide: number;
  name: string;
}

/** Cars and trams that burned out where they stood. */
export function paintWrecks(pen: Pen, quarter: Quarter): void {
  for (const wreck of quarter.once("wrecks", () => quarter.streets.flatMap(wrecks)))
    if (pen.sees(wreck.at)) pen.turned(...wreck.at, wreck.turn, () => paintWreck(pen, wreck));
}

function wrecks(street: Street): Wreck[] {
  if (street.dirt || street.width < 25) return [];
  const chance = new Chance(`wreck|${street.id}`);
  return street.lines.flatMap((line) =>
    stations(line, () => chance.from(150, 520), chance.from(60, 260)).map(
      ({ at: [x, y], along: [dx, dy] }, n): Wreck => {
        const tram = street.tram && chance.is(0.4);
        const by = tram ? 6 : chance.from(-0.36, 0.36) * street.width;
        return {
          at: [x - dy * by, y + dx * by],
          turn: (Math.atan2(dy, dx) * 180) / Math.PI + (tram ? chance.from(-3, 3) : chance.from(-40, 40)),
          long: tram ? 36 : chance.from(16, 21),
          wide: tram ? 10 : 8.5,
          name: `${street.id} ${n}`,
        };
      },
    ),
  );
}

function paintWreck(pen: Pen, { long, wide, name }: Wreck): void {
  const chance = new Chance(`wreck|${name}`);
  const body = { x1: -long / 2, y1: -wide / 2, x2: long / 2, y2: wide / 2 };
  pen.ring(blob(0, 0, long * 0.66, chance, 9, 0.2, 0.6), { fill: "#1a120a", alpha: 0.3 });
  pen.rect({ x1: body.x1 + 2, y1: body.y1 + 2.5, x2: body.x2 + 2, y2: body.y2 + 2.5 }, { fill: "#150e07", alpha: 0.5 });
  pen.rect(body, {
    fill: chance.one(["#7c6a4f", "#57503f", "#6b4a36", "#4c4638", "#5c5648"]),
    stroke: "#1a120a",
    width: 1,
  });
  for (let x = body.x1 + 3; x < body.x2 - 5; x += 7)
    pen.rect({ x1: x, y1: -wide * 0.25, x2: x + 4, y2: wide * 0.25 }, { fill: "#120c07" });
}
