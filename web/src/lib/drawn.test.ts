// @vitest-environment node
import { describe, expect, it } from "vitest";
import { sameModifiers } from "./drawn";
import type { ShownLine } from "./types";

const line = (number: number, event: string, values: number[]): ShownLine => ({
  number,
  step: 1,
  clause: "XX-1",
  event,
  text: ["A roll."],
  facts: { dice: [3, 4], modifiers: values.map((value) => [value, "XX-2", "won"]) },
});

describe("modifiers that were told already", () => {
  it("are those of the line before, for the same kind of roll", () => {
    expect(sameModifiers(line(1, "test", [-1, -1]), line(2, "test", [-1, -1]))).toBe(true);
  });

  it("are told again when they differ, stand alone, or belong to another roll", () => {
    expect(sameModifiers(line(1, "test", [-1, -1]), line(2, "test", [-1, 1]))).toBe(false);
    expect(sameModifiers(line(1, "test", [-1]), line(2, "test", [-1]))).toBe(false);
    expect(sameModifiers(line(1, "other", [-1, -1]), line(2, "test", [-1, -1]))).toBe(false);
    expect(sameModifiers(undefined, line(2, "test", [-1, -1]))).toBe(false);
  });
});
