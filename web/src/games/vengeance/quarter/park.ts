// The walks of the Tiergarten. They are ornament: no rule knows them, so none leads through woods, where a path would matter.

import { beside, chains, relax, smooth, type Point } from "../../../art/geometry";
import { Chance, type Pen } from "../../../art/pen";
import { type Hex, type Quarter } from "./quarter";

/** The three directions in which each pair of neighbours is met once. */
const NEXT = [
  [0, 2],
  [1, 1],
  [1, -1],
] as const;
const ALL = NEXT.flatMap(([col, y2]) => [
  [col, y2],
  [-col, -y2],
]) as readonly (readonly [number, number])[];
const GREEN = new Set(["ORCHARD", "WOODS"]);
const SAND = { edge: "#8f8258", path: "#d5c79c", worn: "#bfae80" };
const WIDTH = 8;

export function paintWalks(pen: Pen, quarter: Quarter): void {
  const lines = quarter.once("walks", () => walks(quarter));
  pen.lines(lines, { stroke: SAND.edge, width: WIDTH + 2, alpha: 0.5 });
  pen.lines(lines, { stroke: SAND.path, width: WIDTH, alpha: 0.85 });
  if (pen.scale < 0.6) return;
  for (const by of [-1.8, 1.8])
    pen.lines(
      lines.map((line) => beside(line, by)),
      { stroke: SAND.worn, width: 1.2, dash: [13, 7], alpha: 0.8 },
    );
}

/** A net without loops over the lawns between the trees; dead ends are grown over. */
function walks(quarter: Quarter): Point[][] {
  const lawns = [...quarter.hexes.values()].filter((hex) => isLawn(quarter, hex));
  const ways = lawns
    .flatMap((hex) =>
      NEXT.map(([col, y2]) => quarter.at(hex.col + col, hex.y2 + y2)).flatMap((other) =>
        other && isLawn(quarter, other)
          ? [{ a: hex.id, b: other.id, weight: new Chance(`walk|${hex.id}|${other.id}`).next() }]
          : [],
      ),
    )
    .sort((one, two) => one.weight - two.weight);
  const root = new Map(lawns.map(({ id }) => [id, id]));
  const found = (id: string): string => {
    const above = root.get(id) as string;
    return above === id ? id : found(above);
  };
  let net: [string, string][] = [];
  for (const { a, b } of ways) {
    const [one, two] = [found(a), found(b)];
    if (one === two) continue;
    root.set(one, two);
    net.push([a, b]);
  }
  const ends = new Map<string, number>();
  for (const id of net.flat()) ends.set(id, (ends.get(id) ?? 0) + 1);
  net = net.filter(([a, b]) => (ends.get(a) ?? 0) > 1 && (ends.get(b) ?? 0) > 1);
  return chains(net).map((ids) =>
    smooth(
      relax(
        ids.map((id) => bend(quarter, id)),
        2,
      ),
      3,
    ),
  );
}

/** Whether a walk may lead there: under fruit trees, or over grass that trees stand around. */
function isLawn(quarter: Quarter, hex: Hex): boolean {
  if (hex.base === "ORCHARD") return true;
  if (hex.base !== "OPEN" || hex.features.length) return false;
  return ALL.filter(([col, y2]) => GREEN.has(quarter.at(hex.col + col, hex.y2 + y2)?.base ?? "")).length > 1;
}

/** Not quite through the middle of a hex. */
function bend(quarter: Quarter, id: string): Point {
  const [x, y] = quarter.middle(id);
  const chance = new Chance(`bend|${id}`);
  return [x + chance.from(-17, 17), y + chance.from(-14, 14)];
}
