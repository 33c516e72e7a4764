// Which games paint their maps; each painting is loaded when it is needed.

import type { Board } from "../lib/types";
import type { Painter, Painting } from "./painting";

const painters = import.meta.glob<{ default: Painter }>("../games/*/painting.ts");

export async function paintingOf(board: Board): Promise<Painting | null> {
  const load = painters[`../games/${board.art ?? ""}/painting.ts`];
  return load ? (await load()).default(board) : null;
}
