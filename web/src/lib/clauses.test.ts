// @vitest-environment node
import { expect, test } from "vitest";
import { searched } from "./clauses";
import type { PrintedClause } from "./types";

const clause = (id: string, text: string, ...printed: string[]): PrintedClause => ({
  id,
  text,
  chapter: "Flight",
  printed,
});
const ALL = [
  clause("AL-1.1", "Take off", "2.9"),
  clause("AL-1.2", "Full spaces 2.9", "2.9.1"),
  clause("AL-1.3", "Diversions", "2.15 Divert"),
  clause("AL-1.4", "Unload at once", "2.91"),
  clause("AL-1.5", "Ours"),
];
const ids = (words: string): string[] => searched(ALL, words).map((one) => one.id);

test("a section of the printed rulebook comes with those below it", () => {
  expect(ids("2.9")).toEqual(["AL-1.1", "AL-1.2"]);
  expect(ids("2.15 divert")).toEqual(["AL-1.3"]);
  expect(ids(" 2.15 ")).toEqual(["AL-1.3"]);
});

test("anything else is words", () => {
  expect(ids("ONCE unload")).toEqual(["AL-1.4"]);
  expect(ids("AL-1.5")).toEqual(["AL-1.5"]);
  expect(ids("divert")).toEqual(["AL-1.3"]);
  expect(ids("nothing of the kind")).toEqual([]);
  expect(ids("")).toHaveLength(5);
});
