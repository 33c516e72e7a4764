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

  it("is cut by itself: what the sentence names behind it stays", () => {
    const target = { ref: "I2", text: "I2" };
    const cut = folded([...named(9), " and ", { ref: "u9", text: "Unit 9" }, ": fire at ", target, "."], 4, 3);
    expect(cut?.more).toBe(7);
    expect(cut?.after).toEqual([": fire at ", target, "."]);
  });

  it("is counted without what else the sentence names", () => {
    expect(folded([...named(3), ": fire at ", { ref: "I2", text: "I2" }, { ref: "J2", text: "J2" }], 4, 3)).toBeNull();
  });
});
