// @vitest-environment node
import { expect, test } from "vitest";
import { BEGINNING, until, type LessonMark } from "./lesson";

const at = (step: number, index: number): LessonMark => ({ ...BEGINNING, step, index });

test("what was undone is forgotten", () => {
  const marks = [at(0, 0), at(3, 1), at(5, 2)];
  expect(until(marks, 4)).toEqual([at(0, 0), at(3, 1)]);
  expect(until(marks, 5)).toEqual(marks);
  expect(until([at(7, 2)], 3)).toEqual([BEGINNING]);
});
