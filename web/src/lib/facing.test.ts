// @vitest-environment node
import { expect, test } from "vitest";
import { ahead, bearingOf, hexside } from "./facing";
import type { Space } from "./types";

const hex: Space = { id: "0101", x: 100, y: 100, shape: "hex", width: 80, height: 69.28 };

test("a bearing counts clockwise from north", () => {
  expect(bearingOf([0, 0], [0, -10])).toBeCloseTo(0);
  expect(bearingOf([0, 0], [10, 0])).toBeCloseTo(90);
  expect(bearingOf([0, 0], ahead([0, 0], 240, 7))).toBeCloseTo(240);
});

test("a hex with flat top has its northern side above, and a corner in the east", () => {
  const north = hexside(hex, 80, 0, 1);
  expect(north?.every(([, y]) => Math.abs(y - (100 - 34.64)) < 0.01)).toBe(true);
  expect(hexside(hex, 80, 90)).toBeNull();
  const two = hexside(hex, 80, 120, 1)?.map(([x]) => x);
  expect(Math.max(...(two ?? []))).toBeCloseTo(140);
});
