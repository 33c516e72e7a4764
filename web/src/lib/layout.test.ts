// @vitest-environment node
import { expect, test } from "vitest";
import { ahead, corners, fan, inside, layOut, makeRoom, rim, SpaceFinder, spread, unitOf, writtenAt } from "./layout";
import { seeded } from "./seeded";
import type { Board, Label, Piece, Space } from "./types";

const hex = (id: string, x: number, y: number): Space => ({ id, x, y, shape: "hex", width: 68, height: 58.9 });
const piece = (id: string, order = 0): Piece => ({ id, face: "counter", where: "a", order });
const counter = (): { width: number; height: number } => ({ width: 46, height: 46 });

test("a hex has six corners, flat on top when it is wider than high", () => {
  const flat = corners(hex("a", 0, 0), 68);
  expect(flat).toHaveLength(6);
  expect(Math.max(...flat.map(([x]) => x))).toBeCloseTo(34);
  const pointy = corners({ id: "b", x: 0, y: 0, shape: "hex", width: 58.9, height: 68 }, 68);
  expect(Math.max(...pointy.map(([, y]) => y))).toBeCloseTo(34);
});

test("the finder knows which space is at a point, the smaller of two, and none outside", () => {
  const board: Board = {
    width: 300,
    height: 300,
    spaces: [
      { id: "part", x: 100, y: 100, shape: "rect", width: 150, height: 150 },
      { id: "station", x: 100, y: 100, shape: "rect", width: 40, height: 40 },
      hex("h", 250, 250),
    ],
  };
  const finder = new SpaceFinder(board, unitOf(board));
  expect(finder.find([105, 95])?.id).toBe("station");
  expect(finder.find([150, 150])?.id).toBe("part");
  expect(finder.find([250, 250])?.id).toBe("h");
  expect(finder.find([282, 278])).toBeUndefined();
  expect(inside([250, 250], hex("h", 250, 250), 68)).toBe(true);
});

test("one piece lies in the middle, pieces that fit lie side by side, others are stacked in order", () => {
  const [alone] = layOut(hex("a", 10, 20), [piece("p")], counter, 68);
  expect([alone?.x, alone?.y, alone?.scale]).toEqual([10, 20, 1]);
  const wide = layOut(
    { id: "a", x: 0, y: 0, shape: "rect", width: 200, height: 60 },
    [piece("p"), piece("q")],
    counter,
    68,
  );
  expect(wide.every((one) => one.of === 1)).toBe(true);
  expect(wide[0]?.y).toBe(wide[1]?.y);
  const stack = layOut(hex("a", 0, 0), [piece("top", 2), piece("low", 1), piece("lowest", 0)], counter, 68);
  expect(stack.map((one) => one.piece.id)).toEqual(["lowest", "low", "top"]);
  expect(stack.map((one) => one.level)).toEqual([0, 1, 2]);
});

test("a pile climbs no further than it may, its edges can be told apart, and every piece of it lies on its level", () => {
  const pieces = Array.from({ length: 14 }, (_, n) => piece(`p${n}`, n));
  const pile = layOut(hex("a", 0, 0), pieces, counter, 68, [], 0.16);
  expect(pile.map((one) => one.level)).toEqual(pieces.map((_, at) => at));
  const xs = [...new Set(pile.map((one) => one.x))];
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(0.16 * 46);
  expect(Math.min(...xs.slice(1).map((x, at) => x - (xs[at] ?? 0)))).toBeGreaterThan(0.04 * 46);
  expect(pile.slice(0, -3).every((one) => one.x === pile[0]?.x)).toBe(true);
  const usual = layOut(hex("a", 0, 0), pieces.slice(0, 5), counter, 68);
  expect((usual.at(-1)?.x ?? 0) - (usual[0]?.x ?? 0)).toBeCloseTo(4 * 0.11 * 46);
});

test("an opened stack shows every piece without overlap", () => {
  const stack = layOut(
    hex("a", 0, 0),
    [0, 1, 2, 3, 4, 5].map((n) => piece(`p${n}`, n)),
    counter,
    68,
  );
  const spread = fan({ x: 0, y: 0 }, stack, counter());
  for (const a of spread)
    for (const b of spread)
      if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(46);
});

test("arrow keys find what lies straight ahead before what lies aside", () => {
  const points = new Map<string, [number, number]>([
    ["right", [10, 0]],
    ["far", [30, 0]],
    ["aside", [8, 20]],
    ["left", [-5, 0]],
  ]);
  expect(ahead([0, 0], points, 1, 0)).toBe("right");
  expect(ahead([0, 0], points, -1, 0)).toBe("left");
  expect(ahead([0, 0], points, 0, -1)).toBeNull();
});

