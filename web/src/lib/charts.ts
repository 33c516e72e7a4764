// Which part of a chart the roll before us uses.

import type { Odds, Panel } from "./types";

/** The places of the headings that a sum of the same clause names. */
export function columnsInUse(panel: Panel, odds: Odds | null | undefined): Set<number> {
  const named = (odds?.sums ?? []).filter(([, , clause]) => clause === panel.clause).map(([, value]) => value);
  return new Set((panel.columns ?? []).flatMap((heading, at) => (named.includes(heading) ? [at] : [])));
}
