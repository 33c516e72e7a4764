// @vitest-environment node
import { expect, test } from "vitest";
import { placeLabels } from "./labels";

const below = { tries: [[0, 10] as [number, number], [0, -10] as [number, number]], width: 20, height: 6 };

test("a label stands at the first of its places", () => {
  expect(placeLabels([below], [])).toEqual([[0, 10]]);
});

test("a label makes way for a counter, and for a label that was placed before", () => {
  const counter = { x: -8, y: 8, width: 16, height: 16 };
  expect(placeLabels([below], [counter])).toEqual([[0, -10]]);
  expect(placeLabels([below, below], [])).toEqual([
    [0, 10],
    [0, -10],
  ]);
});

test("a label without a free place is not written, and takes no room from the next", () => {
  const everywhere = { x: -50, y: -50, width: 100, height: 100 };
  const aside = { tries: [[80, 0] as [number, number]], width: 20, height: 6 };
  expect(placeLabels([below, aside], [everywhere])).toEqual([null, [80, 0]]);
});
