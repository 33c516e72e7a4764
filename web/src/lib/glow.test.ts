import { expect, test } from "vitest";

import { whereItGlows } from "./glow";
import { t } from "./language";
import type { Panel, Piece } from "./types";

const piece = (id: string, where: string): [string, Piece] => [id, { id, where } as Piece];
const table = {
  pieces: new Map([piece("tank", "G5"), piece("squad", "G5"), piece("card", "hand")]),
  panels: new Map([["hand", { title: "Your hand" } as Panel]]),
  spaces: new Set(["G5", "G6"]),
};

test("pieces on the board and spaces are one place, told once", () => {
  expect(whereItGlows(["tank", "squad", "G6"], table)).toEqual([t.theBoard]);
});

test("a piece in a panel is told by the title of the panel", () => {
  expect(whereItGlows(["card", "tank"], table)).toEqual([t.quoted("Your hand"), t.theBoard]);
});

test("what is neither a piece nor a space is in the panels", () => {
  expect(whereItGlows(["a row of a chart"], table)).toEqual([t.thePanels]);
});
