// The key to a painted map shows the ground itself: for each kind a place on the board where it lies.

import type { Point, Rect } from "../lib/layout";
import type { Board } from "../lib/types";

/** What it is called, and hexes or hexsides ("5015", "H8-I9") that show it. */
export type KeyEntry = [name: string, places: string[]];

export interface Shown {
  name: string;
  box: Rect;
}

/** For each kind of ground that is on this board the first place that shows it, `wide` and `high` in widths of a hex. */
export function samplesOf(board: Board, wide: number, high: number): Shown[] {
  const middles = new Map(board.spaces.map(({ id, x, y }) => [id, [x, y] as Point]));
  const unit = board.spaces.find(({ shape }) => shape === "hex")?.width ?? 0;
  const [width, height] = [wide * unit, high * unit];
  return ((board.scenery?.key ?? []) as KeyEntry[]).flatMap(([name, places]) => {
    for (const place of places) {
      const hexes = place.split("-").map((id) => middles.get(id));
      const [a, b] = [hexes[0], hexes.at(-1)];
      if (!a || !b) continue;
      return [{ name, box: { x: (a[0] + b[0] - width) / 2, y: (a[1] + b[1] - height) / 2, width, height } }];
    }
    return [];
  });
}
