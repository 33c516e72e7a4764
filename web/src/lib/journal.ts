// Reading the journal: whom a line is about, and where turns and phases begin. The server says both with each line.

import type { ShownLine } from "./types";

/** The lines of which `wanted` holds, under the headings that still have any. The last headings stay: play goes on under them. */
function under(lines: readonly ShownLine[], wanted: (line: ShownLine) => boolean, last: boolean): ShownLine[] {
  const kept: ShownLine[] = [];
  let waiting: ShownLine[] = [];
  for (const line of lines) {
    const level = line.level ?? 0;
    if (level) waiting = [...waiting.filter((one) => (one.level ?? 0) < level), line];
    else if (wanted(line)) {
      kept.push(...waiting, line);
      waiting = [];
    }
  }
  return last ? [...kept, ...waiting] : kept;
}

/** The lines about a seat or side. */
export function linesAbout(lines: readonly ShownLine[], who: string): ShownLine[] {
  return under(lines, (line) => line.sides?.includes(who) ?? false, false);
}

/** All lines, without the headings of phases in which nothing happened. */
export function withoutEmpty(lines: readonly ShownLine[]): ShownLine[] {
  return under(lines, () => true, true);
}

/** Everybody whom some line is about. */
export function parties(lines: readonly ShownLine[]): string[] {
  return [...new Set(lines.flatMap((line) => line.sides ?? []))];
}

/** The steps at which a turn or a phase begins, in order. */
export function headingSteps(lines: readonly ShownLine[]): number[] {
  return [...new Set(lines.filter((line) => line.level).map((line) => line.step))].sort((a, b) => a - b);
}

/** The nearest of them before or after a step; the ends of the match if there is none. */
export function nextHeading(steps: readonly number[], at: number, forward: boolean, end: number): number {
  return forward ? (steps.find((step) => step > at) ?? end) : (steps.findLast((step) => step < at) ?? 0);
}
