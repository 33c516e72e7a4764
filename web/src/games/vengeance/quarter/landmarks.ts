// Buildings that one knows: the Reichstag with its burnt-out dome, the Brandenburg Gate, the stage house of the Kroll Opera, the viaduct of the S-Bahn.

import { beside, between, inset, ringOf, stations, union, type Point, type Corners } from "../../../art/geometry";
import { blob, Chance, lit, mix, type Ink, type Pen } from "../../../art/pen";
import { SIDE, TALL, type Hex, type House, type Quarter } from "./quarter";

const box = (x1: number, y1: number, x2: number, y2: number): Corners => ({ x1, y1, x2, y2 });
const shrunk = ({ x1, y1, x2, y2 }: Corners, by: number): Corners => box(x1 + by, y1 + by, x2 - by, y2 - by);

/** A hipped roof over a rectangle. */
function hip(pen: Pen, rect: Corners, tone: string): void {
  const ring = ringOf(rect);
  const deep = Math.min(rect.x2 - rect.x1, rect.y2 - rect.y1) / 2 - 0.4;
  const ridge = inset(ring, deep);
  ring.forEach((a, i) => {
    const j = (i + 1) % 4;
    const [b, o1, o2] = [ring[j] as Point, ridge[i] as Point, ridge[j] as Point];
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    pen.ring([a, b, o2, o1], {
      fill: lit(tone, (b[1] - a[1]) / long, -(b[0] - a[0]) / long),
      stroke: "#2e261d",
      width: 0.8,
    });
    if (pen.scale < 0.5) return;
    const steps = Math.floor(long / 5);
    pen.lines(
      Array.from({ length: Math.max(0, steps - 1) }, (_, n): Point[] => [
        between(a, b, (n + 1) / steps),
        between(o1, o2, (n + 1) / steps),
      ]),
      { stroke: "#2e261d", width: 0.4, alpha: 0.4 },
    );
  });
}

export function paintReichstag(pen: Pen, house: House): void {
  const diet = house.hexes.find(({ features }) => features.includes("DIET"));
  if (!diet) return;
  const chance = new Chance("reichstag");
  const [cx, cy] = [diet.x, diet.y];
  const [hw, hh] = [2.06 * SIDE + 2, 1.47 * TALL];
  const main = box(cx - hw, cy - hh, cx + hw, cy + hh);
  const towers = house.hexes.filter(({ features }) => features.includes("TOWER")).map((hex) => tower(hex, cx, cy, hw));
  const portico = box(main.x1 - 17, cy - 0.62 * TALL, main.x1 + 4, cy + 0.62 * TALL);
  const shape = union([main, portico, box(main.x2 - 4, cy - 0.42 * TALL, main.x2 + 9, cy + 0.42 * TALL), ...towers]);
  for (let n = 6; n >= 0; n--)
    pen.rect(box(main.x1 - 17 - 5 * (n + 1), cy - 0.5 * TALL - n * 2, main.x1 - 16 - 5 * n, cy + 0.5 * TALL + n * 2), {
      fill: mix("#efe5c8", "#bfb08d", n / 7),
      stroke: "#7a6c52",
      width: 0.6,
    });
  pen.swept(shape, 26, 29, { fill: "#160e06", alpha: 0.44 }, 12);
  pen.swept(shape, 6, 7, { fill: "#6b5d49", stroke: "#21180f", width: 1.2 }, 5);
  pen.rings(shape, { fill: "#c4b696", stroke: "#2a2018", width: 1.7, join: "miter" });
  pen.rings(
    shape.map((ring) => inset(ring, 3.5)),
    { stroke: "#efe3c4", width: 1.2, join: "miter" },
  );
  pen.rings(
    shape.map((ring) => inset(ring, 5)),
    { stroke: "#7d6f56", width: 0.8, join: "miter" },
  );
  const outer = shape[0] as Point[];
  if (pen.scale > 0.5)
    for (const {
      at: [x, y],
    } of stations([...inset(outer, 1.6), outer[0] as Point], () => 13))
      pen.circle(x, y, 1.5, { fill: "#efe4c6", stroke: "#4a3e2d", width: 0.7 });
  wings(pen, main, cx, cy);
  for (const one of towers) paintTower(pen, one);
  paintPortico(pen, main.x1, cy);
  dome(pen, cx, cy, chance);
  damage(pen, main, outer, chance);
}

