// @vitest-environment node
import { expect, test } from "vitest";
import { headingSteps, linesAbout, nextHeading, parties, withoutEmpty, withoutToAndFro } from "./journal";
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

test("what was done and undone again is told once, and nothing that a die decided", () => {
  const told = (event: string, facts: Record<string, unknown>): ShownLine => ({ ...line(0, 0, 0), event, facts });
  const events = (lines: ShownLine[]): string[] => withoutToAndFro(lines).map((one) => one.event);
  const [over, back] = [told("combat", { unit: "a" }), told("maneuver", { unit: "a" })];
  expect(events([over, back, over])).toEqual(["combat"]);
  expect(events([over, back, over, back])).toEqual(["combat", "maneuver"]);
  expect(events([over, back])).toEqual(["combat", "maneuver"]);
  expect(events([over, told("maneuver", { unit: "b" }), over])).toHaveLength(3);
  expect(events([over, over, over])).toHaveLength(3);
  const rolled = told("combat", { unit: "a", dice: [6] });
  expect(events([rolled, told("maneuver", { unit: "a", dice: [6] }), rolled])).toHaveLength(3);
  expect(events([told("noon", {}), told("night", {}), told("noon", {})])).toHaveLength(3);
});
