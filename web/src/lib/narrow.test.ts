// @vitest-environment node
import { expect, test } from "vitest";
import { buttonRows, canPick, narrow, nearMisses } from "./narrow";
import type { Option, ShownOption } from "./types";

const TABLE = new Set(["c1", "c2", "e1", "e2", "ball", "tail"]);
const onTable = (id: string): boolean => TABLE.has(id);
const TONES: Record<string, NonNullable<ShownOption["tone"]>> = { attack: "harm", fire: "fire" };
const shown = (...options: Option[]): ShownOption[] =>
  options.map((option) => ({
    option,
    text: [option.join(" ").replaceAll("_", " ")],
    tone: TONES[String(option[0])] ?? "",
  }));

const TWO_MEN = shown(
  ["attack", "c1", "e1"],
  ["attack", "c1", "e2"],
  ["change", "c1", "ball"],
  ["attack", "c2", "e1"],
  ["done"],
);

test("with several actors only the actors glow, and they glow as actors", () => {
  const { glow, choice, buttons } = narrow(
    [...TWO_MEN, ...TWO_MEN.map(({ option }) => ({ option: [`${option[0]}_b`, ...option.slice(1)], text: ["x"] }))],
    [],
    onTable,
  );
  expect([...glow.keys()].sort()).toEqual(["c1", "c2"]);
  expect([...glow.values()]).toEqual(["act", "act"]);
  expect(choice).toBeNull();
  expect(buttons.map(({ option }) => option[0])).toEqual(["done", "done_b"]);
});

test("after the actor is picked, targets glow by what the verb does to them", () => {
  const { glow, settled, left } = narrow(TWO_MEN, ["c1"], onTable);
  expect(settled).toEqual(["c1"]);
  expect(left).toHaveLength(3);
  expect(Object.fromEntries(glow)).toEqual({ e1: "harm", e2: "harm", ball: "act" });
});

test("one option left after a pick is the choice; before any pick it is not", () => {
  expect(narrow(TWO_MEN, ["c2"], onTable).choice?.option).toEqual(["attack", "c2", "e1"]);
  const only = narrow(shown(["pass", "c1"]), [], onTable);
  expect(only.choice).toBeNull();
  expect([...only.glow.keys()]).toEqual(["c1"]);
});

test("an option that names only what is asked about is a button, and can be clicked where it lies too", () => {
  const options = shown(["together", "tail"], ["alone", "c1"], ["alone", "c2"], ["alone", "e1"], ["alone", "e2"]);
  const { glow, buttons } = narrow(options, [], onTable, ["tail"]);
  expect(buttons.map(({ option }) => option[0])).toEqual(["together"]);
  expect(glow.has("tail")).toBe(true);
});

test("the target may be picked before the actor", () => {
  expect(canPick(TWO_MEN, [], "e1")).toBe(true);
  expect(narrow(TWO_MEN, ["e1"], onTable).left).toHaveLength(2);
  expect(canPick(TWO_MEN, ["e2"], "c2")).toBe(false);
});

test("what every option names is settled, even beside an option that names nothing", () => {
  const { settled, glow } = narrow(shown(["change", "c1", "ball"], ["attack", "c1", "e1"], ["pass_rest"]), [], onTable);
  expect(settled).toEqual(["c1"]);
  expect(Object.fromEntries(glow)).toEqual({ ball: "act", e1: "harm" });
});

test("a thing that only one option names still glows beside buttons", () => {
  expect([...narrow(shown(["polish", "c1"], ["sell"]), [], onTable).glow.keys()]).toEqual(["c1"]);
});

test("ids that are not on the table never glow: they are buttons", () => {
  const { glow, buttons } = narrow(shown(["bid", "x1"], ["bid", "x2"]), [], onTable);
  expect(glow.size).toBe(0);
  expect(buttons).toHaveLength(2);
});

test("near misses put the thing asked about where the options differ, and never repeat a legal option", () => {
  expect(nearMisses(TWO_MEN, ["c1"], "tail")).toEqual([
    ["attack", "c1", "tail"],
    ["change", "c1", "tail"],
  ]);
  for (const option of nearMisses(TWO_MEN, ["c1"], "e1"))
    expect(TWO_MEN.map((one) => one.option)).not.toContainEqual(option);
});

test("buttons that differ in one word are a row", () => {
  const texts = ["Turn left", "1 MP more", "2 MP more", "3 MP more", "Stop"];
  const rows = buttonRows(["turn_left", "speed", "speed", "speed", "stop"], texts);
  expect(rows.map((row) => row.says)).toEqual(["Turn left", "… MP more", "Stop"]);
  expect(rows[1]?.members).toEqual([
    { at: 1, word: "1" },
    { at: 2, word: "2" },
    { at: 3, word: "3" },
  ]);
  expect(buttonRows(["face", "face", "face"], ["Facing north", "Facing south", "Stay as it is"])).toHaveLength(3);
  expect(buttonRows(["go", "go"], ["to the left bank", "to the right bank"])).toHaveLength(2);
});

test("who fires glows green although firing does harm, at whom it is done red", () => {
  const who = narrow(shown(["fire", "c1"], ["fire", "c2"]), [], onTable);
  expect([...who.glow]).toEqual([
    ["c1", "act"],
    ["c2", "act"],
  ]);
  const whom = narrow(shown(["attack", "e1"], ["attack", "e2"]), [], onTable);
  expect([...whom.glow]).toEqual([
    ["e1", "harm"],
    ["e2", "harm"],
  ]);
});