function tower({ x, y }: Hex, cx: number, cy: number, hw: number): Corners {
  const [wide, tall] = [1.18 * SIDE, 0.86 * TALL];
  const left = x < cx ? cx - hw - 3 : cx + hw + 3 - wide;
  const top = y < cy ? cy - 1.9 * TALL : cy + 1.9 * TALL - tall;
  return box(left, top, left + wide, top + tall);
}

function wings(pen: Pen, { x1, y1, x2, y2 }: Corners, cx: number, cy: number): void {
  const slate = "#8f938a";
  const tw = 1.18 * SIDE;
  hip(pen, box(x1 + 10, y1 + 0.62 * TALL, x1 + 40, y2 - 0.62 * TALL), slate);
  hip(pen, box(x2 - 40, y1 + 0.62 * TALL, x2 - 10, y2 - 0.62 * TALL), slate);
  hip(pen, box(x1 + tw + 2, y1 + 10, x2 - tw - 2, y1 + 37), slate);
  hip(pen, box(x1 + tw + 2, y2 - 37, x2 - tw - 2, y2 - 10), slate);
  for (const side of [-1, 1]) {
    const y = cy + side * 0.93 * TALL;
    const chance = new Chance(`reichstag court ${side}`);
    pen.rect(box(cx - 34, y - 17, cx + 34, y + 17), { fill: "#6e6250", stroke: "#241a12", width: 1.4 });
    pen.ring(
      [
        [cx - 34, y - 17],
        [cx + 34, y - 17],
        [cx + 25, y - 7],
        [cx - 24, y - 7],
        [cx - 24, y + 11],
        [cx - 34, y + 17],
      ],
      { fill: "#120c06", alpha: 0.55 },
    );
    for (let n = 0; n < 26; n++)
      pen.circle(cx + chance.from(-22, 32), y + chance.from(-5, 15), chance.from(0.8, 2), {
        fill: chance.one(["#b7a98b", "#8f7b60", "#5a4d3c"]),
      });
  }
}

function paintTower(pen: Pen, one: Corners): void {
  pen.swept([ringOf(one)], 11, 13, { fill: "#160e06", alpha: 0.35 }, 6);
  pen.rect(one, { fill: "#c6b898", stroke: "#21180f", width: 1.8 });
  pen.rect(shrunk(one, 6), { fill: "#a99b7d", stroke: "#5b4f3c", width: 1 });
  hip(pen, shrunk(one, 11), "#8a8b82");
  for (const [x, y] of ringOf(shrunk(one, 3.6)))
    pen.rect(box(x - 3, y - 3, x + 3, y + 3), { fill: "#e6dabb", stroke: "#33291c", width: 0.9 });
}

function paintPortico(pen: Pen, x: number, cy: number): void {
  pen.rect(box(x - 17, cy - 0.62 * TALL, x + 5, cy + 0.62 * TALL), { fill: "#d8cba9", stroke: "#2a2018", width: 1.2 });
  pen.ring(
    [
      [x - 17, cy - 0.62 * TALL],
      [x + 26, cy],
      [x - 17, cy + 0.62 * TALL],
    ],
    { fill: "#bfb08e", stroke: "#2a2018", width: 1 },
  );
  pen.line(
    [
      [x - 17, cy],
      [x + 26, cy],
    ],
    { stroke: "#efe3c4", width: 1.4 },
  );
  for (let n = 0; n < 6; n++)
    pen.circle(x - 13.5, cy - 0.5 * TALL + (n * TALL) / 5, 3, { fill: "#efe4c6", stroke: "#4a3e2d", width: 0.9 });
}

