// What a face draws.

import type { Piece } from "./types";

export type Drawn = NonNullable<Piece["drawing"]>[string];

/** What is printed on a piece, and what its face draws besides. */
export function printed(piece: Piece): Record<string, Drawn> {
  return { ...piece.values, ...piece.drawing };
}

/** The parts of something that is printed in parts. */
export function partsOf(drawn: Drawn | undefined): (string | number)[] {
  return drawn === undefined ? [] : Array.isArray(drawn) ? drawn : [drawn];
}
