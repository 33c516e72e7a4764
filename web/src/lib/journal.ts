// Reading the journal: whom a line is about, and where turns and phases begin.

import { headingLevel, refsOf } from "./drawn";
import type { Id, ShownLine } from "./types";

type Headings = Readonly<Record<string, 1 | 2>>;

/** Whether a line is about a seat or side: it names it, or a piece of it. */
export function isAbout(line: ShownLine, who: string, sides: ReadonlyMap<Id, string>): boolean {
  return refsOf(line).some((id) => id === who || sides.get(id) === who);
}

/** The lines about a seat or side, under the headings that still have any. */
export function linesAbout(lines: readonly ShownLine[], who: string, sides: ReadonlyMap<Id, string>, more: Headings = {}): ShownLine[] {
  const kept: ShownLine[] = [];
  let waiting: ShownLine[] = [];
  for (const line of lines) {
    const level = headingLevel(line, more);
    if (level) waiting = [...waiting.filter((one) => headingLevel(one, more) < level), line];
    else if (isAbout(line, who, sides)) {
      kept.push(...waiting, line);
      waiting = [];
    }
  }
  return kept;
}

/** The steps at which a turn or a phase begins, in order. */
export function headingSteps(lines: readonly ShownLine[], more: Headings = {}): number[] {
  return [...new Set(lines.filter((line) => headingLevel(line, more) > 0).map((line) => line.step))].sort((a, b) => a - b);
}

/** The nearest of them before or after a step; the ends of the match if there is none. */
export function nextHeading(steps: readonly number[], at: number, forward: boolean, end: number): number {
  return forward ? (steps.find((step) => step > at) ?? end) : (steps.findLast((step) => step < at) ?? 0);
}
