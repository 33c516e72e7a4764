// A long list of names in a line of the journal is cut short: the first of them, and how many more there are.

import { t } from "./language";
import type { Segment } from "./types";

const MOST = 8;
const SHOWN = 5;

export interface Folded {
  before: Segment[];
  more: number;
  after: Segment[];
}

/** The line with its longest list cut short; null when it is short enough. */
export function folded(segments: readonly Segment[], most = MOST, shown = SHOWN): Folded | null {
  const names = listIn(segments);
  const first = names[shown - 1];
  const last = names.at(-1);
  if (names.length <= most || first === undefined || last === undefined) return null;
  return { before: segments.slice(0, first + 1), more: names.length - shown, after: segments.slice(last + 1) };
}

/** Where the names of the longest list stand: what the sentence names before and behind it is no part of it. */
function listIn(segments: readonly Segment[]): number[] {
  const and = t.both("", "");
  let longest: number[] = [];
  let now: number[] = [];
  segments.forEach((part, at) => {
    if (typeof part !== "string") now = [...now, at];
    else if (part !== ", " && part !== and) now = [];
    if (now.length > longest.length) longest = now;
  });
  return longest;
}
