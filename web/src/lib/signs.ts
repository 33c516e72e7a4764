// What the small signs on the counters mean: for the legend of the board.

import type { Badge, Piece } from "./types";

/** The signs that lie on the table now, each meaning once, the most common first. */
export function signs(pieces: Iterable<Piece>): Badge[] {
  const found = new Map<string, { badge: Badge; count: number }>();
  for (const piece of pieces)
    for (const badge of piece.badges ?? []) {
      if (!badge.note) continue;
      const known = found.get(badge.note);
      if (known) known.count += 1;
      else found.set(badge.note, { badge, count: 1 });
    }
  return [...found.values()].sort((a, b) => b.count - a.count).map((one) => one.badge);
}
