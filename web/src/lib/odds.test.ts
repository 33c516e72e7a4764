// @vitest-environment node
import { expect, test } from "vitest";
import { apart } from "./odds";

test("what all outcomes begin with is not said with each of them", () => {
  expect(apart(["column F: eliminated", "column F: no effect"])).toEqual(["eliminated", "no effect"]);
  expect(apart(["column F: retreat", "column G: retreat"])).toEqual(["column F: retreat", "column G: retreat"]);
  expect(apart(["1MC", "no effect"])).toEqual(["1MC", "no effect"]);
  expect(apart(["too weak: no effect"])).toEqual(["too weak: no effect"]);
});
