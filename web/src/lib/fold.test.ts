// @vitest-environment node
import { describe, expect, it } from "vitest";
import { folded } from "./fold";
import type { Segment } from "./types";

const named = (count: number): Segment[] =>
  Array.from({ length: count }, (_, at) => [...(at ? [", "] : []), { ref: `u${at}`, text: `Unit ${at}` }]).flat();

describe("a long list of names", () => {
  it("is left alone while it is short", () => {
    expect(folded(["They rally: ", ...named(8), "."])).toBeNull();
  });

  it("is cut after five names, and the end of the sentence stays", () => {
    const cut = folded(["They rally: ", ...named(20), "."]);
    expect(cut?.more).toBe(15);
    expect(cut?.before.at(-1)).toEqual({ ref: "u4", text: "Unit 4" });
    expect(cut?.after).toEqual(["."]);
  });
});
