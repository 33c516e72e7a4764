import { expect, test } from "vitest";
import { applyPatch } from "./patch";
import type { Piece, Shown } from "./types";

const piece = (id: string, where: string): Piece => ({ id, face: "f", where });
const OLD: Shown = {
  step: 1,
  seat: "north",
  table: { heading: "Turn 1", pieces: [piece("a", "1"), piece("b", "2"), piece("c", "3")], panels: [], phase: "fire" },
  decision: null,
  can_undo: true,
};

test("what changed, came and went is applied, and the rest stays the same object", () => {
  const now = applyPatch(OLD, {
    set: { step: 2, can_undo: false },
    table: { set: { phase: "" }, pieces: [piece("b", "9"), piece("d", "4")], gone: { pieces: ["a"] } },
  });
  expect(now.step).toBe(2);
  expect(now.can_undo).toBe(false);
  expect(now.table.phase).toBe("");
  expect(now.table.heading).toBe("Turn 1");
  expect(now.table.pieces.map((one) => one.id + one.where)).toEqual(["b9", "c3", "d4"]);
  expect(now.table.pieces[1]).toBe(OLD.table.pieces[2]);
  expect(now.table.panels).toBe(OLD.table.panels);
});

test("another order is told by its ids", () => {
  const now = applyPatch(OLD, { table: { order: { pieces: ["c", "a", "b"] } } });
  expect(now.table.pieces.map((one) => one.id)).toEqual(["c", "a", "b"]);
});
