import { expect, test } from "vitest";
import { left } from "./clocks";
import { duration } from "./time";
import type { Clocked } from "./types";

const CLOCK: Clocked = {
  type: "clock",
  control: { kind: "bank", seconds: 1800, increment: 30, vacation: 14 },
  running: ["north", "west"],
  left: { north: 100, south: 200, west: 300 },
  away: { west: "2026-01-01T00:00:00+00:00" },
  vacation: {},
};

test("time runs for those who are asked and not away", () => {
  expect(["north", "south", "west"].map((seat) => left(CLOCK, seat, 30))).toEqual([70, 200, 300]);
});

test("what is left is told in the two largest units", () => {
  expect(duration(2 * 86400 + 3 * 3600 + 59)).toBe("2 d 3 h");
  expect(duration(3600 + 5 * 60)).toBe("1 h 5 min");
  expect(duration(245)).toBe("4:05");
  expect(duration(-3)).toBe("0:00");
});
