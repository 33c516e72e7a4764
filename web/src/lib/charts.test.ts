// @vitest-environment node
import { expect, test } from "vitest";
import { columnsInUse, layoutOf, rolledOn } from "./charts";
import type { Odds, Panel, ShownLine } from "./types";

const chart: Panel = { id: "ift", title: "Fire", kind: "chart", clause: "RV-A7.1", columns: ["DR", "4", "6", "8"] };
const odds = (value: string, clause: string): Odds => ({
  outcomes: [],
  modifiers: [],
  sampled: false,
  row: [],
  preview: false,
  sums: [["FP on the column", value, clause]],
});

test("the column that a sum of the chart's own clause names is in use", () => {
  expect([...columnsInUse(chart, odds("6", "RV-A7.1"))]).toEqual([2]);
});

test("a number of another clause, or no roll at all, lights nothing", () => {
  expect(columnsInUse(chart, odds("6", "RV-D3.2")).size).toBe(0);
  expect(columnsInUse(chart, null).size).toBe(0);
});

const rolledBy = (clause: string, facts: Record<string, unknown>, step = 1): ShownLine => ({
  number: 0,
  step,
  clause,
  event: "fire",
  text: [],
  facts,
});
const numbered = (labels: string[], columns: string[], clause = "X-1"): Panel => ({
  id: "chart",
  title: "Chart",
  kind: "chart",
  clause,
  columns,
  rows: labels.map((label) => ({ label, cells: columns.slice(1) })),
});

test("a value before the cells of one row makes room for it in all rows", () => {
  const morale: Panel = {
    id: "morale",
    title: "Morale",
    kind: "chart",
    columns: ["", "-1", "0", "+1"],
    rows: [
      { label: "Morale", value: 0, cells: ["", "x", ""] },
      { label: "Cubes", cells: ["W", "", "B"] },
    ],
  };
  expect(layoutOf(morale)).toEqual({ valued: true, unnamed: 1, columns: 5 });
});

test("headings for a value that no row has yet still stand over their columns", () => {
  const sheet: Panel = {
    id: "sheet",
    title: "Targets",
    kind: "chart",
    columns: ["City", "State", "Industries"],
    rows: [{ label: "Berlin", cells: ["x"] }],
  };
  expect(layoutOf(sheet)).toEqual({ valued: true, unnamed: 0, columns: 3 });
});

test("a row without cells has its value in the first of them", () => {
  const rows = [
    { label: "Seen", value: 3 },
    { label: "Sunk", cells: ["1", "2"] },
  ];
  const panel: Panel = { id: "p", title: "P", kind: "chart", columns: ["a", "b"], rows };
  expect(layoutOf(panel)).toEqual({ valued: false, unnamed: 1, columns: 3 });
});

test("the row of the last roll is found by its sum, the column by its name", () => {
  const fire = numbered(["0", "1", "2-3", "15+"], ["DR", "4", "8"]);
  const roll = (facts: Record<string, unknown>): unknown => rolledOn(fire, [rolledBy("X-1", facts)]);
  expect(roll({ dice: [1, 1], modifiers: [[1, "X-2", "cover"]], column: 8 })).toEqual({ row: 2, column: 2 });
  expect(roll({ dice: [6, 6], final: 17, column: 4 })).toEqual({ row: 3, column: 1 });
  expect(roll({ dice: [1, 1], final: -2 })).toEqual({ row: 0, column: -1 });
});

test("what goes beyond the last row counts as the last", () => {
  const problems = numbered(["1", "2", "3"], ["d8", "Level 1"]);
  expect(rolledOn(problems, [rolledBy("Y-1", { roll: 8, chart: "X-1", column: "Level 1" })])).toEqual({
    row: 2,
    column: 1,
  });
  const least = numbered(["1 or less", "2", "13 or more"], ["", "A"]);
  expect(rolledOn(least, [rolledBy("X-1", { dice: [6, 9], column: "A" })])).toEqual({ row: 2, column: 1 });
});

test("a chart that is read by the die has its row from the line", () => {
  const combat = numbered(["1", "2"], ["Row", "1", "2", "3", "4", "5", "6", "B-17"]);
  const fires = rolledBy("X-1", { die: 4, row: 2, column: "B-17", modifiers: [[-1, "X-3", "slower"]] });
  expect(rolledOn(combat, [fires])).toEqual({ row: 1, column: 3 });
});

test("a roll on another chart in a later step leaves it dark, one that follows from it does not", () => {
  const fire = numbered(["1", "2"], ["DR", "4"]);
  const lines = [rolledBy("X-1", { dice: [2] }), rolledBy("X-9", { dice: [3] }, 2)];
  expect(rolledOn(fire, lines)).toBeNull();
  expect(
    rolledOn(
      fire,
      lines.map((line) => ({ ...line, step: 1 })),
    ),
  ).toEqual({ row: 1, column: -1 });
  expect(rolledOn(fire, lines.slice(0, 1))).toEqual({ row: 1, column: -1 });
  expect(rolledOn(fire, [])).toBeNull();
});
