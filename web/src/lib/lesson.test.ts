import { expect, test } from "vitest";
import { BEGINNING, goOn, isDue, nextShown, until, type Mark } from "./lesson";
import type { LessonStep, Option, Shown } from "./types";

const STEPS: LessonStep[] = [
  {
    title: "Seat",
    text: "",
    clause: "WB-1",
    at: "WB-6.5",
    phase: "Briefing",
    expect: [["ready"]],
    meanwhile: ["assign"],
    shows: [["assign", "c1", "pilot"], ["ready"]],
  },
  { title: "Fire", text: "", clause: "WB-2", phase: "Air", expect: [["attack", "c1"]] },
  { title: "Read", text: "", clause: "WB-3", phase: "Air" },
  { title: "Home", text: "", clause: "WB-4" },
];

function shown(step: number, phase: string, rule: string, ...options: Option[]): Shown {
  return {
    step,
    seat: "s",
    table: { heading: "", pieces: [], panels: [], phases: [], phase },
    decision: { deciders: ["s"], prompt: [], rule, options: options.map((option) => ({ option, text: [] })) },
  };
}

const at = (index: number, phase: string, step = 0): Mark => ({ ...BEGINNING, index, phase, step });

test("a step is due when its decision is asked and something of it can be chosen", () => {
  expect(isDue(STEPS[0], shown(0, "Briefing", "WB-6.5", ["assign", "c1", "pilot"]))).toBe(true);
  expect(isDue(STEPS[0], shown(0, "Briefing", "WB-6.5", ["assign", "c9", "tail"]))).toBe(false);
  expect(isDue(STEPS[0], shown(0, "Briefing", "WB-9.9", ["ready"]))).toBe(false);
  expect(isDue(STEPS[1], shown(0, "Air", "WB-9.9", ["attack", "c2", "e1"]))).toBe(false);
  expect(isDue(STEPS[1], shown(0, "Air", "WB-9.9", ["attack", "c1", "e1"]))).toBe(true);
  expect(isDue(STEPS[2], shown(0, "Air", "", ["anything"]))).toBe(true);
  expect(isDue(STEPS[2], shown(0, "Air", ""))).toBe(false);
});

test("the coach does what he shows first, then what he expects", () => {
  const step = STEPS[0];
  if (!step) throw new Error("no step");
  expect(nextShown(step, shown(0, "Briefing", "WB-6.5", ["ready"], ["assign", "c1", "pilot"]))).toEqual([
    "assign",
    "c1",
    "pilot",
  ]);
  expect(nextShown(step, shown(0, "Briefing", "WB-6.5", ["assign", "c2", "pilot"], ["ready"]))).toEqual(["ready"]);
  expect(nextShown(step, shown(0, "Briefing", "WB-6.5", ["assign", "c2", "pilot"]))).toBeNull();
});

test("what belongs to a step does not end it, the expected choice does, another ends it and is told", () => {
  const briefing = shown(3, "Briefing", "WB-6.5", ["assign", "c1", "pilot"], ["ready"], ["go_home"]);
  const later = shown(4, "Briefing", "WB-6.5", ["ready"]);
  const mark = at(0, "Briefing", 3);
  expect(goOn(STEPS, mark, briefing, ["assign", "c1", "pilot"], later)).toEqual(at(0, "Briefing", 4));
  expect(goOn(STEPS, mark, briefing, ["ready"], later)).toEqual(at(1, "Briefing", 4));
  expect(goOn(STEPS, mark, briefing, ["go_home"], later)).toEqual({ ...at(1, "Briefing", 4), otherwise: true });
});

test("steps whose phase has passed are over, even without a choice; while others choose nothing passes", () => {
  const home = shown(9, "Return", "WB-12", ["rest"]);
  expect(goOn(STEPS, at(1, "Air", 8), null, null, home)).toEqual(at(3, "Return", 9));
  expect(goOn(STEPS, at(1, "Briefing", 8), null, null, home)).toEqual(at(1, "Return", 9));
  expect(goOn(STEPS, at(1, "Air", 8), null, null, shown(9, "Return", "WB-12"))).toEqual(at(1, "Air", 9));
});

test("an undo leads back to the step of then", () => {
  const marks = [at(0, "", 0), at(0, "Briefing", 1), at(1, "Briefing", 2), at(2, "Air", 5)];
  expect(until(marks, 3)).toEqual(marks.slice(0, 3));
  expect(until([at(2, "Air", 5)], 1)).toEqual([BEGINNING]);
});
