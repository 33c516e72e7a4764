import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isDecided } from "./playback.svelte";
import { settings } from "./settings.svelte";
import { actsOf, type Known } from "./story";
import { Theatre, type Scene } from "./theatre.svelte";
import type { ShownLine } from "./types";

const KNOWN: Known = { isSpace: (id) => id === "berlin", isPiece: () => false, whereIs: () => null, name: (id) => id };
const line = (number: number, more: Partial<ShownLine> = {}): ShownLine => ({
  number,
  step: number,
  clause: "",
  event: `event ${number}`,
  text: [`${number}`],
  facts: { at: "berlin" },
  ...more,
});
const scenes = (from: number, count: number): Scene[] =>
  actsOf(
    Array.from({ length: count }, (_, at) => line(from + at, { kind: "result", mark: "good" })),
    KNOWN,
  ).map((act) => ({ act, gone: [] }));

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = "brisk";
});
afterEach(() => void vi.useRealTimers());

/** The texts of all scenes that come, the first one included. */
function seen(theatre: Theatre): string[] {
  const told: string[] = [];
  while (theatre.scene) {
    told.push(theatre.scene.act.text);
    vi.runOnlyPendingTimers();
  }
  return told;
}

test("what came of one choice is shown whole, and what bots did meanwhile only at last", () => {
  const theatre = new Theatre();
  theatre.play(scenes(1, 8));
  expect(seen(theatre)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  for (let at = 1; at < 9; at++) theatre.play(scenes(at, 1));
  expect(seen(theatre)).toEqual(["1", "6", "7", "8"]);
});

test("what cards or rules decide is seen where it counts: a hit, a loss, a delivery", () => {
  const decided = (more: Partial<ShownLine>): boolean => actsOf([line(1, more)], KNOWN).some(isDecided);
  expect(decided({ kind: "result", mark: "good" })).toBe(true);
  expect(decided({ kind: "loss", mark: "good" })).toBe(true);
  expect(decided({ kind: "goal", mark: "bad" })).toBe(true);
  expect(decided({ kind: "result" })).toBe(false);
  expect(decided({ mark: "good" })).toBe(false);
  expect(decided({ kind: "move" })).toBe(false);
});
