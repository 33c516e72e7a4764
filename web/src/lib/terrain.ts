// The paper map: colours, textures and lines by kind. Textures are seeded by the id of the space, so they never flicker.

import { outline, round, sizeOf } from "./layout";
import { seeded } from "./seeded";
import type { Board, Space } from "./types";

interface Paint {
  fill: string;
  marks?: "houses" | "trees" | "dots" | "waves" | "reeds" | "peaks" | "stones" | "furrows" | "blocks";
  ink?: string;
}

const PAINT: Record<string, Paint> = {
  clear: { fill: "#efe6cf" },
  suburb: { fill: "#e6d5b8", marks: "dots", ink: "#b79f80" },
  city: { fill: "#cdb9a2", marks: "houses", ink: "#a08d7c" },
  factory: { fill: "#c4b5a6", marks: "blocks", ink: "#84776b" },
  woods: { fill: "#b9c79a", marks: "trees", ink: "#8fa372" },
  park: { fill: "#cfdcab", marks: "trees", ink: "#abc186" },
  orchard: { fill: "#d8e0b4", marks: "dots", ink: "#8fa372" },
  water: { fill: "#a9c8d8", marks: "waves", ink: "#8bb3c7" },
  lake: { fill: "#a9c8d8", marks: "waves", ink: "#8bb3c7" },
  sea: { fill: "#b4cfdb", marks: "waves", ink: "#97bccd" },
  marsh: { fill: "#d3dcbf", marks: "reeds", ink: "#7f9a84" },
  hill: { fill: "#e2cfa4", marks: "peaks", ink: "#b99f6b" },
  mountain: { fill: "#d6bf97", marks: "peaks", ink: "#97794a" },
  rough: { fill: "#e3d4b4", marks: "stones", ink: "#a5906c" },
  rubble: { fill: "#cfc4b4", marks: "stones", ink: "#8c8072" },
  field: { fill: "#efe3ba", marks: "furrows", ink: "#d5c389" },
  stone: { fill: "#d8cfbd", marks: "dots", ink: "#b8ac98" },
  wood: { fill: "#ddd2b8", marks: "dots", ink: "#b8a684" },
  part: { fill: "#fbf5e2" },
  airfield: { fill: "#dcdcc4" },
  street: { fill: "#ded6c6" },
  objective: { fill: "#e9d38d" },
  box: { fill: "#f7f0de" },
  region: { fill: "#ece2c8" },
  base: { fill: "#f2e8cb" },
  zone: { fill: "#e7e3d2" },
};

export const PLAIN: Paint = { fill: "#efe6cf" };

export function paintOf(kind: string | undefined): Paint {
  return PAINT[kind ?? ""] ?? PLAIN;
}

export interface Layer {
  kind: string;
  fill: string;
  ground: string;
  marks: string;
  ink: string;
  stroked: boolean;
}

/** One layer for each kind of terrain: all its spaces in one path, all its texture in another. */
export function layers(board: Board, unit: number, skip: ReadonlySet<string>): Layer[] {
  const kinds = new Map<string, Space[]>();
  for (const space of board.spaces) {
    const kind = space.kind ?? "";
    if (!skip.has(kind)) kinds.set(kind, [...(kinds.get(kind) ?? []), space]);
  }
  return [...kinds].map(([kind, spaces]) => {
    const paint = paintOf(kind);
    return {
      kind,
      fill: paint.fill,
      ground: spaces.map((space) => outline(space, unit)).join(""),
      marks: paint.marks
        ? spaces.map((space) => texture(space, unit, paint.marks as NonNullable<Paint["marks"]>)).join("")
        : "",
      ink: paint.ink ?? "none",
      stroked: paint.marks === "waves" || paint.marks === "reeds" || paint.marks === "furrows",
    };
  });
}

function texture(space: Space, unit: number, marks: NonNullable<Paint["marks"]>): string {
  const { width, height } = sizeOf(space, unit);
  const next = seeded(space.id);
  const s = unit / 68;
  const count = { houses: 13, trees: 12, dots: 7, waves: 4, reeds: 7, peaks: 3, stones: 11, furrows: 5, blocks: 4 }[
    marks
  ];
  let d = "";
  for (let i = 0; i < count; i++) {
    const turn = next() * Math.PI * 2;
    const far = Math.sqrt(next()) * 0.41;
    const x = round(space.x + Math.cos(turn) * far * width);
    const y = round(space.y + Math.sin(turn) * far * height);
    d += mark(marks, x, y, s, next);
  }
  return d;
}

