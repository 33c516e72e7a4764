import { expect, test } from "vitest";
import { fillDrawing, readDrawing } from "./given";
import type { Piece } from "./types";

const SHIP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">
  <script>alert(1)</script><image href="https://example.org/x.png" />
  <rect width="80" height="40" fill="{fill}" onclick="alert(2)" />
  <path d="M0 0h9" fill="url(https://example.org/x.svg#a)" transform="rotate({turn})" />
  <text x="4" y="20">{label}: {values.guns}</text>
  <g data-if="values.sunk"><text>sunk</text></g>
</svg>`;

const piece: Piece = {
  id: "s1",
  face: "ship",
  where: "a1",
  label: "Hood",
  side: "british",
  facing: 2,
  values: { guns: 8 },
};

test("the gaps of a drawing are filled with what the piece says", () => {
  const drawing = readDrawing(SHIP);
  if (!drawing) throw new Error("not read");
  expect([drawing.width, drawing.height]).toEqual([80, 40]);
  const drawn = fillDrawing(drawing, piece);
  expect(drawn.querySelector("text")?.textContent).toBe("Hood: 8");
  expect(drawn.querySelector("path")?.getAttribute("transform")).toBe("rotate(120)");
  expect(drawn.querySelector("rect")?.getAttribute("fill")).toMatch(/^#/);
});

test("a part with data-if is only drawn when the piece says something about it", () => {
  const drawing = readDrawing(SHIP);
  if (!drawing) throw new Error("not read");
  expect(fillDrawing(drawing, piece).textContent).not.toContain("sunk");
  expect(fillDrawing(drawing, { ...piece, values: { sunk: 1 } }).textContent).toContain("sunk");
});

test("nothing of a drawing is run or fetched", () => {
  const written = readDrawing(SHIP)?.root.outerHTML ?? "";
  expect(written).not.toMatch(/script|onclick|image|example\.org/);
});

test("what is no drawing is refused", () => {
  expect(readDrawing("<html></html>")).toBeNull();
});
