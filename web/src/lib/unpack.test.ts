// @vitest-environment node
import { expect, test } from "vitest";
import { optionsOf, unpacked } from "./unpack";
import type { PackedDecision } from "./types";

const NAMES = { "u-1": "3rd Squad", "u-2": "mortar", "0101": "0101 Seelow", "0102": "0102" };
const ASKED: PackedDecision = {
  deciders: ["north"],
  prompt: ["Choose"],
  rule: "PE-1",
  options: [
    ["move", "u-1", ["0101", "0102"]],
    ["break", "u-2"],
    ["fire", "u-1", 3],
    ["count", 2],
    ["face", "ne"],
    ["done"],
  ],
  wordings: {
    move: ["Move ", 1, " to ", 2],
    break: [1, " breaks"],
    fire: ["Fire ", 1, " at range ", 2],
    face: ["turn ", 1],
    done: ["done"],
  },
  tones: { break: "yield" },
  acts: { done: "done" },
  names: { "u-1": "the hidden squad" },
  terms: { ne: "north-east" },
  details: {
    3: { nothing: ["miss"] },
    4: { text: ["Two cards"] },
    5: { bearing: 60 },
  },
};

test("an entry that ends with a list stands for several options, in their order", () => {
  expect(optionsOf(ASKED)).toEqual([
    ["move", "u-1", "0101"],
    ["move", "u-1", "0102"],
    ["break", "u-2"],
    ["fire", "u-1", 3],
    ["count", 2],
    ["face", "ne"],
    ["done"],
  ]);
  expect(optionsOf(null)).toEqual([]);
});

test("texts are made from wordings, names and terms, and begin with a capital", () => {
  const squad = { ref: "u-1", text: "the hidden squad" };
  expect(unpacked(ASKED, NAMES)).toEqual([
    { option: ["move", "u-1", "0101"], text: ["Move ", squad, " to ", { ref: "0101", text: "0101 Seelow" }] },
    { option: ["move", "u-1", "0102"], text: ["Move ", squad, " to ", { ref: "0102", text: "0102" }] },
    { option: ["break", "u-2"], text: [{ ref: "u-2", text: "Mortar" }, " breaks"], tone: "yield" },
    { option: ["fire", "u-1", 3], text: ["Fire ", squad, " at range ", "3"], nothing: ["miss"] },
    { option: ["count", 2], text: ["Two cards"] },
    { option: ["face", "ne"], text: ["Turn ", "north-east"], bearing: 60 },
    { option: ["done"], text: ["Done"], act: "done" },
  ]);
});
