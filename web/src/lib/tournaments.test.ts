import { expect, test } from "vitest";
import { points } from "./tournaments";

test("points are written as players write them", () => {
  expect([0, 0.5, 1, 2.5, 3.25, 0.75].map(points)).toEqual(["0", "½", "1", "2½", "3¼", "¾"]);
});
