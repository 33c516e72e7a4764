// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import type { Canvas } from "../../art/pen";
import { recorded } from "../../art/recorded";
import type { Board } from "../../lib/types";
import { levelsOf, namesOf } from "./quarter/names";
import { Quarter } from "./quarter/quarter";

const hex = (
  id: string,
  col: number,
  y2: number,
  base: string,
  building = "",
  height = 0,
  features = "",
): unknown[] => [id, col, y2, base, building, height, features];
const board: Board = {
  width: 500,
  height: 500,
  spaces: ["A1", "B1", "C1"].map((id) => ({ id, x: 0, y: 0, shape: "hex" })),
  art: "vengeance",
  scenery: {
    origin: [1, 1],
    side: 105,
    hexes: [
      hex("A1", 1, 1, "BUILDING", "X", 3),
      hex("B1", 2, 2, "BUILDING", "X", 3, "ROOFLESS"),
      hex("C1", 3, 1, "SHELLHOLES"),
      hex("D1", 4, 2, "PAVED"),
      hex("E1", 5, 1, "WOODS"),
      hex("A2", 1, 3, "BUILDING", "S", 2),
    ],
    sides: [
      ["A1", "B1", "BUILDING:X"],
      ["C1", "D1", "ROAD:alley"],
      ["D1", "E1", "ROAD:alley"],
    ],
    buildings: { X: ["normal", "stone"], S: ["normal", "wood"] },
    streets: { alley: { name: "Long Alley", width: 50, tram: true, trees: true } },
    names: [["Wood", "square", ["C1", "E1"]]],
  },
};

describe("the quarter", () => {
  it("draws a house of two hexes as one, and a small house too", () => {
    const quarter = new Quarter(board);
    expect(quarter.houses.map(({ id, rings }) => [id, rings.length])).toEqual([
      ["X", 1],
      ["S", 1],
    ]);
  });

  it("finds the hex at a point and puts it where the board has it", () => {
    const quarter = new Quarter(board);
    const { x, y } = quarter.hexes.get("C1") as { x: number; y: number };
    expect(quarter.hexAt(x + 9, y - 9)?.id).toBe("C1");
    expect([x * quarter.factor + quarter.shift[0], y * quarter.factor + quarter.shift[1]]).toEqual([
      105 * 4,
      expect.closeTo((105 * Math.sqrt(3)) / 2, 6),
    ]);
  });

  it("writes names along their lines, and the height of houses in play only", () => {
    const names = namesOf(board);
    expect(names.map(({ text }) => text)).toEqual(
      ["LONG ALLEY", "WOOD"].filter((text) => names.some((n) => n.text === text)),
    );
    expect(names.at(-1)?.text).toBe("WOOD");
    expect(levelsOf(board).map(({ text }) => text)).toEqual(["1½"]);
  });

  it("is painted the same every time, and leaves out what is out of sight", async () => {
    vi.stubGlobal(
      "OffscreenCanvas",
      class {
        getContext = (): Canvas => recorded().on;
      },
    );
    const { default: paint } = await import("./painting");
    const painting = paint(board);
    const [one, two, away] = [recorded(), recorded(), recorded()];
    painting.paint(one.on, { x: 0, y: 0, width: 400, height: 400 }, 1, "plain");
    painting.paint(two.on, { x: 0, y: 0, width: 400, height: 400 }, 1, "plain");
    painting.paint(away.on, { x: 9000, y: 9000, width: 400, height: 400 }, 1, "plain");
    expect(one.done.length).toBeGreaterThan(1500);
    expect(one.done).toEqual(two.done);
    expect(away.done.length).toBeLessThan(150);
  });
});