test("textures depend on the id alone", () => {
  const [a, b, c] = [seeded("4714"), seeded("4714"), seeded("4715")];
  const first = [a(), a(), a()];
  expect([b(), b(), b()]).toEqual(first);
  expect([c(), c(), c()]).not.toEqual(first);
});

test("what a question is about lies on top of its stack, and small markers hide nothing", () => {
  const sizes = (one: Piece): { width: number; height: number } =>
    one.face === "marker" ? { width: 15, height: 15 } : counter();
  const pieces = [
    piece("asked", 0),
    piece("low", 1),
    piece("top", 2),
    { ...piece("flash", 9), face: "marker" },
    { ...piece("smoke", 8), face: "marker" },
  ];
  const laid = layOut(hex("a", 0, 0), pieces, sizes, 68, ["asked"]);
  expect(laid.map((one) => one.piece.id)).toEqual(["low", "top", "asked", "flash", "smoke"]);
  const markers = laid.slice(3);
  expect(markers.every((one) => one.y < -18 && one.of === 1)).toBe(true);
  expect(markers[0]?.x).not.toBe(markers[1]?.x);
  expect(layOut(hex("a", 0, 0), pieces.slice(3), sizes, 68).every((one) => Math.abs(one.y) < 10)).toBe(true);
});

test("the rim of an area leaves out the edges between its hexes", () => {
  const edges = (path: string): number => path.split("M").length - 1;
  expect(edges(rim([hex("a", 100, 100)], 68))).toBe(6);
  expect(edges(rim([hex("a", 100, 100), hex("b", 100, 158.9)], 68))).toBe(10);
  expect(edges(rim([hex("a", 100, 100), hex("b", 300, 100)], 68))).toBe(12);
});

test("boxes that meet move apart, others stay, and none goes further than it may", () => {
  const box = (x: number, y: number): { x: number; y: number; width: number; height: number } => ({
    x,
    y,
    width: 40,
    height: 40,
  });
  const boxes = [box(0, 0), box(20, 4), box(300, 300)];
  const frame = { x: -500, y: -500, width: 1000, height: 1000 };
  const moved = spread(boxes, 100, frame);
  const [a, b] = boxes.map(({ x }, at) => x + (moved[at]?.[0] ?? 0)) as [number, number];
  expect(b - a).toBeGreaterThanOrEqual(39.9);
  expect(moved[2]).toEqual([0, 0]);
  expect(spread(boxes, 100, frame)).toEqual(moved);
  const crowd = spread(
    Array.from({ length: 12 }, () => box(0, 0)),
    30,
    frame,
  );
  expect(Math.max(...crowd.map(([dx, dy]) => Math.hypot(dx, dy)))).toBeLessThanOrEqual(30.01);
  // What would reach over the edge comes inside, whatever it costs.
  expect(spread([box(-20, 30)], 5, { x: 0, y: 0, width: 100, height: 100 })).toEqual([[20, 0]]);
});

test("a name is found where it is written, but not in the middle of another", () => {
  const label = (text: string, x: number): Label => ({ text, x, y: 2 });
  const board: Board = {
    width: 9,
    height: 9,
    spaces: [],
    labels: [label("Tegel Airfield", 1), label("Tegel", 3), label("Tegeler See", 4), label("Alt-Tegel", 5)],
  };
  expect(writtenAt(board, "Tegel")).toEqual([
    [1, 2],
    [3, 2],
  ]);
  expect(writtenAt({ ...board, labels: [] }, "Tegel")).toEqual([]);
});

test("what lies in the middle makes room for a part that is held, and for that alone", () => {
  const part: Space = { id: "a-1", x: -20, y: 14, shape: "rect", width: 20, height: 17, kind: "part" };
  const spaces = new Map([hex("a", 0, 0), part, hex("b", 0, 59)].map((space) => [space.id, space]));
  const on = (id: string) => [id, layOut(spaces.get(id) as Space, [piece(id)], counter, 68)] as const;
  const alone = makeRoom(new Map([on("a"), on("b")]), spaces, 68);
  expect(alone.get("a")?.[0]).toMatchObject({ x: 0, y: 0 });
  const held = makeRoom(new Map([on("a"), on("a-1"), on("b")]), spaces, 68);
  const [middle, shelf, other] = ["a", "a-1", "b"].map((id) => held.get(id)?.[0]);
  expect(middle?.x).toBeGreaterThan(5);
  expect(middle?.y).toBeLessThan(-3);
  expect(shelf).toMatchObject({ x: -20, y: 14 });
  expect(other).toMatchObject({ x: 0, y: 59 });
});
