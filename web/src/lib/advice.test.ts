import { expect, test } from "vitest";
import { chancesAt, optionFor } from "./advice";
import { Advising } from "./advising.svelte";
import type { Greeting } from "./greeting";
import { Tabletop } from "./tabletop.svelte";
import type { SeatNow, Shown, ShownOption } from "./types";

const person = (seat: string, advice = false): SeatNow => ({ seat, name: seat, player: "human", online: true, advice });
const bot = (seat: string): SeatNow => ({ ...person(seat), player: "greedy" });

function tableOf(seats: SeatNow[], holds: string[], shown: Partial<Shown> = {}): Tabletop {
  const table = new Tabletop();
  table.hello = { holds, seat: holds[0] ?? "", analysis: null, names: {} } as unknown as Greeting;
  table.seats = seats;
  table.live = { seat: holds[0] ?? "", step: 5, table: { pieces: [] }, ...shown } as unknown as Shown;
  return table;
}

test("nobody must agree where one plays alone, or on an analysis board, or after the end", () => {
  expect(new Advising(tableOf([person("a"), bot("b")], ["a"])).needsWord).toBe(false);
  expect(new Advising(tableOf([person("a"), person("b")], ["a", "b"])).needsWord).toBe(false);
  const over = { outcome: { winners: [], scores: {}, drawn: true } } as unknown as Partial<Shown>;
  expect(new Advising(tableOf([person("a"), person("b")], ["a"], over)).needsWord).toBe(false);
  expect(new Advising(tableOf([person("a"), person("b")], ["a"])).needsWord).toBe(true);
});

test("who has not agreed is missing, and who agreed first waits for the others", () => {
  const advising = new Advising(tableOf([person("a"), person("b", true), bot("c")], ["a"]));
  expect(advising.missing.map(({ seat }) => seat)).toEqual(["a"]);
  expect(advising.wanted.map(({ seat }) => seat)).toEqual(["b"]);
  const agreed = new Advising(tableOf([person("a", true), person("b")], ["a"]));
  expect(agreed.missing.map(({ seat }) => seat)).toEqual(["b"]);
  expect(agreed.wanted).toEqual([]);
});

test("the key asks, puts away what it asked, and asks again about another position", () => {
  const table = tableOf([person("a"), bot("b")], ["a"]);
  const advising = new Advising(table);
  advising.toggle();
  expect([advising.open, advising.asked]).toEqual([true, { seat: "a", step: 5 }]);
  table.live = { ...table.live, step: 6 } as Shown;
  expect(advising.fits).toBe(false);
  advising.toggle();
  expect([advising.open, advising.asked]).toEqual([true, { seat: "a", step: 6 }]);
  advising.toggle();
  expect([advising.open, advising.asked]).toEqual([false, null]);
});

test("spectators have nobody to be advised for", () => {
  const advising = new Advising(tableOf([person("a"), bot("b")], []));
  advising.toggle();
  expect([advising.offered, advising.open]).toEqual([false, false]);
});

test("a suggested choice is found among those that can be made", () => {
  const options = [{ option: ["move", "u1", 3] }, { option: ["pass"] }] as unknown as ShownOption[];
  expect(optionFor(["move", "u1", 3], options)).toBe(options[0]);
  expect(optionFor(["move", "u1", 4], options)).toBeNull();
});

test("the chances at a step are those of the last point of the curve before it", () => {
  const curve: [number, Record<string, number>][] = [
    [0, { a: 0.5 }],
    [10, { a: 0.7 }],
    [20, { a: 1 }],
  ];
  expect([0, 9, 10, 99].map((step) => chancesAt(curve, step).a)).toEqual([0.5, 0.5, 0.7, 1]);
});
