// @vitest-environment node
import { describe, expect, it } from "vitest";
import { stations, stepped } from "../../art/geometry";
import { recorded } from "../../art/recorded";
import type { Board, Label, Link, Space } from "../../lib/types";
import { written } from "./plan/names";
import { Plan, SIDE, TALL } from "./plan/plan";

const KINDS = ["city", "suburb", "woods", "water", "park", "clear", "airfield", "rubble"];
const place = (col: number, row: number): [number, number] => [
  30 + (col - 1) * 1.5 * SIDE,
  30 + (row - 1) * TALL + (col % 2 ? 0 : TALL / 2),
];
const idOf = (col: number, row: number): string => `${String(col).padStart(2, "0")}${String(row).padStart(2, "0")}`;

function made(columns: number, rows: number, labels: Label[], links: Link[]): Board {
  const spaces: Space[] = [];
  for (let col = 1; col <= columns; col++)
    for (let row = 1; row <= rows; row++) {
      const [x, y] = place(col, row);
      const tags = col === 3 && row === 2 ? ["major building", "objective", "U-Bahn", "fort"] : [];
      // Four columns of each kind, so that areas are larger than a hex.
      const kind = KINDS[Math.floor((col - 1) / 4) % KINDS.length] as string;
      spaces.push({ id: idOf(col, row), x, y, shape: "hex", kind, tags });
    }
  const [width, height] = [40 + columns * 30, 60 + rows * TALL];
  const scenery = { bridges: [["0202", "0302", "road"]], roads: { Avenue: 23 } };
  return { width, height, spaces, labels, links, art: "ontoberlin", scenery };
}

const links: Link[] = [
  { kind: "road", label: "Avenue", points: Array.from({ length: 30 }, (_, n) => place(n + 1, 4)) },
  { kind: "rail", label: "Line", points: Array.from({ length: 9 }, (_, n) => place(8, n + 1)) },
  { kind: "river", label: "Spree", points: Array.from({ length: 24 }, (_, n) => place(n + 2, 6)) },
];
/** Districts and places so close together that not all can be written. */
const labels: Label[] = Array.from({ length: 60 }, (_, n) => {
  const [x, y] = place(1 + (n % 15) * 2, 1 + Math.floor(n / 15) * 2);
  return { text: `District ${n}`, x, y, kind: n % 3 ? "place" : "region" };
});

describe("the town plan", () => {
  it("is painted the same every time", async () => {
    const { default: paint } = await import("./painting");
    const painting = paint(made(32, 8, [], links));
    const [one, two, away] = [recorded(), recorded(), recorded()];
    for (const { on } of [one, two]) painting.paint(on, { x: 0, y: 0, width: 500, height: 300 }, 1, "plain");
    painting.paint(away.on, { x: 9000, y: 9000, width: 500, height: 300 }, 1, "plain");
    expect(one.done.length).toBeGreaterThan(3000);
    expect(one.done).toEqual(two.done);
    expect(away.done.length).toBeLessThan(one.done.length / 4);
  });

  it("finds hexes by their points, and goes on beyond the edge", () => {
    const plan = new Plan(made(6, 6, [], []));
    expect(plan.hexAt(...place(4, 3))?.id).toBe("0403");
    expect(plan.hexAt(place(1, 3)[0] - 1.5 * SIDE, place(1, 3)[1] + TALL / 2)?.beyond).toBe(true);
    expect(plan.hexes).toHaveLength(36);
  });

  it("draws touching hexes of a kind as one area", () => {
    const plan = new Plan(made(8, 6, [], []));
    expect(plan.areas("city")).toHaveLength(1);
    expect(plan.areas("city", "suburb")).toHaveLength(1);
    expect(plan.areas("woods")).toEqual([]);
  });

  it("keeps ways where they meet, and draws out the zigzag between", () => {
    const zigzag: [number, number][] = Array.from({ length: 9 }, (_, n) => place(n + 1, 4));
    const crossing: [number, number][] = [place(5, 2), place(5, 3), place(5, 4), place(5, 5)];
    const plan = new Plan(
      made(
        9,
        8,
        [],
        [
          { kind: "road", label: "A", points: zigzag },
          { kind: "road", label: "B", points: crossing },
        ],
      ),
    );
    const [x, y] = place(5, 4);
    const near = Math.min(...(plan.ways("road")[0]?.line ?? []).map(([a, b]) => Math.hypot(a - x, b - y)));
    expect(near).toBeLessThan(0.1);
    const [u, v] = place(3, 4);
    const off = Math.min(...(plan.ways("road")[0]?.line ?? []).map(([a, b]) => Math.hypot(a - u, b - v)));
    expect(off).toBeGreaterThan(3);
    expect(off).toBeLessThan(TALL / 2);
  });

  it.each([0.3, 0.6, 1, 1.6, 2.6])("writes no name over another at zoom %f", (k) => {
    const names = written(made(32, 8, labels, links), k, []);
    expect(names.length).toBeGreaterThan(8);
    const boxes = names.flatMap(({ boxes }, n) => boxes.map((box) => ({ ...box, n })));
    const over = boxes.filter((a) =>
      boxes.some(
        (b) =>
          a.n !== b.n && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      ),
    );
    expect(over).toEqual([]);
  });

  it.each([0.12, 0.2, 0.5, 1])("writes every name inside the sheet at zoom %f", (k) => {
    const corners = [0, 1].flatMap((x) => [0, 1].map((y): [number, number] => [x, y]));
    const [width, height] = [1000, 8 * TALL + 60];
    const far = corners.map(([x, y]) => ({ text: "Niederschön", x: x * width, y: y * height, kind: "region" }));
    const names = written({ ...made(32, 8, far, []), width, height }, k, []);
    expect(names.length).toBeGreaterThan(0);
    for (const { x, y, size, boxes } of names) {
      expect(y - size * 0.6).toBeGreaterThan(0);
      expect(y + size * 0.6).toBeLessThan(height);
      for (const box of boxes) expect([box.x > 0, box.x + box.width < width, x > 0]).toEqual([true, true, true]);
    }
  });

  it("draws the line of a name out where its letters would lean into each other", () => {
    const bend = stepped([place(1, 4), place(6, 4), place(6, 7), place(12, 7)], 6);
    const board = made(32, 8, [], [{ kind: "canal", label: "Hohenzollernkanal", points: bend }]);
    const turns = [0.8, 1.2, 2].flatMap((k) =>
      written(board, k, []).flatMap(({ line, size }) => {
        const ways = stations(line ?? [], () => size * 0.68).map(({ along: [x, y] }) => Math.atan2(y, x));
        return ways.slice(1).map((way, n) => Math.abs(way - (ways[n] ?? way)));
      }),
    );
    expect(turns.length).toBeGreaterThan(10);
    expect(Math.max(...turns)).toBeLessThan(0.43);
  });

  it("moves the name of a place away from a counter", () => {
    const [x, y] = place(5, 3);
    const board = made(32, 8, [{ text: "Reichstag", x, y, kind: "landmark" }], []);
    const [free] = written(board, 1, []);
    const [pushed] = written(board, 1, [{ x: x - 20, y: y - 5, width: 40, height: 10 }]);
    expect([free?.x, free?.y]).toEqual([x, y]);
    expect([pushed?.x, pushed?.y]).not.toEqual([x, y]);
  });
});
