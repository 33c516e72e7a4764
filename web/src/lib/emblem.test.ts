// @vitest-environment node
import { expect, test } from "vitest";
import { emblemOf, namedPlaces, sideOf } from "./emblem";

test("who won has a sign, a draw and a common win a wreath", () => {
  expect([["allied"], ["german"], [], ["usaf14", "raf"], ["crew"]].map(emblemOf)).toEqual([
    "star",
    "cross",
    "wreath",
    "wreath",
    "wreath",
  ]);
});

test("a column of the score belongs to the side whose name heads it", () => {
  const names = { allied: "Allied", german: "German" };
  expect(["Allied", "German", "Turns"].map((one) => sideOf(one, names))).toEqual(["allied", "german", ""]);
});

test("the busiest places are named; hex numbers and names that would touch are left out", () => {
  const place = (name: string, count: number, x: number, y: number) => ({ id: name, name, count, x, y });
  const named = namedPlaces(
    [place("Gatow", 2, 0, 0), place("Tegel", 9, 10, 0), place("3406", 20, 500, 500), place("Britz", 1, 0, 300)],
    20,
  );
  expect(named.map(({ name }) => name)).toEqual(["Tegel", "Britz"]);
});
