import { expect, test } from "vitest";
import { Choosing } from "./choosing.svelte";
import { Questions } from "./questions";
import { Tabletop } from "./tabletop.svelte";
import type { Option, Shown } from "./types";

const shownAt = (step: number): Shown => ({ step, seat: "red", table: { pieces: [] } }) as unknown as Shown;

/** A table at which one chooses, and what was sent from it. */
function seated(): { table: Tabletop; choosing: Choosing; sent: [Option, number][] } {
  const sent: [Option, number][] = [];
  const table = new Tabletop();
  table.live = shownAt(4);
  const questions = new Questions(() => true);
  return { table, choosing: new Choosing(table, questions, (option, { step }) => sent.push([option, step])), sent };
}

test("an answer is given once to a table, also when it is accepted before the next table comes", () => {
  const { table, choosing, sent } = seated();
  choosing.choose(["pass"]);
  choosing.sending = false;
  choosing.choose(["pass"]);
  expect(sent).toEqual([[["pass"], 4]]);
  table.live = shownAt(5);
  choosing.choose(["pass"]);
  expect(sent).toHaveLength(2);
});

test("the odds of what was chosen are put away with it", () => {
  const { choosing } = seated();
  choosing.preview = { option: ["fire"], text: ["Fire"] };
  choosing.choose(["fire"]);
  expect(choosing.preview).toBeNull();
});

test("after a refusal the same question can be answered again", () => {
  const { choosing, sent } = seated();
  choosing.choose(["fire"]);
  choosing.refuse();
  choosing.choose(["pass"]);
  expect(sent.map(([option]) => option)).toEqual([["fire"], ["pass"]]);
});
