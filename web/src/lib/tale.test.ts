import { expect, test } from "vitest";
import { fair, roundSteps, tell, turnOf } from "./tale";
import type { Known } from "./story";
import type { ShownLine } from "./types";

const KNOWN: Known = {
  isSpace: (id) => /^[A-Z]\d$/.test(id),
  isPiece: (id) => id.startsWith("u"),
  whereIs: () => null,
  name: (id) => id,
};

const JOURNAL: ShownLine[] = [
  { number: 0, step: 0, clause: "", event: "turn", text: ["Turn 1"], level: 1 },
  {
    number: 1,
    step: 2,
    clause: "",
    event: "fire",
    text: ["fire"],
    kind: "attack",
    sides: ["red"],
    facts: { target: "A1", dice: [6, 6] },
  },
  {
    number: 2,
    step: 2,
    clause: "",
    event: "gone",
    text: ["u1 is gone."],
    kind: "loss",
    mark: "bad",
    sides: ["blue"],
    facts: { unit: "u1" },
  },
  {
    number: 3,
    step: 3,
    clause: "",
    event: "fire",
    text: ["fire"],
    kind: "attack",
    sides: ["blue"],
    facts: { target: "A1", dice: [1, 1] },
  },
];

test("a game is told by where it was fought, its moments and its dice", () => {
  const tale = tell(JOURNAL, KNOWN);
  expect([...tale.fought]).toEqual([["A1", 2]]);
  expect(tale.moments).toEqual([{ turn: "Turn 1", text: "u1 is gone", step: 2 }]);
  expect([tale.sums.get(12), tale.rolls]).toEqual([1, 2]);
});

test("fair dice", () => {
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(fair).reduce((a, b) => a + b)).toBeCloseTo(1);
  expect(fair(7)).toBeCloseTo(1 / 6);
});

test("the steps of a scale are round and hold all values", () => {
  expect(roundSteps(-5, 10)).toEqual([-5, 0, 5, 10]);
  expect(roundSteps(0, 25)).toEqual([0, 10, 20, 30]);
  expect(roundSteps(0, 1)).toEqual([0, 1]);
});

test("a heading is shortened to its turn", () => {
  expect(turnOf("Autumn, turn 1: USAF 10 is the Active Player")).toBe("Autumn, turn 1");
});