/** The dome of 1894: iron ribs without their glass over the burnt-out hall. */
function dome(pen: Pen, cx: number, cy: number, chance: Chance): void {
  const [w, h] = [43, 44];
  const foot = box(cx - w - 7, cy - h - 7, cx + w + 7, cy + h + 7);
  pen.swept([ringOf(foot)], 12, 14, { fill: "#160e06", alpha: 0.4 }, 6);
  pen.rect(foot, { fill: "#c3b594", stroke: "#21180f", width: 1.6 });
  pen.rect(box(cx - w, cy - h, cx + w, cy + h), { fill: "#2a241d", stroke: "#4d4334", width: 2 });
  for (let n = 0; n < 60; n++)
    pen.circle(cx + chance.from(-38, 38), cy + chance.from(-40, 40), chance.from(0.7, 2.2), {
      fill: chance.one(["#7d6f56", "#57493a", "#93856a"]),
      alpha: 0.6,
    });
  const rib = (share: number, turn: number): Point => {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const far = (Math.abs(c) ** 4.2 + Math.abs(s) ** 4.2) ** (-1 / 4.2);
    return [cx + w * share * far * c, cy + h * share * far * s];
  };
  const COUNT = 24;
  const turn = (n: number): number => (n * 2 * Math.PI) / COUNT;
  const hoops = [0.98, 0.8, 0.6, 0.38, 0.2];
  for (let k = 0; k < hoops.length - 1; k++)
    for (let n = 0; n < COUNT; n++) {
      if (!chance.is(0.3)) continue;
      const [k0, k1] = [hoops[k] as number, hoops[k + 1] as number];
      pen.ring([rib(k0, turn(n)), rib(k0, turn(n + 1)), rib(k1, turn(n + 1)), rib(k1, turn(n))], {
        fill: lit("#93a5a0", Math.cos(turn(n + 0.5)), Math.sin(turn(n + 0.5))),
        alpha: 0.8,
      });
    }
  const iron: Point[][] = Array.from({ length: COUNT }, (_, n) => [rib(0.98, turn(n)), rib(0.2, turn(n))]);
  for (const share of hoops) iron.push(Array.from({ length: 73 }, (_, n) => rib(share, (n * 2 * Math.PI) / 72)));
  pen.lines(
    iron.map((line) => line.map(([x, y]): Point => [x + 3, y + 4])),
    { stroke: "#0c0805", width: 1.6, alpha: 0.5 },
  );
  pen.lines(iron, { stroke: "#d4c6a3", width: 1.5 });
  pen.lines(iron, { stroke: "#4a3c2a", width: 0.5 });
  pen.circle(cx, cy, 9.5, { fill: "#8f8c7c", stroke: "#21180f", width: 1.4 });
  pen.circle(cx - 1, cy - 1, 5, { fill: "#d9ccab", stroke: "#4a3e2d", width: 1 });
}

function damage(pen: Pen, { x1, y1, x2, y2 }: Corners, outer: readonly Point[], chance: Chance): void {
  const cx = (x1 + x2) / 2;
  const cy = (y1 + y2) / 2;
  for (const [x, y, r] of [
    [x1 + 24, y1 + TALL, 10],
    [x2 - 24, cy + 0.55 * TALL, 9],
    [cx + 50, y1 + 18, 9],
    [cx - 30, y2 - 16, 9],
    [x1 + 20, cy + 0.62 * TALL, 6],
  ] as const) {
    pen.ring(blob(x, y, r, chance, 10, 0.4), { fill: "#221811", stroke: "#5d4a38", width: 1.4 });
    pen.lines(
      [
        [
          [x - r * 0.7, y - 2],
          [x + r * 0.6, y - 1],
        ],
        [
          [x - r * 0.6, y + 3],
          [x + r * 0.6, y + 4],
        ],
      ],
      { stroke: "#7d6750", width: 1.1 },
    );
  }
  for (const {
    at: [x, y],
  } of stations([...outer, outer[0] as Point], () => chance.from(4, 16)))
    pen.circle(x + chance.from(-9, 9), y + chance.from(-9, 9), chance.from(0.8, 2.1), {
      fill: chance.one(["#a3957a", "#7d6f56", "#c9bc9c"]),
    });
}

