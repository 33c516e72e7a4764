import { t } from "./language";
import type { Panel, Piece } from "./types";

/** What of the table is needed to say where something stands. */
interface Table {
  pieces: ReadonlyMap<string, Piece>;
  panels: ReadonlyMap<string, Panel>;
  spaces: { has(id: string): boolean };
}

/** Where to look for what can be chosen: the board, a panel by its title, or the panels. */
export function whereItGlows(ids: Iterable<string>, table: Table): string[] {
  const places = [...ids].map((id) => {
    const piece = table.pieces.get(id);
    const title = table.panels.get(piece?.where ?? "")?.title;
    if (title !== undefined) return t.quoted(title);
    return piece || table.spaces.has(id) ? t.theBoard : t.thePanels;
  });
  return [...new Set(places)];
}
