// @vitest-environment node
import { expect, test } from "vitest";
import type { ShownLine } from "../../lib/types";
import { around, wedge } from "./dial";
import { tracksOf } from "./tracks";

const line = (step: number, event: string, facts: Record<string, unknown>): ShownLine => ({
  number: step,
  step,
  clause: "",
  event,
  text: [],
  facts,
});

const journal = [
  line(1, "turn", { turn: 1 }),
  line(2, "flew", { units: ["old"], route: ["0101", "0102"] }),
  line(3, "turn", { turn: 1 }),
  line(4, "flew", { units: ["b17"], route: ["0101", "0102", "0103"] }),
  line(5, "flew", { units: ["p51"], route: ["0101", "0102", "0103"] }),
  line(6, "turn", { turn: 2 }),
  line(7, "flew", { units: ["jg1"], route: ["0505"] }),
  line(8, "flew", { units: ["jg1"], route: ["0505", "0103"] }),
];

test("the tracks are those of the raid that is being flown, one for each way", () => {
  expect(tracksOf(journal, 99)).toEqual([
    { route: ["0101", "0102", "0103"], units: ["b17", "p51"], turn: 1 },
    { route: ["0505", "0103"], units: ["jg1"], turn: 2 },
  ]);
});

test("who looks back sees the tracks of that moment", () => {
  expect(tracksOf(journal, 4).map(({ units }) => units)).toEqual([["b17"]]);
  expect(tracksOf(journal, 2).map(({ units }) => units)).toEqual([["old"]]);
});

test("a slice of a dial begins at the top and runs clockwise", () => {
  expect(around(10, 0)).toEqual([0, -10]);
  expect(around(10, 90)).toEqual([10, 0]);
  expect(wedge(10, 0, 90)).toBe("M0 0L0 -10A10 10 0 0 1 10 0Z");
  expect(wedge(10, 0, 270)).toContain("0 1 1");
});
