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

const diced = (line: ShownLine): boolean => ["dice", "rolls", "roll", "die"].some((key) => key in (line.facts ?? {}));

/** Whether two lines tell of the same things by the same clause, and no die fell. */
function alike(one: ShownLine | undefined, other: ShownLine): boolean {
  return (
    one?.clause === other.clause &&
    !one.level &&
    !diced(one) &&
    !diced(other) &&
    Object.keys(one.facts ?? {}).length > 0 &&
    JSON.stringify(one.facts) === JSON.stringify(other.facts)
  );
}

/** Without what was done and undone again: who turns a counter over, back and over once more has turned it over. The last line stays. */
export function withoutToAndFro(lines: readonly ShownLine[]): ShownLine[] {
  const kept: ShownLine[] = [];
  for (const line of lines) {
    const [first, second] = [kept.at(-2), kept.at(-1)];
    const returned =
      first?.event === line.event && second?.event !== line.event && alike(first, line) && alike(second, line);
    if (returned) kept.splice(-2);
    kept.push(line);
  }
  return kept;
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
