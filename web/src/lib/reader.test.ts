import { expect, test } from "vitest";
import { markFor, type Reader } from "./drawn";
import { actsOf, toneOf, type Known } from "./story";
import type { ShownLine } from "./types";

const isPiece = (id: string): boolean => /^(ge|ru)-/.test(id);
const isOwned = (id: string): boolean => isPiece(id) || id === "german" || id === "russian";
const GERMAN: Reader = { enemies: ["russian"], isOwned };
const RUSSIAN: Reader = { enemies: ["german"], isOwned };
const NOBODY: Reader = { enemies: [], isOwned };
const KNOWN: Known = { isSpace: (id) => id === "I4", isPiece, whereIs: () => null, name: (id) => id };

let number = 0;
const line = (event: string, more: Partial<ShownLine>): ShownLine => ({
  number: number++,
  step: 4,
  clause: "XX-1",
  event,
  text: [`${event}.`],
  ...more,
});
const check = (mark: "good" | "bad"): ShownLine =>
  line("morale_check", { facts: { unit: "ru-6", dice: [2, 3] }, mark, sides: ["russian"] });

test("what the enemy passes is harm, and what he fails is good", () => {
  expect([check("good"), check("bad")].map((one) => markFor(one, GERMAN))).toEqual(["bad", "good"]);
});

test("one's own lines stay as they are, and so do all for those who are on no side", () => {
  expect([check("good"), check("bad")].map((one) => markFor(one, RUSSIAN))).toEqual(["good", "bad"]);
  expect([check("good"), check("bad")].map((one) => markFor(one, NOBODY))).toEqual(["good", "bad"]);
});

test("a line that names nobody's piece has no colour for who is on a side, whoever chose last", () => {
  const rubble = line("rubble", { facts: { target: "I4", dice: [6, 6] }, mark: "good", sides: ["russian"] });
  expect([GERMAN, RUSSIAN, NOBODY].map((reader) => markFor(rubble, reader))).toEqual(["", "", "good"]);
  const [act] = actsOf([rubble], KNOWN);
  expect(act && [GERMAN, RUSSIAN].map((reader) => toneOf(act, reader))).toEqual(["", ""]);
});

test("a line that names a side concerns it, though none of its pieces", () => {
  const gain = line("concealment_roll", {
    facts: { at: "I4", side: "russian", die: 2 },
    mark: "good",
    sides: ["russian"],
  });
  expect([GERMAN, RUSSIAN].map((reader) => markFor(gain, reader))).toEqual(["bad", "good"]);
});

test("a line can say itself for whom it is good", () => {
  const facts = { vehicle: "ge-1", die: 2, for_side: "russian" };
  const hit = line("soft_vehicle", { kind: "attack", facts, mark: "good", sides: ["german"] });
  expect([GERMAN, RUSSIAN].map((reader) => markFor(hit, reader))).toEqual(["bad", "good"]);
  const cleared = line("work_gone", { facts: { work: "ge-2", for_side: "" }, mark: "good", sides: ["german"] });
  expect([GERMAN, RUSSIAN].map((reader) => markFor(cleared, reader))).toEqual(["good", "good"]);
});

test("an attack that breaks somebody is good for who attacks and harm for who breaks", () => {
  const hit = line("to_hit", {
    kind: "attack",
    facts: { weapon: "ge-9", target: "I4", dice: [1, 2] },
    mark: "good",
    sides: ["german"],
  });
  const broke = line("broke", { facts: { unit: "ru-6" }, mark: "bad", sides: ["russian"] });
  const [act, ...more] = actsOf([hit, broke], KNOWN);
  expect(more).toEqual([]);
  expect(act && [GERMAN, RUSSIAN, NOBODY].map((reader) => toneOf(act, reader))).toEqual(["good", "bad", "bad"]);
});

test("a check that was passed on the way does not colour what came of the fire in the end", () => {
  const fire = line("fires", { kind: "attack", facts: { target: "I4", dice: [1, 2] }, sides: ["german"] });
  const passed = line("morale", { facts: { unit: "ru-6", dice: [2, 2] }, mark: "good", sides: ["russian"] });
  const pinned = line("pinned", { facts: { unit: "ru-6" }, mark: "bad", sides: ["russian"] });
  const [act] = actsOf([fire, passed, pinned], KNOWN);
  expect(act?.verdict).toBe("pinned");
  expect(act && [GERMAN, RUSSIAN].map((reader) => toneOf(act, reader))).toEqual(["good", "bad"]);
});

test("an act without a result has no colour", () => {
  const [act] = actsOf([line("moves", { kind: "move", facts: { unit: "ru-6" }, sides: ["russian"] })], KNOWN);
  expect(act && toneOf(act, GERMAN)).toBe("");
});
