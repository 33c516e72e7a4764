// Drawings that a game in a package of its own brings along: SVG files with gaps. They are filled and drawn, never run.

import { sideColour } from "./colours";
import { printed } from "./printed";
import type { Piece } from "./types";

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(
  "g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask use symbol title desc".split(
    " ",
  ),
);
const ATTRIBUTES =
  /^(id|class|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|d|points|width|height|viewBox|transform|offset|opacity|fx|fy|text-anchor|dominant-baseline|font-(size|family|weight|style)|letter-spacing|textLength|lengthAdjust|gradientUnits|gradientTransform|clip-path|clip-rule|mask|paint-order|vector-effect|stop-(color|opacity)|fill(-opacity|-rule)?|stroke(-width|-opacity|-dasharray|-linecap|-linejoin)?|data-if)$/;
/** Nothing is fetched: a colour or a part of the same drawing, no other address. */
const FOREIGN = /url\(\s*['"]?(?!#)/i;

export interface GivenDrawing {
  width: number;
  height: number;
  root: SVGGElement;
}

/** Read a drawing; what is not plain drawing (scripts, events, foreign addresses) is left out. */
export function readDrawing(text: string): GivenDrawing | null {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (read.nodeName !== "svg") return null;
  const box = (read.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const [left = 0, top = 0, width = 64, height = 64] = box.length === 4 ? box : [];
  const root = document.createElementNS(SVG, "g");
  if (left || top) root.setAttribute("transform", `translate(${-left} ${-top})`);
  for (const child of read.childNodes) copy(child, root);
  return { width, height, root };
}

function copy(node: ChildNode, into: Element): void {
  if (node.nodeType === Node.TEXT_NODE) into.append(document.createTextNode(node.textContent ?? ""));
  if (!(node instanceof Element) || !ELEMENTS.has(node.nodeName)) return;
  const made = document.createElementNS(SVG, node.nodeName);
  for (const { name, value } of node.attributes)
    if ((ATTRIBUTES.test(name) && !FOREIGN.test(value)) || (name === "href" && value.startsWith("#")))
      made.setAttribute(name, value);
  for (const child of node.childNodes) copy(child, made);
  into.append(made);
}

/** What stands for a gap: {label}, {side}, {turn}, {fill} and the other colours of the side, {values.NAME} for what is printed or drawn. */
function gapOf(piece: Piece, name: string): string {
  if (name.startsWith("values.")) return String(printed(piece)[name.slice(7)] ?? "");
  const colours = sideColour(piece.side);
  const known: Record<string, string | number | undefined> = {
    ...colours,
    label: piece.label,
    side: piece.side,
    turn: 60 * (piece.facing ?? 0),
  };
  return String(known[name] ?? "");
}

const GAP = /\{([\w.]+)\}/g;

/** The drawing of a piece: its gaps filled, and without what its `data-if` says nothing about. */
export function fillDrawing(drawing: GivenDrawing, piece: Piece): SVGGElement {
  const made = drawing.root.cloneNode(true) as SVGGElement;
  for (const part of made.querySelectorAll("[data-if]"))
    if (!gapOf(piece, part.getAttribute("data-if") ?? "")) part.remove();
  const filled = (text: string): string => text.replace(GAP, (_, name: string) => gapOf(piece, name));
  for (const part of [made, ...made.querySelectorAll("*")])
    for (const { name, value } of part.attributes) if (value.includes("{")) part.setAttribute(name, filled(value));
  const texts = document.createTreeWalker(made, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.textContent = filled(texts.currentNode.textContent ?? "");
  return made;
}

interface Filled {
  drawing: GivenDrawing;
  piece: Piece;
}

/** Keep the drawing of a piece in an empty element. */
export function drawInto(node: Element, filled: Filled): { update: (filled: Filled) => void } {
  const update = ({ drawing, piece }: Filled): void => node.replaceChildren(fillDrawing(drawing, piece));
  update(filled);
  return { update };
}
