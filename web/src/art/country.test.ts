import { describe, expect, it } from "vitest";
import { paintRivers, paintTown, wound } from "./country";
import { lengthOf, type Point } from "./geometry";
import { Pen } from "./pen";
import { recorded } from "./recorded";

const way: Point[] = [
  [0, 0],
  [200, 40],
  [380, 10],
];
const everywhere = { x1: -999, y1: -999, x2: 999, y2: 999 };

describe("a river", () => {
  it("winds, the same at every call, and ends where its line ends", () => {
    const river = wound(way, "Spree");
    expect(wound(way, "Spree")).toEqual(river);
    expect(wound(way, "Havel")).not.toEqual(river);
    expect([river[0], river.at(-1)]).toEqual([way[0], way[2]]);
    expect(lengthOf(river)).toBeGreaterThan(1.03 * lengthOf(way));
    expect(lengthOf(river)).toBeLessThan(1.6 * lengthOf(way));
  });

  it("is a brook at its spring", () => {
    const { on, done } = recorded();
    paintRivers(new Pen(on, 1, everywhere), [{ wide: 6, line: wound(way, "Spree") }], {
      water: "#123456",
      bank: "#fff",
    });
    const widths = done.flatMap((line, n) =>
      line.startsWith("lineWidth") && done[n - 1] === "strokeStyle = #123456" ? [Number(line.split(" = ")[1])] : [],
    );
    expect(widths.length).toBeGreaterThan(3);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(widths.at(-1)).toBeLessThanOrEqual(6);
  });
});

describe("a town", () => {
  const paintedAt = (scale: number, name = "Jena"): string[] => {
    const { on, done } = recorded();
    paintTown(new Pen(on, scale, everywhere), name, [10, 10], 20, {
      ground: "#e3c9a0",
      house: "#a9775a",
      street: "#f4e8cb",
    });
    return done;
  };

  it("has its streets only where they can be seen", () => {
    expect(paintedAt(2).length).toBeGreaterThan(4 * paintedAt(0.3).length);
    expect(paintedAt(0.3).length).toBeGreaterThan(0);
  });

  it("looks the same at every call, and like no other", () => {
    expect(paintedAt(2)).toEqual(paintedAt(2));
    expect(paintedAt(2)).not.toEqual(paintedAt(2, "Gera"));
  });
});
