// The chart of Berlin Airlift: an aeronautical chart of 1948 with relief, the zones, the graticule, and in magenta what air traffic control adds to it.

import { paintRivers, paintTown, wound } from "../../art/country";
import { beside, smooth, stepped, type Point } from "../../art/geometry";
import { hatch, pairs, pale, seaAndLand, type LandColours } from "../../art/land";
import type { Painter } from "../../art/painting";
import { blob, Chance, Pen } from "../../art/pen";
import { Relief } from "../../art/relief";
import type { Rect } from "../../lib/layout";
import type { Board, Link } from "../../lib/types";
import type { Chart } from "./chart";

/** How far the land is painted beyond the board. */
const MARGIN = 640;
/** The width of an air corridor. */
const CORRIDOR = 58;
const MAGENTA = "#a01a5c";
const COLOURS: LandColours = {
  sea: "#9cbfc8",
  shores: [
    [110, "#a8c8cf"],
    [66, "#b6d2d6"],
    [32, "#c6dddd"],
    [12, "#d8e8e4"],
  ],
  land: "#e2e5cf",
  coast: "#4c6a6c",
};

const WATER = { water: "#6d9fb6", bank: "#f3f2e2" };
const TOWN = { ground: "#f2d874", house: "#c99a3f", street: "#fbf0c4" };
const GROUND = { plain: [168, 190, 132], strong: 0.34, woods: [110, 140, 96] } as const;

