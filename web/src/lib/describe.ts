// What a piece or a space is, in words: for the screen reader and the inspector.

import { t } from "./language";
import type { Match } from "./match.svelte";
import type { Piece } from "./types";

export function describe(piece: Piece, match: Match): string {
  const parts = [piece.label || match.name(piece.id)];
  parts.push(t.at(whereabouts(piece, match) || piece.where));
  for (const badge of piece.badges ?? []) parts.push(badge.note || badge.text);
  return parts.join(", ");
}

/** Where a piece lies, in words; a part of a space (a level, a roof) by its full name. */
export function whereabouts(piece: Piece, match: Match): string {
  const space = match.spaces.get(piece.where);
  const name = match.hello?.names[piece.where];
  return (space?.kind === "part" ? name : space?.label) || name || match.panels.get(piece.where)?.title || "";
}

/** The printed values as rows. */
export function valueRows(piece: Piece, match: Match): [string, string][] {
  return Object.entries(piece.values ?? {})
    .filter(([, value]) => value !== "")
    .map(([key, value]) => [match.keyName("value", key), String(value)]);
}
