// What a piece or a space is, in words: for the screen reader and the inspector.

import type { Match } from "./match.svelte";
import { spoken } from "./text";
import type { Piece } from "./types";

export function describe(piece: Piece, match: Match): string {
  const parts = [piece.label || match.name(piece.id)];
  const where = match.spaces.get(piece.where)?.label || match.hello?.names[piece.where] || match.panels.get(piece.where)?.title || piece.where;
  parts.push(`at ${where}`);
  for (const badge of piece.badges ?? []) parts.push(badge.note || badge.text);
  return parts.join(", ");
}

/** The printed values as rows, without those that only steer the drawing. */
export function valueRows(piece: Piece): [string, string][] {
  return Object.entries(piece.values ?? {})
    .filter(([key, value]) => key !== "name" && key !== "title" && value !== "")
    .map(([key, value]) => [spoken(key), String(value)]);
}