const paint: Painter = (board: Board) => {
  const chart = board.scenery as unknown as Chart;
  const links = board.links ?? [];
  const of = (kind: string): Link[] => links.filter((link) => link.kind === kind);
  const bounds = { x: -MARGIN, y: -MARGIN, width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN };
  const land = chart.coast.map(pairs);
  const hills = new Relief(chart.ranges, bounds, GROUND);
  const flowing = (kind: string, wide: number): { wide: number; line: Point[] }[] =>
    of(kind).map(({ points, label }) => ({ wide, line: wound(points, label ?? "") }));
  const rivers = [...flowing("stream", 3.4), ...flowing("river", 5.6)];
  const borders = of("border").map(({ points }) => smooth(points, 2));
  const zone = smooth(chart.zone, 2, true);
  const corridors = joined(of("corridor"));
  const [left, top, wide, high] = chart.inset;
  const berlin = board.spaces.find(({ id }) => id === "berlin");
  const towns = (board.labels ?? []).filter(({ kind }) => kind === "place");

  function country(pen: Pen, box: Rect, bold: boolean): void {
    seaAndLand(pen, bounds, land, COLOURS);
    pen.within(land, () => {
      hills.paint(pen.on, box, pen.scale);
      if (bold) pale(pen, bounds);
      for (const { text, x, y } of towns) paintTown(pen, text, [x, y - 4], 17, TOWN);
      paintRivers(pen, rivers, WATER);
      pen.within([zone], () => {
        pen.ring(zone, { fill: "#b8674a", alpha: 0.1 });
        hatch(pen, bounds, 15, { stroke: "#a8432c", width: 4, alpha: 0.1 });
        pen.ring(zone, { stroke: "#a8432c", width: 34, alpha: 0.16 });
      });
      pen.lines(borders, { stroke: "#f6f2e2", width: 7, alpha: 0.55 });
      pen.lines(borders, { stroke: "#7d3a2c", width: 3, dash: [16, 6, 4, 6], cap: "butt" });
    });
  }

  /** Meridians and parallels with a tick for every ten minutes. */
  function graticule(pen: Pen): void {
    const [bottom, right] = [bounds.y + bounds.height, bounds.x + bounds.width];
    const ink = { stroke: "#4a6459", width: 1.2, alpha: 0.4 };
    for (const [, x] of chart.meridians)
      pen.line(
        stepped(
          [
            [x, bounds.y],
            [x, bottom],
          ],
          60,
        ),
        ink,
      );
    for (const [, y] of chart.parallels)
      pen.line(
        stepped(
          [
            [bounds.x, y],
            [right, y],
          ],
          60,
        ),
        ink,
      );
    const apart = (lines: [number, number][]): number => Math.abs((lines[1]?.[1] ?? 0) - (lines[0]?.[1] ?? 0)) / 6;
    const ticks: Point[][] = [];
    for (const [, x] of chart.meridians)
      for (const [, y] of chart.parallels)
        for (let n = 0; n < 6; n++) {
          const [dx, dy] = [n * apart(chart.meridians), n * apart(chart.parallels)];
          ticks.push(
            [
              [x + dx, y - 5],
              [x + dx, y + 5],
            ],
            [
              [x - 5, y + dy],
              [x + 5, y + dy],
            ],
          );
        }
    pen.lines(ticks, { stroke: "#4a6459", width: 1.1, alpha: 0.5 });
  }

  /** The three corridors with their direction, the ways between airfields, and the diversions over the Soviet zone. */
  function airways(pen: Pen): void {
    for (const { points } of of("path"))
      pen.line(stepped(points, 30), { stroke: "#2f5d4c", width: 2, dash: [9, 7], alpha: 0.75 });
    for (const { points } of of("trail"))
      pen.line(stepped(points, 30), { stroke: "#a3231b", width: 3, dash: [3, 8], alpha: 0.8 });
    for (const line of corridors) {
      const fine = stepped(line, 30);
      pen.line(fine, { stroke: "#fff6c9", width: CORRIDOR, alpha: 0.62 });
      for (const side of [1, -1]) pen.line(beside(fine, (side * CORRIDOR) / 2), { stroke: MAGENTA, width: 2.6 });
      pen.line(fine, { stroke: MAGENTA, width: 1.8, dash: [18, 9], alpha: 0.8 });
    }
    for (const { points } of of("corridor")) arrow(pen, points[0] as Point, points.at(-1) as Point);
    if (!berlin) return;
    pen.circle(berlin.x, berlin.y, 92, { fill: "#fff6c9", alpha: 0.5 });
    pen.circle(berlin.x, berlin.y, 92, { stroke: MAGENTA, width: 2.6, dash: [14, 7] });
    // The city over the ends of the corridors, and its rivers through it.
    paintTown(pen, "Berlin", [berlin.x, berlin.y], 58, TOWN);
    const city = Array.from({ length: 24 }, (_, n): Point => {
      const turn = (n * Math.PI) / 12;
      return [berlin.x + 62 * Math.cos(turn), berlin.y + 62 * Math.sin(turn)];
    });
    pen.within([city], () => paintRivers(pen, rivers, WATER));
  }

  /** An arrow in the middle of a leg. */
  function arrow(pen: Pen, from: Point, to: Point): void {
    const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const at = (by: number, far: number): Point => [x + Math.cos(turn + by) * far, y + Math.sin(turn + by) * far];
    pen.ring([at(0, 14), at(2.5, 13), at(Math.PI, 4), at(-2.5, 13)], { fill: MAGENTA, stroke: "#fff6dc", width: 1.6 });
  }

  /** The airports of Berlin in an inset, with lines from the city to its corners. */
  function inset(pen: Pen): void {
    const box: Point[] = [
      [left, top],
      [left + wide, top],
      [left + wide, top + high],
      [left, top + high],
    ];
    if (berlin)
      for (const corner of [box[0], box[1]] as Point[])
        pen.line(stepped([[berlin.x, berlin.y + 92], corner], 30), { stroke: MAGENTA, width: 1.8, alpha: 0.7 });
    pen.ring(
      box.map(([x, y]): Point => [x + 6, y + 8]),
      { fill: "#1d1a12", alpha: 0.25 },
    );
    pen.ring(box, { fill: "#efead3" });
    pen.within([box], () => {
      const [cx, cy] = [left + wide / 2, top + high / 2];
      pen.ring(blob(cx, cy, wide * 0.47, new Chance("inset|city"), 18, 0.16, 0.72), { fill: "#f3dc86", alpha: 0.55 });
      const havel = smooth(
        [
          [left + 18, top - 10],
          [left + 44, top + 90],
          [left + 16, top + 170],
          [left + 60, top + 250],
          [left + 30, top + high + 10],
        ] as Point[],
        3,
      );
      const spree = smooth(
        [
          [left + wide + 10, top + 250],
          [left + wide * 0.7, top + 176],
          [left + wide * 0.4, top + 186],
          [left + 40, top + 130],
        ] as Point[],
        3,
      );
      pen.line(stepped(havel, 20), { stroke: "#8fb8c8", width: 22 });
      pen.line(stepped(spree, 20), { stroke: "#8fb8c8", width: 9 });
    });
    pen.ring(box, { stroke: "#4a3f27", width: 5 });
    pen.ring(box, { stroke: "#efead3", width: 1.6 });
  }

  return {
    bounds,
    paint(on, box, scale, tone) {
      const sight = { x1: box.x - 130, y1: box.y - 130, x2: box.x + box.width + 130, y2: box.y + box.height + 130 };
      const pen = new Pen(on, scale, sight);
      country(pen, box, tone === "contrast");
      graticule(pen);
      airways(pen);
      inset(pen);
    },
  };
};

/** Legs that follow each other as whole lines: two lead into Berlin, one out of it. */
function joined(legs: readonly Link[]): Point[][] {
  const after = new Map(legs.map((leg) => [leg.a, leg]));
  const ends = new Set(legs.map((leg) => leg.b));
  return legs
    .filter((leg) => leg.a === "berlin" || !ends.has(leg.a))
    .map((first) => {
      const line = [first.points[0] as Point];
      for (let leg: Link | undefined = first; leg; leg = after.get(leg.b)) {
        line.push(leg.points.at(-1) as Point);
        if (leg.b === "berlin") break;
      }
      return line;
    });
}

export default paint;
