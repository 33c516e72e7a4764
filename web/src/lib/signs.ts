// What the small signs on the counters mean, and what lies on the ground: for the legend of the board.

import { printed } from "./printed";
import type { Badge, Piece } from "./types";

/** The signs that lie on the table now, each meaning once, the most common first. What a sign tells of each piece apart ("Mission: Berlin") is told once for all. */
export function signs(pieces: Iterable<Piece>): Badge[] {
  const found = new Map<string, { badge: Badge; count: number }>();
  for (const piece of pieces)
    for (const badge of piece.badges ?? []) {
      if (!badge.note || badge.drawn) continue;
      const { text, kind = "", note } = badge;
      const [topic = ""] = note.split(": ", 1);
      const key = `${text} ${kind} ${topic}`;
      const known = found.get(key);
      if (!known) found.set(key, { badge, count: 1 });
      else {
        known.count += 1;
        if (known.badge.note !== note) known.badge = { ...badge, note: `${topic}: …` };
      }
    }
  return [...found.values()].sort((a, b) => b.count - a.count).map((one) => one.badge);
}

const ON_THE_GROUND = new Set(["work", "marker"]);

/** Works and markers, one of each kind, with what they are; without those faces that the key of the map tells of. */
export function onTheGround(pieces: Iterable<Piece>, told: readonly string[] = []): { piece: Piece; words: string }[] {
  const found = new Map<string, { piece: Piece; words: string }>();
  for (const piece of pieces) {
    const words = piece.note || piece.label;
    const drawn = printed(piece);
    const kind = `${piece.face} ${String(drawn.work ?? drawn.text ?? "")}`;
    if (ON_THE_GROUND.has(piece.face) && !told.includes(piece.face) && words && !found.has(kind))
      found.set(kind, { piece, words });
  }
  return [...found.values()];
}
