// @vitest-environment node
import { describe, expect, it } from "vitest";
import { boxOf, covering, scaleFor, TILE } from "./tile";

const bounds = { x: -100, y: -50, width: 3000, height: 2000 };

describe("tiles", () => {
  it("cover the whole map, each a pixel over its neighbours", () => {
    const all = covering(bounds, bounds, 0.5, "plain");
    expect(all).toHaveLength(6);
    const first = boxOf({ scale: 0.5, column: 0, row: 0, tone: "plain" }, bounds);
    const second = boxOf({ scale: 0.5, column: 1, row: 0, tone: "plain" }, bounds);
    expect(first.x).toBe(-102);
    expect(first.x + first.width - second.x).toBe(4);
    expect(first.width).toBe((TILE + 2) / 0.5);
  });

  it("begin in the middle of what is in sight", () => {
    const part = { x: 900, y: 900, width: 1200, height: 800 };
    const [first] = covering(part, bounds, 1, "plain");
    expect(first).toMatchObject({ column: 3, row: 2 });
  });

  it("never lie outside the map", () => {
    const far = covering({ x: -9000, y: -9000, width: 100, height: 100 }, bounds, 1, "plain");
    expect(far).toEqual([{ scale: 1, column: 0, row: 0, tone: "plain" }]);
  });

  it("are sharp enough, and no sharper", () => {
    expect(scaleFor(0.3)).toBe(0.25);
    expect(scaleFor(0.4)).toBe(0.5);
    expect(scaleFor(9)).toBe(2);
  });
});