/** The stage house of the Kroll Opera stands above its roofs. */
export function paintStage(pen: Pen, house: House): void {
  const middle = house.hexes.find(({ id }) => id === "J19");
  if (!middle) return;
  const rect = box(middle.x - 31, middle.y - 34, middle.x + 31, middle.y + 30);
  pen.swept([ringOf(rect)], 14, 15.4, { fill: "#160e06", alpha: 0.38 }, 8);
  pen.swept([ringOf(rect)], 3.5, 4.2, { fill: "#5b4c3a", stroke: "#21180f", width: 1 }, 4);
  hip(pen, rect, "#98978a");
}

/** The Brandenburg Gate across its boulevard: columns, attic, quadriga. */
export function paintGate(pen: Pen, { x, y }: Hex): void {
  const deck = box(x - 13, y - 36, x + 13, y + 36);
  const lodges = [box(x - 10, y - 54, x + 10, y - 38), box(x - 10, y + 38, x + 10, y + 54)];
  const shape = [ringOf(deck), ...lodges.map(ringOf)];
  pen.swept(shape, 16, 18, { fill: "#160e06", alpha: 0.44 }, 8);
  pen.swept(shape, 4, 5, { fill: "#6b5d49", stroke: "#21180f", width: 1 }, 4);
  for (const one of lodges) hip(pen, one, "#a79a7c");
  pen.rect(deck, { fill: "#cdbf9d", stroke: "#21180f", width: 1.7 });
  for (const side of [-1, 1])
    for (let n = 0; n < 6; n++)
      pen.circle(x + side * 10, y - 30 + n * 12, 2.7, { fill: "#efe4c6", stroke: "#4a3e2d", width: 0.9 });
  pen.rect(box(x - 5, y - 30, x + 5, y + 30), { fill: "#b8aa88", stroke: "#5b4f3c", width: 1 });
  pen.rect(box(x - 4, y - 10, x + 6, y + 10), { fill: "#d9ccab", stroke: "#4a3e2d", width: 1 });
  for (const dy of [-6, -2, 2, 6])
    pen.line(
      [
        [x + 1, y + dy],
        [x + 8, y + dy],
      ],
      { stroke: "#3f5a4c", width: 2.4 },
    );
  pen.circle(x - 2, y, 3, { fill: "#4d6b5a", stroke: "#21180f", width: 0.8 });
}

