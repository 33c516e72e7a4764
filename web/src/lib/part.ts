// The curve of a game over its parts: missions, quarters, seasons, scenarios of a campaign.

import type { PartPoint, PartSheet, ShownLine } from "./types";

/** The points of a sheet's curve: those it holds, or those that the journal tells where each part ended. */
export function partPoints(sheet: PartSheet, journal: readonly ShownLine[]): PartPoint[] {
  if (sheet.curve?.length) return [...sheet.curve];
  const counted = Object.entries(sheet.counted ?? {});
  return journal
    .filter((line) => sheet.event && line.event === sheet.event)
    .map((line, at) => ({
      label: String(at + 1),
      values: Object.fromEntries(counted.map(([side, fact]) => [side, Number(line.facts?.[fact] ?? 0)])),
    }));
}
