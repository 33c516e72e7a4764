import { expect, test } from "vitest";
import { signs } from "./signs";
import type { Badge, Piece } from "./types";

const piece = (id: string, ...badges: Badge[]): Piece => ({ id, face: "counter", where: "A1", badges });

test("each meaning is told once, the most common first; a sign without words is not told", () => {
  const stunned = { text: "stun", kind: "bad", note: "Stunned" };
  const cloaked = { text: "Ck", kind: "dark", note: "under a Cloaking counter" };
  const told = signs([piece("a", stunned, cloaked), piece("b", cloaked, { text: "3" }), { id: "c", face: "counter", where: "A2" }]);
  expect(told).toEqual([cloaked, stunned]);
});
