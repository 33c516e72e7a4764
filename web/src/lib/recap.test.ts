import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Recap, waysOfMoves, type Rewound } from "./recap.svelte";
import { settings } from "./settings.svelte";
import { Tabletop } from "./tabletop.svelte";
import { Theatre } from "./theatre.svelte";
import type { Act } from "./story";
import type { Piece, ShownLine } from "./types";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A turn of so many attacks, each with its dice. */
const turn = (steps: number): ShownLine[] =>
  Array.from({ length: steps }, (_, at) => ({
    number: at,
    step: at + 1,
    clause: "",
    event: "fire",
    text: [`Shot ${at}`],
    kind: "attack",
    facts: { dice: [3, 4] },
  }));

/** How long it takes to play a turn, in seconds, when every picture takes so many milliseconds to come. */
async function played(steps: number, delay: number): Promise<{ seconds: number; shown: number[] }> {
  const shown: number[] = [];
  const rewound: Rewound = {
    table: new Tabletop(),
    theatre: new Theatre(),
    tableAt: () => Promise.resolve(null),
    lookBack: (step) => {
      if (Number.isFinite(step)) shown.push(step);
      return new Promise((done) => setTimeout(done, delay));
    },
  };
  settings.pace = "normal";
  const recap = new Recap(rewound, "Turn 1", 0, turn(steps), ["me"]);
  const began = performance.now();
  recap.play();
  while (recap.playing) await vi.advanceTimersByTimeAsync(20);
  return { seconds: (performance.now() - began) / 1000, shown };
}

test("a turn of 290 steps is played in under a minute, and every step is shown", async () => {
  const { seconds, shown } = await played(290, 20);
  expect(seconds).toBeLessThan(60);
  expect(shown.length).toBeGreaterThan(280);
});

test("on a slow line some steps are left out, but never the last", async () => {
  const { seconds, shown } = await played(290, 700);
  expect(seconds).toBeLessThan(60);
  expect(shown.at(-1)).toBe(290);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
});

test("a short turn is not stretched: a result stands as long as the pace says", async () => {
  const { seconds } = await played(4, 20);
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(9);
});

test("a move is drawn from where its pieces stood, also when its line tells only where they went", () => {
  const move = (movers: string[], place: string, way: string[] = []): Act =>
    ({ kind: "move", movers, place, way, lines: [] }) as unknown as Act;
  const [together, on, told, strange] = [
    move(["tank", "gun"], "C3"),
    move(["tank"], "D4", ["C4", "D4"]),
    move(["gun"], "E5", ["C3", "E5"]),
    move([], "F6"),
  ];
  const before = [
    { id: "tank", where: "A1" },
    { id: "gun", where: "B2" },
  ] as Piece[];
  const ways = waysOfMoves([together, on, told, strange], before);
  expect([together, on, told, strange].map((act) => ways.get(act))).toEqual([
    [
      ["A1", "C3"],
      ["B2", "C3"],
    ],
    [["C3", "C4", "D4"]],
    [["C3", "E5"]],
    [["F6"]],
  ]);
});