function mark(kind: NonNullable<Paint["marks"]>, x: number, y: number, s: number, next: () => number): string {
  const a = round((2.4 + next() * 3.6) * s);
  const b = round((2 + next() * 2.6) * s);
  switch (kind) {
    case "houses":
      return `M${round(x - a)} ${round(y - b)}h${round(2 * a)}v${round(2 * b)}h${round(-2 * a)}z`;
    case "blocks":
      return `M${round(x - 2 * a)} ${round(y - 1.6 * b)}h${round(4 * a)}v${round(3.2 * b)}h${round(-4 * a)}z`;
    case "trees":
      return `M${round(x - a)} ${y}a${a} ${a} 0 1 0 ${round(2 * a)} 0a${a} ${a} 0 1 0 ${round(-2 * a)} 0z`;
    case "dots":
      return `M${round(x - b / 2)} ${y}a${round(b / 2)} ${round(b / 2)} 0 1 0 ${b} 0a${round(b / 2)} ${round(b / 2)} 0 1 0 ${-b} 0z`;
    case "stones":
      return `M${round(x - b)} ${y}l${b} ${round(-b * 0.9)}l${b} ${round(b * 0.5)}l${round(-b * 0.6)} ${round(b * 0.8)}z`;
    case "peaks":
      return `M${round(x - 2 * a)} ${round(y + 1.4 * a)}L${x} ${round(y - 1.6 * a)}L${round(x + 2 * a)} ${round(y + 1.4 * a)}L${round(x + 0.7 * a)} ${round(y + 0.4 * a)}L${round(x + 0.2 * a)} ${round(y + 1.2 * a)}L${round(x - 0.6 * a)} ${round(y + 0.4 * a)}z`;
    case "waves":
      return `M${round(x - 2 * a)} ${y}q${a} ${round(-a * 0.8)} ${round(2 * a)} 0t${round(2 * a)} 0`;
    case "reeds":
      return `M${round(x - a)} ${y}h${round(2 * a)}M${x} ${y}v${round(-1.6 * b)}M${round(x - a / 2)} ${y}v${-b}M${round(x + a / 2)} ${y}v${-b}`;
    case "furrows":
      return `M${round(x - 2.4 * a)} ${round(y + b)}l${round(4.8 * a)} ${round(-2 * b)}`;
  }
}

/** Kinds of lines that are outlines of something solid. */
export function solid(kind: string): string {
  return { "house-stone": "#a8a097", "house-wood": "#c9a873" }[kind] ?? "none";
}

export interface Stroke {
  width: number;
  colour: string;
  dash?: string;
}

/** Lines of the map, from the casing below to the line on top; widths for a usual length of 68. */
export function strokes(kind: string): Stroke[] {
  return (
    {
      road: [
        { width: 7, colour: "#a65f3c" },
        { width: 4.6, colour: "#fbf3dc" },
      ],
      highway: [
        { width: 10, colour: "#a65f3c" },
        { width: 7, colour: "#fbf3dc" },
        { width: 1.2, colour: "#a65f3c" },
      ],
      street: [
        { width: 12, colour: "#b7a68c" },
        { width: 9.6, colour: "#f3ead6" },
      ],
      trail: [{ width: 2.4, colour: "#a65f3c", dash: "8 5" }],
      path: [{ width: 2, colour: "#8b7a5d", dash: "4 5" }],
      rail: [
        { width: 3, colour: "#5a5046" },
        { width: 5.5, colour: "#5a5046", dash: "1.6 9" },
      ],
      "house-stone": [],
      "house-wood": [],
      river: [{ width: 9, colour: "#7fb0c9" }],
      stream: [{ width: 3.4, colour: "#7fb0c9" }],
      canal: [
        { width: 7, colour: "#5d93b0" },
        { width: 5, colour: "#9cc4d6" },
      ],
      border: [{ width: 4, colour: "#b0553a88", dash: "14 6 3 6" }],
      front: [{ width: 6, colour: "#b3261e" }],
      corridor: [
        { width: 26, colour: "#f2b90f2e" },
        { width: 2, colour: "#a87b00", dash: "10 7" },
      ],
      "house-wall": [{ width: 3, colour: "#41382e" }],
      wall: [{ width: 6, colour: "#4f463a" }],
      hexside: [{ width: 6, colour: "#7a6346" }],
    }[kind] ?? [{ width: 3, colour: "#7a6a50" }]
  );
}
