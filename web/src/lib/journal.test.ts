import { expect, test } from "vitest";
import { headingSteps, isAbout, linesAbout, nextHeading } from "./journal";
import type { ShownLine } from "./types";

const line = (number: number, step: number, event: string, facts: Record<string, unknown> = {}): ShownLine => ({ number, step, event, facts, clause: "", text: [event] });
const SIDES = new Map([["u1", "red"], ["u2", "blue"]]);
const LINES = [
  line(0, 0, "turn", { turn: 1 }),
  line(1, 0, "phase"),
  line(2, 1, "moves", { unit: "u1" }),
  line(3, 2, "phase"),
  line(4, 3, "shot", { units: ["u2"], by: "x9" }),
  line(5, 4, "turn"),
  line(6, 4, "phase"),
  line(7, 5, "passes", { seat: "red" }),
  line(8, 6, "turn"),
];

test("a line is about those whose pieces it names", () => {
  expect(LINES.filter((one) => isAbout(one, "red", SIDES)).map(({ number }) => number)).toEqual([2, 7]);
  expect(LINES.filter((one) => isAbout(one, "blue", SIDES)).map(({ number }) => number)).toEqual([4]);
});

test("headings stay where they have a line under them, and none is said twice", () => {
  expect(linesAbout(LINES, "red", SIDES).map(({ number }) => number)).toEqual([0, 1, 2, 5, 6, 7]);
  expect(linesAbout(LINES, "blue", SIDES).map(({ number }) => number)).toEqual([0, 3, 4]);
  expect(linesAbout(LINES, "green", SIDES)).toEqual([]);
});

test("one jumps from heading to heading, and to the ends beyond them", () => {
  const steps = headingSteps(LINES);
  expect(steps).toEqual([0, 2, 4, 6]);
  expect(nextHeading(steps, 3, true, 9)).toBe(4);
  expect(nextHeading(steps, 4, false, 9)).toBe(2);
  expect(nextHeading(steps, 6, true, 9)).toBe(9);
  expect(nextHeading(steps, 0, false, 9)).toBe(0);
});

test("a game's own headings count", () => {
  expect(headingSteps(LINES, { shot: 2 })).toEqual([0, 2, 3, 4, 6]);
});
