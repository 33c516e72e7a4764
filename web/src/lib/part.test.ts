// @vitest-environment node
import { expect, test } from "vitest";
import { partPoints } from "./part";
import type { PartSheet, ShownLine } from "./types";

const line = (event: string, facts: Record<string, number>): ShownLine => ({
  number: 0,
  step: 0,
  clause: "",
  event,
  text: [],
  facts,
});

test("a sheet has its own curve, or the journal tells it", () => {
  const curve = [{ label: "Summer", values: { us: 3 } }];
  expect(partPoints({ id: "1", title: "", why: "", curve }, [])).toEqual(curve);
  const sheet: PartSheet = { id: "2", title: "", why: "", event: "won", counted: { red: "red_cvp", blue: "blue_cvp" } };
  expect(
    partPoints(sheet, [line("won", { red_cvp: 4, blue_cvp: 9 }), line("turn", {}), line("won", { red_cvp: 2 })]),
  ).toEqual([
    { label: "1", values: { red: 4, blue: 9 } },
    { label: "2", values: { red: 2, blue: 0 } },
  ]);
  expect(partPoints({ id: "3", title: "", why: "" }, [line("", {})])).toEqual([]);
});
