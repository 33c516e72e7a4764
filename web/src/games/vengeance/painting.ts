// The map of Red Vengeance: the Reichstag quarter in the last days of April 1945, drawn from the hexes of the game.

import type { Point, Corners } from "../../art/geometry";
import { Pen } from "../../art/pen";
import { boldGrid, grown, paintEdge } from "../../art/sheet";
import type { Painter, Tone } from "../../art/painting";
import type { Board } from "../../lib/types";
import { paintAvenues, paintCraters, paintDebris, paintRubble, paintTrees } from "./quarter/battlefield";
import { groundPicture, paintTufts } from "./quarter/ground";
import { paintHouse, paintShadow, paintSide, paintSteps } from "./quarter/houses";
import { paintGate, paintReichstag, paintStage, paintViaduct } from "./quarter/landmarks";
import { paintWalks } from "./quarter/park";
import { around, corners, Quarter, SIDE, TALL, type Hex } from "./quarter/quarter";
import { paintScars, paintStreets, paintWrecks } from "./quarter/streets";
import { banksOf, paintBridge, paintPit, paintPond, paintStumps, paintWater } from "./quarter/water";

/** How far beyond its hex a thing may reach: shadows, towers, heaps. */
const REACH = 3 * SIDE;
/** Where no tree stands by a street. */
const BARE = new Set(["RUBBLE_STONE", "PIT", "RIVER", "CANAL"]);
const MARGIN = SIDE * 0.3;

const meets = (a: Corners, b: Corners): boolean => a.x1 < b.x2 && a.x2 > b.x1 && a.y1 < b.y2 && a.y2 > b.y1;

const paint: Painter = (board: Board) => {
  const quarter = new Quarter(board);
  const { factor, shift } = quarter;
  const room = grown(quarter.bounds, MARGIN);
  const ground = groundPicture(quarter, room);
  const banks = banksOf(quarter);
  const reichstag = quarter.houses.find(({ kind }) => kind === "reichstag");
  const opera = quarter.houses.find(({ id }) => id === "H19");
  /** Whether a house, rubble or water lies there, or the map ends. */
  const taken = (at: Point): boolean => {
    const hex = quarter.hexAt(...at);
    if (!hex) return true;
    return hex.base === "BUILDING" ? Math.abs(at[0] - hex.x) < 0.7 * SIDE : BARE.has(hex.base);
  };
  const onRoad = roads(quarter);

  function layers(pen: Pen, tone: Tone): void {
    const { sight } = pen;
    const hexes = [...quarter.hexes.values()].filter(({ x, y }) => meets(around(x, y, SIDE, TALL / 2), sight));
    const houses = quarter.houses.filter((house) => house !== reichstag && meets(house.box, sight));
    pen.on.imageSmoothingEnabled = true;
    pen.on.imageSmoothingQuality = "high";
    pen.on.drawImage(ground, room.x1, room.y1, room.x2 - room.x1, room.y2 - room.y1);
    paintTufts(pen, hexes);
    if (pen.scale > 0.2) paintWalks(pen, quarter);
    const paved = hexes.filter(({ base }) => base === "PAVED" || base === "SBAHN_UNDER");
    paintStreets(pen, quarter, paved);
    paintScars(pen, paved);
    paintWater(pen, banks);
    for (const hex of hexes) paintCraters(pen, hex);
    paintPit(pen, quarter);
    for (const hex of hexes) if (hex.base === "POND") paintPond(pen, hex);
    for (const hex of hexes) {
      if (hex.base === "RUBBLE_STONE") paintRubble(pen, hex);
      else if (hex.base === "DEBRIS" || hex.features.includes("DEBRIS")) paintDebris(pen, hex);
    }
    for (const hex of hexes) if (hex.base === "ORCHARD" || hex.base === "WOODS") paintTrees(pen, hex);
    if (pen.scale > 0.35) {
      paintAvenues(pen, quarter, (at) => !onRoad(at) && !taken(at));
      paintWrecks(pen, quarter);
    }
    paintSteps(pen, quarter);
    bridges(pen, quarter);
    // In high contrast the ground is pale, and houses stand out from it.
    if (tone === "contrast") pen.rect(grown(room, 9), { fill: "#ffffff", alpha: 0.36 });
    for (const house of houses) paintShadow(pen, house);
    for (const house of houses) paintHouse(pen, house);
    for (const side of quarter.sides) if (meets(around(side.a.x, side.a.y, SIDE, TALL), sight)) paintSide(pen, side);
    if (opera && houses.includes(opera)) paintStage(pen, opera);
    for (const hex of hexes) if (hex.base === "GATE") paintGate(pen, hex);
    if (reichstag && meets(reichstag.box, sight)) paintReichstag(pen, reichstag);
    paintViaduct(pen, quarter);
    grid(pen, quarter, hexes, tone);
    paintEdge(pen, quarter.bounds, 2.4);
  }

  const toBoard = (rect: Corners): { x: number; y: number; width: number; height: number } => ({
    x: rect.x1 * factor + shift[0],
    y: rect.y1 * factor + shift[1],
    width: (rect.x2 - rect.x1) * factor,
    height: (rect.y2 - rect.y1) * factor,
  });

  return {
    bounds: toBoard(room),
    paint(on, box, scale, tone) {
      on.save();
      on.transform(factor, 0, 0, factor, shift[0], shift[1]);
      const sight = {
        x1: (box.x - shift[0]) / factor,
        y1: (box.y - shift[1]) / factor,
        x2: (box.x + box.width - shift[0]) / factor,
        y2: (box.y + box.height - shift[1]) / factor,
      };
      layers(new Pen(on, scale * factor, grown(sight, REACH)), tone);
      on.restore();
    },
  };
};

