import { expect, test } from "vitest";
import type { Look } from "./look";
import type { Match } from "./match.svelte";
import { Stacks } from "./stacks.svelte";
import type { Piece, Space } from "./types";

const draw = (() => undefined) as never;
const LOOK: Look = {
  faces: {
    counter: { draw, width: 64, height: 64, share: 0.7 },
    marker: { draw, width: 64, height: 64, share: 0.2 },
  },
};
const UNIT = 20;
const WIDE = { width: 1000, height: 700 };
const space = (id: string, x: number, y: number): Space => ({ id, x, y });
const piece = (id: string, face: string): Piece => ({ id, where: "A1", face });

/** A stack of two counters and a small marker, fanned open, with the window at so many board units. */
function fanned(x = 0): Stacks {
  const match = {
    spaces: new Map([space("A1", 100, 100), space("B1", 130, 100)].map((one) => [one.id, one])),
    table: { pieces: [piece("one", "counter"), piece("two", "counter"), piece("mark", "marker")] },
    about: [],
    hello: null,
  } as unknown as Match;
  const stacks = new Stacks(
    match,
    LOOK,
    () => UNIT,
    () => ({ k: 1, x, y: 0 }),
    () => WIDE,
  );
  stacks.open = "A1";
  return stacks;
}

test("in a fan each piece is as large as a finger needs by itself: a small marker blows up no counter", () => {
  const stacks = fanned();
  const sides = stacks.laid.map((one) => [one.piece.id, stacks.sizeOf(one.piece).width * one.scale]);
  expect(Object.fromEntries(sides)).toEqual({ one: 46, two: 46, mark: 46 });
  expect(stacks.tray?.height).toBeLessThan(80);
});

test("a fan whose space is out of sight is closed, and open again when the map comes back", () => {
  expect(fanned(-500).tray).toBeNull();
  expect(fanned(-20).tray).not.toBeNull();
});

test("a marker beside the counters of its hex lies upon them", () => {
  const hex = { ...space("A1", 100, 100), shape: "hex", width: UNIT } as Space;
  const match = {
    spaces: new Map([["A1", hex]]),
    table: { pieces: [piece("mark", "marker"), piece("one", "counter"), piece("two", "counter")] },
    about: [],
    hello: null,
  } as unknown as Match;
  const flat: Look = {
    faces: {
      counter: { draw, width: 64, height: 64, share: 0.7, least: () => 14 },
      marker: { draw, width: 64, height: 64, share: 0.2, flat: true },
    },
  };
  const stacks = new Stacks(
    match,
    flat,
    () => UNIT,
    () => ({ k: 1, x: 0, y: 0 }),
    () => WIDE,
  );
  expect(stacks.laid.map((one) => one.piece.id)).toEqual(["one", "two", "mark"]);
});
