import { expect, test } from "vitest";
import type { Option, ShownOption, Space } from "./types";
import { towards } from "./towards";

// Flat-topped hexes, 60 wide and 52 high: neighbours are 52 away, the next ring 90 and more.
const hex = (id: string, x: number, y: number): [string, Space] => [id, { id, x, y, shape: "hex" }];
const spaces = new Map([
  hex("0", 100, 100),
  hex("n", 100, 48),
  hex("ne", 145, 74),
  hex("s", 100, 152),
  hex("sw", 55, 126),
  hex("far", 190, 100),
]);
const to = (...option: Option): ShownOption => ({ option, text: [] });
const keys = (options: ShownOption[], from = "0"): [string, Option][] =>
  [...towards(options, spaces.get(from), spaces, 60)].map(([key, { option }]) => [key, option]);

test("steps to the neighbours lie on the numeric pad, from wherever one stands", () => {
  expect(keys([to("move", "n"), to("move", "ne"), to("move", "s"), to("move", "sw")])).toEqual([
    ["8", ["move", "n"]],
    ["9", ["move", "ne"]],
    ["2", ["move", "s"]],
    ["1", ["move", "sw"]],
  ]);
  expect(keys([to("move", "0")], "n")).toEqual([["2", ["move", "0"]]]);
});

test("what is farther off, not a step, or one of two ways to the same hex has no direction", () => {
  expect(keys([to("move", "far"), to("done"), to("move", "n"), to("run", "n")])).toEqual([]);
  expect(towards([to("move", "n")], undefined, spaces, 60).size).toBe(0);
});

test("the hex one leaves may be named too", () => {
  expect(keys([to("move", "0", "n")])).toEqual([["8", ["move", "0", "n"]]]);
});
