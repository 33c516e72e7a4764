// The chart of Luftwaffe: Central Europe as a plotting room would have it: sea in bands, relief, rivers, borders of 1943, railways, the Start Line.

import { paintLakes, paintRivers, paintTown, wound } from "../../art/country";
import { relax, smooth, type Point } from "../../art/geometry";
import { hatch, pairs, pale, seaAndLand, type LandColours } from "../../art/land";
import { Pen } from "../../art/pen";
import { Relief } from "../../art/relief";
import { boldGrid } from "../../art/sheet";
import type { Painter } from "../../art/painting";
import type { Rect } from "../../lib/layout";
import { corners, rim } from "../../lib/layout";
import type { Board, Link, Space } from "../../lib/types";
import { citiesOf, type Chart } from "./chart";

/** How far the land is painted beyond the last hex. */
const MARGIN = 420;

const COLOURS: LandColours = {
  sea: "#86b1c6",
  shores: [
    [120, "#93bccf"],
    [74, "#a2c7d6"],
    [38, "#b3d3dd"],
    [15, "#c8e0e4"],
  ],
  land: "#f1e8d0",
  coast: "#4d6a73",
};

const WATER = { water: "#6ba3c0", bank: "#fbf4e0" };
const TOWN = { ground: "#e3c9a0", house: "#a9775a", street: "#f4e8cb" };
const GROUND = { plain: [190, 196, 138], strong: 0.26, woods: [98, 126, 76] } as const;

