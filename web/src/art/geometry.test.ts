// @vitest-environment node
import { describe, expect, it } from "vitest";
import { beside, chains, inset, lengthOf, lengthened, relax, smooth, stations, union, type Point } from "./geometry";

const area = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [a, b] = ring[(i + 1) % ring.length] as Point;
    return sum + (x * b - a * y) / 2;
  }, 0);

describe("rectangles as one shape", () => {
  it("keeps a single rectangle, also one whose corners are no tenths", () => {
    const [ring] = union([{ x1: 0.04, y1: 0, x2: 10.36, y2: 5 }]);
    expect(ring).toHaveLength(4);
    expect(area(ring as Point[])).toBeCloseTo(52, 0);
  });

  it("joins two that overlap to one ring without inner lines", () => {
    const rings = union([
      { x1: 0, y1: 0, x2: 10, y2: 10 },
      { x1: 5, y1: 5, x2: 15, y2: 15 },
    ]);
    expect(rings).toHaveLength(1);
    expect(rings[0]).toHaveLength(8);
    expect(area(rings[0] as Point[])).toBe(175);
  });

  it("turns a hole the other way", () => {
    const rings = union([
      { x1: 0, y1: 0, x2: 30, y2: 10 },
      { x1: 0, y1: 20, x2: 30, y2: 30 },
      { x1: 0, y1: 0, x2: 10, y2: 30 },
      { x1: 20, y1: 0, x2: 30, y2: 30 },
    ]);
    expect(rings.map((ring) => area(ring)).sort((a, b) => a - b)).toEqual([-100, 900]);
  });

  it("lets two that touch at a corner stay two", () => {
    const rings = union([
      { x1: 0, y1: 0, x2: 10, y2: 10 },
      { x1: 10, y1: 10, x2: 20, y2: 20 },
    ]);
    expect(rings.map((ring) => area(ring))).toEqual([100, 100]);
  });

  it("moves a ring inwards", () => {
    const [ring] = union([{ x1: 0, y1: 0, x2: 10, y2: 20 }]);
    expect(area(inset(ring as Point[], 2))).toBe(96);
  });
});

describe("lines", () => {
  const zigzag: Point[] = [
    [0, 0],
    [10, 5],
    [20, 0],
    [30, 5],
  ];

  it("are smoothed between their ends", () => {
    for (const line of [smooth(zigzag, 2), relax(zigzag, 3)]) {
      expect(line[0]).toEqual([0, 0]);
      expect(line.at(-1)).toEqual([30, 5]);
      expect(lengthOf(line)).toBeLessThan(lengthOf(zigzag));
    }
  });

  it("have stations at equal distances and sides to the right", () => {
    const line: Point[] = [
      [0, 0],
      [10, 0],
    ];
    expect(stations(line, () => 4).map(({ at }) => at[0])).toEqual([0, 4, 8]);
    expect(beside(line, 2)).toEqual([
      [0, 2],
      [10, 2],
    ]);
    expect(lengthened(line, 5, 0)[0]).toEqual([-5, 0]);
  });

  it("are joined from edges, every edge once", () => {
    const found = chains([
      ["a", "b"],
      ["b", "c"],
      ["c", "d"],
      ["b", "x"],
    ]);
    expect(found.reduce((sum, line) => sum + line.length - 1, 0)).toBe(4);
    expect(found.some((line) => line.length >= 3)).toBe(true);
  });
});
