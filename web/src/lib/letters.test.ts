import { beforeEach, expect, test } from "vitest";
import { Letters } from "./letters";
import type { Option, ShownOption } from "./types";

const ACTS: Record<string, NonNullable<ShownOption["act"]>> = {
  done: "done",
  finish: "done",
  pass: "pass",
  hold: "pass",
  roll: "roll",
  roll_again: "roll",
};
const shown = (...options: Option[]): ShownOption[] =>
  options.map((option) => ({
    option,
    text: [
      String(option[0]).replaceAll("_", " "),
      ...option.slice(1).map((id) => ({ ref: String(id), text: `x${id}` })),
    ],
    act: ACTS[String(option[0])] ?? "",
  }));

beforeEach(() => localStorage.clear());

test("done, pass and roll have the same key in every game", () => {
  expect(new Letters("a").keys("q", shown(["done"], ["pass"], ["roll"]))).toEqual(["d", "p", "r"]);
  expect(new Letters("b").keys("q", shown(["finish"], ["hold"], ["roll_again"]))).toEqual(["d", "p", "r"]);
  expect(new Letters("c").keys("q", shown(["drop"], ["place"]))).not.toContain("d");
  // What an option does is told; its verb says nothing.
  expect(new Letters("d").keys("q", shown(["skip"], ["roll_over"]))).toEqual(["s", "o"]);
});

test("a letter does not move when other options come and go, or the option is about another piece", () => {
  const letters = new Letters("a");
  const [later] = letters.keys("q", shown(["later", "ge-1"], ["again", "ge-1"], ["elsewhere"]));
  const others = letters.keys("q", shown(["tank"], ["elsewhere"], ["attack"], ["later", "ge-2"]));
  expect(others[3]).toBe(later);
  expect(new Set(others).size).toBe(4);
  // The next match of the game, after the page was closed.
  expect(new Letters("a").keys("another", shown(["later", "ge-9"]))).toEqual([later]);
});

test("pieces of one question keep their letters while some of them drop out", () => {
  const letters = new Letters("a");
  const first = letters.keys("q", shown(["move", "1a"], ["move", "1b"], ["move", "1c"]));
  expect(letters.keys("q", shown(["move", "1b"], ["move", "1c"]))).toEqual(first.slice(1));
});

test("numbers are typed as digits, directions lie on the numeric pad", () => {
  const letters = new Letters("a");
  expect(letters.keys("q", shown(["bid", 0], ["bid", 1], ["bid", 7], ["pass"]))).toEqual(["0", "1", "7", "p"]);
  const compass = [0, 60, 120, 180, 240, 300].map((bearing, at) => ({
    ...(shown(["face", "0924", `d${at}`])[0] as ShownOption),
    bearing,
  }));
  expect(letters.keys("f", compass)).toEqual(["8", "9", "3", "2", "1", "7"]);
  const corners = [30, 90, 150, 210, 270, 330].map((bearing, at) => ({
    ...(shown(["point", "gun", `arc-${at}`])[0] as ShownOption),
    bearing,
  }));
  expect(letters.keys("c", corners)).toEqual(["9", "6", "3", "1", "4", "7"]);
});

test("no two buttons have the same key, and none has a key of the table", () => {
  const many = Array.from({ length: 30 }, (_, at) => ["go", `id${at}`] as Option);
  const keys = new Letters("a").keys("q", shown(...many)).filter(Boolean);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of "zyfhjlnwdpr") expect(keys).not.toContain(key);
});

test("where only names differ, the letters come from the names", () => {
  const deploy = (name: string): ShownOption => ({
    option: ["deploy", name],
    text: ["Deploy ", { ref: name, text: name }],
  });
  expect(new Letters("a").keys("q", [deploy("citadel"), deploy("meet"), deploy("in depth")])).toEqual(["c", "m", "i"]);
});

test("of names that are alike in all but a letter, that letter is the key", () => {
  const activate = (name: string): ShownOption => ({
    option: ["activate", name],
    text: ["Activate ", { ref: name, text: `C-47 ${name} of USAF 10` }],
  });
  expect(new Letters("a").keys("q", ["2A", "2B", "2C"].map(activate))).toEqual(["a", "b", "c"]);
});

test("names have letters of their own however many the game has given before", () => {
  const letters = new Letters("a");
  letters.keys("before", shown(["buy"], ["ask"], ["open"], ["take"], ["sell"], ["keep"], ["use"], ["go"], ["ignore"]));
  const station = (name: string): ShownOption => ({
    option: ["station", name],
    text: ["Station a mechanic at ", { ref: name, text: name }],
  });
  expect(letters.keys("q", ["Berlin", "Tempelhof", "Gatow"].map(station))).toEqual(["b", "t", "g"]);
});
