import { expect, test } from "vitest";
import { columnsInUse } from "./charts";
import type { Odds, Panel } from "./types";

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