/** Whether a point lies on a carriageway: no tree grows there. */
function roads(quarter: Quarter): (at: Point) => boolean {
  const cells = new Set<string>();
  const size = 4;
  for (const { lines, width } of quarter.streets)
    for (const line of lines)
      for (let i = 1; i < line.length; i++) {
        const [a, b] = [line[i - 1] as Point, line[i] as Point];
        const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / size));
        for (let n = 0; n <= steps; n++) {
          const [x, y] = [a[0] + ((b[0] - a[0]) * n) / steps, a[1] + ((b[1] - a[1]) * n) / steps];
          const far = Math.ceil(width / 2 / size);
          for (let dx = -far; dx <= far; dx++)
            for (let dy = -far; dy <= far; dy++)
              if (dx * dx + dy * dy <= far * far)
                cells.add(`${Math.round(x / size) + dx},${Math.round(y / size) + dy}`);
        }
      }
  return ([x, y]) => cells.has(`${Math.round(x / size)},${Math.round(y / size)}`);
}

const BRIDGES: readonly (readonly [string, number])[] = [
  ["moltke", 40],
  ["kronprinzen", 36],
  ["marschall", 38],
  ["pit_bridge", 34],
];

function bridges(pen: Pen, quarter: Quarter): void {
  for (const [name, wide] of BRIDGES)
    for (const line of quarter.linesOf(`BRIDGE:${name}`, name === "moltke" ? 2 : 6)) paintBridge(pen, line, wide, name);
  for (const hex of quarter.having("BRIDGE_DESTROYED"))
    paintStumps(
      pen,
      [
        [hex.x - 52, hex.y - 18],
        [hex.x + 52, hex.y + 18],
      ],
      38,
      hex.id,
    );
}

/** Hexes, their middles, manholes; what is not in play is paler, and the line around what is in play is strong. */
function grid(pen: Pen, quarter: Quarter, hexes: readonly Hex[], tone: Tone): void {
  const bold = tone === "contrast";
  const inPlay = hexes.filter(({ id }) => quarter.area.has(id));
  const outside = hexes.filter(({ id }) => !quarter.area.has(id));
  const whole = !outside.length && quarter.area.size === quarter.hexes.size;
  pen.rings(
    inPlay.map((hex) => corners(hex)),
    bold
      ? boldGrid(pen, 2 * SIDE)
      : { stroke: "#241a10", width: pen.scale < 0.35 ? 1.3 : 0.9, alpha: pen.scale < 0.35 ? 0.22 : 0.3 },
  );
  if (pen.scale > 0.6)
    for (const { x, y, base, height } of inPlay) {
      if (base === "BUILDING")
        pen.rect(around(x, y, 2.7, 2.7), { fill: height > 2 ? "#fff7e0" : "#1f160d", stroke: "#1a120a", width: 1 });
      else pen.circle(x, y, 1.7, { fill: "#1f160d", stroke: "#f4ead0", width: 0.6, alpha: 0.8 });
    }
  if (pen.scale > 0.45)
    for (const hex of inPlay)
      if (hex.features.includes("MANHOLE")) {
        const [x, y] = [hex.x + 13, hex.y + 11];
        pen.circle(x, y, 4.2, { fill: "#5b5142", stroke: "#1f160d", width: 1 });
        pen.lines(
          [
            [
              [x - 3.6, y],
              [x + 3.6, y],
            ],
            [
              [x, y - 3.6],
              [x, y + 3.6],
            ],
          ],
          { stroke: "#d7cab0", width: 0.7 },
        );
      }
  if (!whole) surroundings(pen, quarter, outside);
}

function surroundings(pen: Pen, quarter: Quarter, outside: readonly Hex[]): void {
  const rings = outside.map((hex) => corners(hex));
  pen.rings(rings, { fill: "#e4d8bb", stroke: "#e4d8bb", width: 0.6, alpha: 0.58 });
  const wide = Math.max(1.8, Math.min(4.2, 4.6 / pen.scale));
  const edges: Point[][] = [];
  for (const hex of outside) {
    const ring = corners(hex);
    const next: [number, number][] = [
      [0, -2],
      [1, -1],
      [1, 1],
      [0, 2],
      [-1, 1],
      [-1, -1],
    ];
    next.forEach(([dc, dy], at) => {
      const beyond = quarter.at(hex.col + dc, hex.y2 + dy);
      if (beyond && quarter.area.has(beyond.id)) edges.push([ring[at] as Point, ring[(at + 1) % 6] as Point]);
    });
  }
  pen.lines(edges, { stroke: "#f7efd9", width: 2.2 * wide, alpha: 0.75 });
  pen.lines(edges, { stroke: "#7d1d14", width: wide });
}

export default paint;
