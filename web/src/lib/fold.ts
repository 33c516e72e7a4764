// A long list of names in a line of the journal is cut short: the first of them, and how many more there are.

import type { Segment } from "./types";

const MOST = 8;
const SHOWN = 5;

export interface Folded {
  before: Segment[];
  more: number;
  after: Segment[];
}

/** The line with its list cut short; null when it is short enough. */
export function folded(segments: readonly Segment[], most = MOST, shown = SHOWN): Folded | null {
  const names = segments.flatMap((part, at) => (typeof part === "string" ? [] : [at]));
  const first = names[shown - 1];
  const last = names.at(-1);
  if (names.length <= most || first === undefined || last === undefined) return null;
  return { before: segments.slice(0, first + 1), more: names.length - shown, after: segments.slice(last + 1) };
}
