// @vitest-environment node
import { expect, test } from "vitest";
import { headingSteps, linesAbout, nextHeading, parties, withoutEmpty } from "./journal";
import type { ShownLine } from "./types";

const line = (number: number, step: number, level: number, ...sides: string[]): ShownLine => ({
  number,
  step,
  event: "any",
  clause: "",
  text: [],
  level,
  sides,
});
const LINES = [
  line(0, 0, 1),
  line(1, 0, 2),
  line(2, 1, 0, "red"),
  line(3, 2, 2),
  line(4, 3, 0, "blue", "grey"),
  line(5, 4, 1),
  line(6, 4, 2),
  line(7, 4, 2),
  line(8, 5, 0, "red"),
  line(9, 6, 1),
];
const numbers = (lines: ShownLine[]): number[] => lines.map(({ number }) => number);

test("headings stay where they have a line under them, and none is said twice", () => {
  expect(numbers(linesAbout(LINES, "red"))).toEqual([0, 1, 2, 5, 7, 8]);
  expect(numbers(linesAbout(LINES, "blue"))).toEqual([0, 3, 4]);
  expect(linesAbout(LINES, "green")).toEqual([]);
});

test("a phase in which nothing happened has no heading, the present one has", () => {
  expect(numbers(withoutEmpty(LINES))).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
});

test("the journal is about those whom its lines name", () => {
  expect(parties(LINES)).toEqual(["red", "blue", "grey"]);
});

test("one jumps from heading to heading, and to the ends beyond them", () => {
  const steps = headingSteps(LINES);
  expect(steps).toEqual([0, 2, 4, 6]);
  expect(nextHeading(steps, 3, true, 9)).toBe(4);
  expect(nextHeading(steps, 4, false, 9)).toBe(2);
  expect(nextHeading(steps, 6, true, 9)).toBe(9);
  expect(nextHeading(steps, 0, false, 9)).toBe(0);
});