/** Hexsides of a kind joined to lines through their middles: smooth, and true to the hexes. */
function joined(links: readonly Link[], kind: string, calm: number): Point[][] {
  const middles = new Map<string, Point>();
  const ends = new Map<string, string[]>();
  const key = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;
  const sides = links.filter((link) => link.kind === kind);
  sides.forEach(({ points }, n) => {
    const [a, b] = [points[0] as Point, points.at(-1) as Point];
    middles.set(String(n), [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    for (const end of [key(a), key(b)]) ends.set(end, [...(ends.get(end) ?? []), String(n)]);
  });
  const around = new Map<string, string[]>();
  const open = new Map<string, Point>();
  for (const [end, meeting] of ends) {
    if (meeting.length === 2) {
      const [a, b] = meeting as [string, string];
      around.set(a, [...(around.get(a) ?? []), b]);
      around.set(b, [...(around.get(b) ?? []), a]);
    } else {
      // An end or a fork: the corner itself is a point of every line that meets there.
      const corner = end.split(" ").map(Number) as Point;
      meeting.forEach((one) => open.set(`${one}>${end}`, corner));
    }
  }
  const used = new Set<string>();
  const walk = (start: string): string[] => {
    const line = [start];
    used.add(start);
    for (let at: string | undefined = start; at !== undefined;) {
      at = around.get(at)?.find((next) => !used.has(next));
      if (at === undefined) break;
      used.add(at);
      line.push(at);
    }
    return line;
  };
  const corner = (side: string): Point | undefined => [...open].find(([name]) => name.startsWith(`${side}>`))?.[1];
  const starts = [...middles.keys()].sort((a, b) => (around.get(a)?.length ?? 0) - (around.get(b)?.length ?? 0));
  return starts
    .filter((start) => !used.has(start))
    .map((start) => {
      if (used.has(start)) return [];
      const ids = walk(start);
      const line = ids.map((id) => middles.get(id) as Point);
      const [first, last] = [corner(ids[0] as string), corner(ids.at(-1) as string)];
      const ring = ids.length > 3 && (around.get(ids.at(-1) as string) ?? []).includes(ids[0] as string);
      const whole = [
        ...(first ? [first] : []),
        ...line,
        ...(last && ids.length > 1 ? [last] : []),
        ...(ring ? [line[0] as Point] : []),
      ];
      return smooth(relax(whole, calm), 2);
    })
    .filter((line) => line.length > 1);
}

/** The outer edges of an area of hexes, as links that can be joined. */
function edgesOf(spaces: readonly Space[]): Link[] {
  return [...rim(spaces, spaces[0]?.width ?? 48).matchAll(/M(\S+) (\S+)L(\S+) (\S+?)(?=M|$)/g)].map(([, ...ends]) => {
    const [ax, ay, bx, by] = ends.map(Number) as [number, number, number, number];
    return {
      kind: "edge",
      points: [
        [ax, ay],
        [bx, by],
      ],
    };
  });
}

const paint: Painter = (board: Board) => {
  const chart = board.scenery as unknown as Chart;
  const links = board.links ?? [];
  const land = chart.coast.map(pairs);
  const rivers = chart.rivers.map(([wide, along]) => ({ wide, line: wound(along, String(along[0])) }));
  const lakes = chart.lakes.map((around) => smooth(around, 2, true));
  const cities = citiesOf(board);
  const hexes = board.spaces.filter(({ shape }) => shape === "hex");
  const swiss = hexes.filter(({ kind }) => kind === "mountain");
  const borders = joined(links, "border", 3);
  const front = joined(links, "front", 6);
  const neutralLand = joined(edgesOf(swiss), "edge", 4);
  const rails = links.filter(({ kind }) => kind === "rail").map(({ points }) => smooth(points, 2));
  const bounds = { x: -MARGIN, y: -MARGIN, width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN };
  const hills = new Relief(chart.ranges, bounds, GROUND);
  const unit = hexes[0]?.width ?? 48;

  function layers(pen: Pen, box: Rect, bold: boolean): void {
    seaAndLand(pen, bounds, land, COLOURS);
    pen.within(land, () => {
      hills.paint(pen.on, box, pen.scale);
      if (bold) pale(pen, bounds);
      paintRivers(pen, rivers, WATER);
      paintLakes(pen, lakes, WATER);
      pen.lines(borders, { stroke: "#b98a5e", width: 11, alpha: 0.22 });
      pen.lines(borders, { stroke: "#8a5a3a", width: 2.4, dash: [15, 5, 3, 5], cap: "butt" });
    });
    for (const { name, industries, x, y } of cities) paintTown(pen, name, [x, y], 9 + 2.6 * industries.length, TOWN);
    neutral(pen);
    pen.lines(rails, { stroke: "#f7efd9", width: 4.6, alpha: 0.7 });
    pen.lines(rails, { stroke: "#6b5c46", width: 1.7 });
    pen.lines(rails, { stroke: "#6b5c46", width: 5.4, dash: [1.6, 13], cap: "butt" });
    const grid = hexes.map((space) => corners(space, unit));
    pen.rings(grid, bold ? boldGrid(pen, unit) : { stroke: "#33291b", width: 1.1, alpha: 0.17 });
    pen.lines(front, { stroke: "#fff4e6", width: 10, alpha: 0.7 });
    pen.lines(front, { stroke: "#a8231b", width: 5.2 });
    beyond(pen, grid);
  }

  /** A neutral country: hatched, with a strong edge. */
  function neutral(pen: Pen): void {
    pen.rings(neutralLand, { fill: "#cdb384", stroke: "#8d6a35", width: 3.4, alpha: 0.62 });
    pen.within(neutralLand, () => hatch(pen, bounds, 13, { stroke: "#7d5f2f", width: 1.6, alpha: 0.55 }));
  }

  /** Around the hexes the chart is paler: nothing flies there. */
  function beyond(pen: Pen, grid: readonly Point[][]): void {
    const { on } = pen;
    on.save();
    on.beginPath();
    on.rect(bounds.x, bounds.y, bounds.width, bounds.height);
    for (const ring of grid) {
      [...ring].reverse().forEach(([x, y], n) => (n ? on.lineTo(x, y) : on.moveTo(x, y)));
      on.closePath();
    }
    on.globalAlpha = 0.26;
    on.fillStyle = "#efe7d2";
    on.fill();
    on.restore();
  }

  return {
    bounds,
    paint(on, box, scale, tone) {
      const sight = { x1: box.x - 130, y1: box.y - 130, x2: box.x + box.width + 130, y2: box.y + box.height + 130 };
      layers(new Pen(on, scale, sight), box, tone === "contrast");
    },
  };
};

export default paint;
