import { expect, test } from "vitest";
import { fair, roundSteps, tell } from "./tale";
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
  expect([...tale.places]).toEqual([["A1", { good: 0, bad: 2 }]]);
  expect(tale.moments).toEqual([{ turn: "Turn 1", text: "u1 is gone", step: 2 }]);
  expect([tale.sums.get(12), tale.rolls]).toEqual([1, 2]);
});

test("a key moment is told by its losses and deeds, not by the tests on the way", () => {
  const at = { step: 5, clause: "", sides: ["red"] };
  const tale = tell(
    [
      { ...at, number: 0, event: "bombs", text: ["Bombs away!"], kind: "attack", facts: { target: "A1" } },
      { ...at, number: 1, event: "test", text: ["u2 tests skill 2: success."], mark: "good" },
      { ...at, number: 2, event: "gone", text: ["u1 is gone."], kind: "loss", mark: "bad", facts: { unit: "u1" } },
    ],
    KNOWN,
  );
  expect(tale.moments.map(({ text }) => text)).toEqual(["u1 is gone, Bombs away!"]);
});

test("key moments tell of the whole game, not only of its last turn", () => {
  const lines = [1, 2, 3].flatMap((turn) => [
    { number: 0, step: 10 * turn, clause: "", event: "turn", text: [`Turn ${turn}`], level: 1, sides: [], facts: {} },
    ...[1, 2, 3].map((n) => ({
      number: 0,
      step: 10 * turn + n,
      clause: "",
      event: "met",
      text: [`Goal ${turn}.${n} is met.`],
      mark: "good" as const,
      sides: ["red"],
      facts: {},
    })),
  ]);
  const told = tell(
    lines.map((line, number) => ({ ...line, number })),
    KNOWN,
  ).moments;
  expect(told.map(({ turn }) => turn)).toEqual(["Turn 1", "Turn 2", "Turn 3"]);
});

test("a loss is a greater moment than many lines of one event", () => {
  const flips = Array.from({ length: 40 }, (_, number): ShownLine[] => [
    { number, step: 5, clause: "", event: "flips", text: [`u${number} flips.`], mark: "bad", sides: ["blue"] },
  ]).flat();
  const losses = Array.from({ length: 5 }, (_, at): ShownLine[] => [
    { ...JOURNAL[1], number: 50 + 2 * at, step: 10 + at } as ShownLine,
    { ...JOURNAL[2], number: 51 + 2 * at, step: 10 + at } as ShownLine,
  ]).flat();
  expect(tell([...flips, ...losses], KNOWN).moments.map(({ step }) => step)).toEqual([10, 11, 12, 13, 14]);
});

const at = (number: number, event: string, more: Partial<ShownLine> = {}): ShownLine => ({
  number,
  step: number,
  clause: "",
  event,
  text: [`${event}.`],
  sides: ["red"],
  ...more,
});

test("losses in battle come before those of a roll for a whole side, and what the game is about before all", () => {
  const deserters = [1, 2, 3, 4].map((number) =>
    at(number, "deserts", { step: 1, kind: "loss", mark: "bad", text: [`u${number} deserts.`], facts: { roll: 9 } }),
  );
  const battles = [10, 20, 30].flatMap((number) => [
    at(number, "fire", { kind: "attack", facts: { target: "A1", dice: [6, 6] } }),
    at(number + 1, "gone", { step: number, kind: "loss", mark: "bad", facts: { unit: "u1" } }),
    at(number + 2, "gone", { step: number, kind: "loss", mark: "bad", facts: { unit: "u2" } }),
  ]);
  const chief = at(40, "captured", { kind: "goal", mark: "bad", text: ["The chief is captured."] });
  const all = [...deserters, ...battles, chief];
  expect(tell(all, KNOWN).moments.map(({ step }) => step)).toContain(40);
  const many = [50, 60].flatMap((more) => battles.slice(0, 3).map((line) => ({ ...line, step: line.step + more })));
  expect(tell([...all, ...many], KNOWN).moments.map(({ step }) => step)).toEqual([10, 20, 30, 40, 70]);
});

test("a loss is told although its turn has two moments, before fire that cost nobody", () => {
  const turn = (number: number, step: number): ShownLine => at(number, "turn", { step, level: 1 });
  const fire = (step: number): ShownLine => at(10 * step, "fire", { step, kind: "attack", facts: { target: "A1" } });
  const passed = [1, 2, 3].map((more) => at(10 * 2 + more, "passes", { step: 2, mark: "good" }));
  const gone = (step: number): ShownLine[] => [
    fire(step),
    at(10 * step + 1, "gone", { step, kind: "loss", mark: "bad", facts: { unit: "u1" } }),
  ];
  const lines = [
    turn(0, 0),
    fire(2),
    ...passed,
    turn(50, 5),
    ...gone(6),
    ...gone(7),
    ...gone(8),
    ...gone(9),
    ...gone(10),
  ];
  expect(tell(lines, KNOWN).moments.map(({ step }) => step)).toEqual([6, 7, 8, 9, 10]);
});

test("what went before the first turn is told as that", () => {
  const strike = { ...(JOURNAL[1] as ShownLine), step: 1 };
  const lost = { ...(JOURNAL[2] as ShownLine), step: 1 };
  const turn = { ...(JOURNAL[0] as ShownLine), step: 2 };
  expect(tell([strike, lost, turn], KNOWN).moments[0]?.turn).toBe("Before the first turn");
});

test("a game without attacks has a map of what turned out well and badly", () => {
  const at = { step: 5, clause: "", event: "landed", sides: ["red"] };
  const tale = tell(
    [
      { ...at, number: 0, text: ["Delivered."], mark: "good", facts: { at: "B2" } },
      { ...at, number: 1, text: ["Crashed."], mark: "bad", kind: "loss", facts: { at: "C3" } },
      { ...at, number: 2, text: ["Flown."], facts: { at: "C3" } },
    ],
    KNOWN,
  );
  expect(Object.fromEntries(tale.places)).toEqual({ B2: { good: 1, bad: 0 }, C3: { good: 0, bad: 1 } });
  expect([tale.attacks, tale.good, tale.bad]).toEqual([0, 1, 1]);
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
