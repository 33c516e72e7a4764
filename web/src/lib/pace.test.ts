import { expect, test } from "vitest";
import { paceOf, standing, STANDS } from "./pace";
import { actsOf, type Known } from "./story";
import type { ShownLine } from "./types";

const KNOWN: Known = {
  isSpace: (id) => /^\d{4}$/.test(id),
  isPiece: (id) => id.startsWith("g-"),
  whereIs: () => null,
  name: (id) => id,
};

/** A turn in which every second step is a shot and the others are marches, each of another unit: nothing is grouped. */
const turn = (steps: number): ShownLine[] =>
  Array.from({ length: steps }, (_, step) => ({
    number: step,
    step,
    clause: "",
    event: step % 2 ? "fire" : "moves",
    text: [""],
    kind: step % 2 ? ("attack" as const) : ("move" as const),
    facts: { unit: `g-${step}`, to: String(1000 + step), ...(step % 2 ? { dice: [3, 4] } : {}) },
  }));

test("a turn of 290 steps is watched in under a minute at normal pace", () => {
  const acts = actsOf(turn(290), KNOWN);
  expect(acts.length).toBe(290);
  expect(acts.length * paceOf(acts.length, "normal")).toBeLessThan(60_000);
  expect(acts.length * paceOf(acts.length, "brisk")).toBeLessThan(60_000);
});

test("a short turn takes its time", () => {
  expect(paceOf(5, "normal")).toBe(STANDS.normal);
  expect(paceOf(5, "brisk")).toBe(STANDS.brisk);
});

test("a result stands for its time, and for half of it where many wait", () => {
  expect(standing(0, "normal")).toBe(STANDS.normal);
  expect(standing(3, "normal")).toBe(STANDS.normal);
  expect(standing(4, "normal")).toBeLessThan(STANDS.normal);
  expect(standing(11, "normal")).toBe(STANDS.normal / 2);
});
