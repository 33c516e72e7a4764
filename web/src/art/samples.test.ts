import { describe, expect, it } from "vitest";
import type { Board } from "../lib/types";
import { samplesOf } from "./samples";

const board = {
  width: 200,
  height: 100,
  spaces: [
    { id: "A1", x: 20, y: 20, shape: "hex", width: 40 },
    { id: "B1", x: 50, y: 40, shape: "hex", width: 40 },
  ],
  scenery: {
    key: [
      ["Woods", ["Z9", "A1"]],
      ["Wall", ["A1-B1"]],
      ["Lake", ["C3"]],
    ],
  },
} as unknown as Board;

describe("the key to a painted map", () => {
  it("shows each kind of ground where it lies on this board, and none that is not there", () => {
    expect(samplesOf(board, 1.5, 1)).toEqual([
      { name: "Woods", box: { x: -10, y: 0, width: 60, height: 40 } },
      { name: "Wall", box: { x: 5, y: 10, width: 60, height: 40 } },
    ]);
  });

  it("is empty where the server tells none", () => {
    expect(samplesOf({ ...board, scenery: {} }, 1, 1)).toEqual([]);
  });
});