/** The S-Bahn on its brick arches: deck, two tracks; the hall of the station over it. */
export function paintViaduct(pen: Pen, quarter: Quarter): void {
  const wide = 40;
  for (const line of quarter.linesOf("SBAHN", 3)) {
    if (!pen.meets(line)) continue;
    pen.line(
      line.map(([x, y]): Point => [x + 10, y + 12]),
      { stroke: "#160e06", width: wide, alpha: 0.4, cap: "butt" },
    );
    pen.line(
      line.map(([x, y]): Point => [x + 4, y + 5]),
      { stroke: "#6d4433", width: wide + 2, cap: "butt" },
    );
    pen.line(line, { stroke: "#2a1d13", width: wide + 2.4, cap: "butt" });
    pen.line(line, { stroke: "#b79f7f", width: wide, cap: "butt" });
    pen.line(line, { stroke: "#5d4f3a", width: wide - 7, cap: "butt" });
    pen.line(line, { stroke: "#8e8068", width: wide - 8.6, cap: "butt" });
    if (pen.scale > 0.5) {
      const arches = stations(line, () => 17).map(({ at: [x, y], along: [dx, dy] }): Point[] => [
        [x - dy * (wide / 2 - 3.6), y + dx * (wide / 2 - 3.6)],
        [x - dy * (wide / 2), y + dx * (wide / 2)],
      ]);
      pen.lines(arches, { stroke: "#5b3a2b", width: 2.4, cap: "butt" });
    }
    for (const by of [-8, 8]) {
      const track = beside(line, by);
      pen.line(track, { stroke: "#463521", width: 10, dash: [2.2, 3.4], cap: "butt" });
      for (const rail of [-3, 3]) pen.line(beside(track, rail), { stroke: "#dcd6c8", width: 1.2, cap: "butt" });
    }
  }
  const station = quarter.having("STATION").sort((a, b) => a.x - b.x);
  if (station.length) hall(pen, station);
}

/** The hall of the station: a vault of iron and glass. Most panes are gone, and the tracks are seen below. */
function hall(pen: Pen, hexes: readonly Hex[]): void {
  const [first, last] = [hexes[0] as Hex, hexes.at(-1) as Hex];
  const y = hexes.reduce((sum, hex) => sum + hex.y, 0) / hexes.length;
  const rect = box(first.x - 0.7 * SIDE, y - 30, last.x + 0.7 * SIDE, y + 30);
  const chance = new Chance("station hall");
  pen.swept([ringOf(rect)], 18, 20, { fill: "#160e06", alpha: 0.4 }, 8);
  pen.rect(rect, { fill: "#3a332a", stroke: "#21180f", width: 1.6 });
  for (const by of [-14, -6, 6, 14]) across(pen, rect, y + by, { stroke: "#a49a86", width: 1.2 });
  // From the eaves to the ridge and down again: the vault turns away from the light.
  const rows = 10;
  const [deep, bay] = [60 / rows, 12];
  for (let n = 0; n < rows; n++) {
    const turned = (n + 0.5) / rows;
    const glass = turned < 0.5 ? mix("#8fa3a0", "#dfe8e2", turned * 2) : mix("#c9d4cf", "#56635f", turned * 2 - 1);
    for (let x = rect.x1; x < rect.x2 - 1; x += bay) {
      // Whole bays burnt out; in others a pane here and there.
      const burnt = Math.sin(x / 31) + Math.sin(x / 13 + 1) > 0.55;
      if (chance.is(burnt ? 0.86 : 0.2)) continue;
      pen.rect(box(x, y - 30 + n * deep, Math.min(rect.x2, x + bay), y - 30 + (n + 1) * deep), {
        fill: mix(glass, "#4a4a42", chance.from(0, 0.22)),
        alpha: 0.92,
      });
    }
    across(pen, rect, y - 30 + n * deep, { stroke: "#2e2a24", width: 0.5, alpha: 0.7 });
  }
  const ribs: Point[][] = [];
  for (let x = rect.x1 + bay; x < rect.x2 - 1; x += bay) ribs.push([[x, rect.y1] as Point, [x, rect.y2] as Point]);
  pen.lines(ribs, { stroke: "#2b261f", width: 1.3, cap: "butt" });
  across(pen, rect, y, { stroke: "#efe9da", width: 2.6 });
  for (const end of [rect.x1, rect.x2 - 7])
    pen.rect(box(end, rect.y1, end + 7, rect.y2), { fill: "#b08a66", stroke: "#21180f", width: 1 });
  pen.rect(rect, { stroke: "#21180f", width: 2 });
}

function across(pen: Pen, { x1, x2 }: Corners, y: number, ink: Ink): void {
  const ends: Point[] = [
    [x1, y],
    [x2, y],
  ];
  pen.line(ends, { cap: "butt", ...ink });
}
