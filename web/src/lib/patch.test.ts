// @vitest-environment node
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
    table: {
      set: { phase: "" },
      changes: { pieces: { b: { where: "9" } } },
      new: {
        pieces: [
          { ...piece("d", "4"), side: "red" },
          { id: "e", side: "" },
        ],
      },
      gone: { pieces: ["a"] },
    },
  });
  expect(now.step).toBe(2);
  expect(now.can_undo).toBe(false);
  expect(now.table.phase).toBe("");
  expect(now.table.heading).toBe("Turn 1");
  expect(now.table.pieces.map((one) => one.id + one.where)).toEqual(["b9", "c3", "d4", "e4"]);
  expect(now.table.pieces[0]).toEqual(piece("b", "9"));
  expect(now.table.pieces[3]).toEqual({ id: "e", face: "f", where: "4", side: "" });
  expect(now.table.pieces[1]).toBe(OLD.table.pieces[2]);
  expect(now.table.panels).toBe(OLD.table.panels);
});

test("another order is told by its ids", () => {
  const now = applyPatch(OLD, { table: { order: { pieces: ["c", "a", "b"] } } });
  expect(now.table.pieces.map((one) => one.id)).toEqual(["c", "a", "b"]);
});

test("spaces come to an overlay and go from it", () => {
  const zone = { id: "zone", title: "Zone", spaces: ["1", "2", "3"] };
  const other = { id: "other", title: "Other", spaces: ["1"] };
  const old = { ...OLD, table: { ...OLD.table, overlays: [zone, other] } };
  const now = applyPatch(old, { table: { spaces: { zone: { plus: ["9"], minus: ["2"] } } } });
  expect(now.table.overlays).toEqual([{ ...zone, spaces: ["1", "3", "9"] }, other]);
  expect(now.table.overlays?.[1]).toBe(other);
});
