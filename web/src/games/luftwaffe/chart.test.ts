// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { plane } from "../../faces/planes";
import type { Canvas } from "../../art/pen";
import { recorded } from "../../art/recorded";
import type { Board } from "../../lib/types";
import { citiesOf, SIGNS } from "./chart";

const board: Board = {
  width: 400,
  height: 300,
  art: "luftwaffe",
  spaces: [
    { id: "0101", x: 24, y: 21, shape: "hex", width: 48, height: 41.6, kind: "clear" },
    { id: "0102", x: 24, y: 62, shape: "hex", width: 48, height: 41.6, kind: "mountain" },
    { id: "bremen", x: 17, y: 13, shape: "circle", width: 13, height: 13, kind: "city" },
  ],
  links: [
    {
      kind: "border",
      points: [
        [12, 41],
        [36, 41],
      ],
    },
    {
      kind: "rail",
      points: [
        [24, 21],
        [24, 62],
      ],
    },
  ],
  scenery: {
    coast: [[-50, -50, 300, -40, 280, 250, -40, 260]],
    rivers: [
      [
        3,
        [
          [0, 0],
          [100, 90],
        ],
      ],
    ],
    lakes: [
      [
        [60, 60],
        [90, 66],
        [70, 80],
      ],
    ],
    seas: [["North Sea", -20, -20]],
    ranges: [[60, [[50, 120]]]],
    industries: { A: "Aircraft Factories" },
    cities: [
      ["bremen", "Bremen", "ARN", 1, 9, -6.5],
      ["nowhere", "Nowhere", "O", 0, 9, -6.5],
    ],
  },
};

describe("the chart", () => {
  it("knows its cities by the spaces of the board", () => {
    expect(citiesOf(board)).toEqual([
      { id: "bremen", name: "Bremen", industries: ["A", "R", "N"], flak: true, x: 17, y: 13, dx: 9, dy: -6.5 },
    ]);
  });

  it("has a shape and a colour of its own for every industry", () => {
    const all = Object.values(SIGNS);
    expect(all).toHaveLength(8);
    expect(new Set(all.map(({ d }) => d)).size).toBe(8);
    expect(new Set(all.map(({ fill }) => fill)).size).toBe(8);
  });

  it("is painted the same every time", async () => {
    vi.stubGlobal(
      "OffscreenCanvas",
      class {
        getContext = (): Canvas => recorded().on;
      },
    );
    const { default: paint } = await import("./painting");
    const painting = paint(board);
    const [one, two] = [recorded(), recorded()];
    for (const { on } of [one, two]) painting.paint(on, { x: 0, y: 0, width: 400, height: 300 }, 1, "plain");
    expect(one.done.length).toBeGreaterThan(120);
    expect(one.done).toEqual(two.done);
  });
});

describe("aircraft from above", () => {
  it("differ by type", () => {
    const types = [
      "P-51",
      "P-47",
      "P-38",
      "B-17",
      "B-24",
      "B-25",
      "Fw 190",
      "Bf 109",
      "Bf 110",
      "Me 262",
      "Me 163",
      "Ju 88",
    ];
    expect(new Set(types.map((type) => JSON.stringify(plane(type)))).size).toBe(types.length);
  });
});
