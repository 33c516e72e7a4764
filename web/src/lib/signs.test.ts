// @vitest-environment node
import { expect, test } from "vitest";
import { onTheGround, signs } from "./signs";
import type { Badge, Piece } from "./types";

const piece = (id: string, ...badges: Badge[]): Piece => ({ id, face: "counter", where: "A1", badges });

test("each meaning is told once, the most common first; a sign without words is not told", () => {
  const stunned = { text: "stun", kind: "bad", note: "Stunned" };
  const cloaked = { text: "Ck", kind: "dark", note: "under a Cloaking counter" };
  const told = signs([
    piece("a", stunned, cloaked),
    piece("b", cloaked, { text: "3" }),
    { id: "c", face: "counter", where: "A2" },
  ]);
  expect(told).toEqual([cloaked, stunned]);
});

test("a sign that tells something else of each piece is told once; what a face draws itself is not told", () => {
  const mission = (city: string): Badge => ({ text: "⌖", kind: "info", note: `Mission: ${city}` });
  const tanks = { text: "T", kind: "info", note: "Carries drop tanks: E is two lower" };
  const fuel = { text: "7", kind: "dark", note: "Out of fuel in turn 7", drawn: true };
  expect(signs([piece("a", mission("Berlin"), fuel), piece("b", mission("Posen"), tanks), piece("c", tanks)])).toEqual([
    { text: "⌖", kind: "info", note: "Mission: …" },
    tanks,
  ]);
});

test("works and markers are told once for each kind", () => {
  const lies = (id: string, face: string, values: Record<string, string>, label: string, note = ""): Piece => ({
    id,
    face,
    where: "A1",
    label,
    note,
    values,
  });
  const told = onTheGround([
    lies("m1", "work", { work: "ap", text: "12" }, "A-P minefield 1", "A-P mines attack who enters."),
    lies("m2", "work", { work: "ap", text: "6" }, "A-P minefield 2", "A-P mines attack who enters."),
    lies("h1", "marker", { text: "o" }, "shellholes"),
    lies("u1", "infantry", {}, "German 4-4-7 A", "ELR 3"),
  ]);
  expect(told.map(({ piece, words }) => [piece.id, words])).toEqual([
    ["m1", "A-P mines attack who enters."],
    ["h1", "shellholes"],
  ]);
  expect(onTheGround([lies("h1", "marker", { text: "o" }, "shellholes")], ["marker"])).toEqual([]);
});
