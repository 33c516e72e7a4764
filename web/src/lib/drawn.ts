// What of a journal line's facts is drawn: dice, modifiers, success, and what that is to the reader.

import type { Id, Modifier, ShownLine } from "./types";

export interface Drawn {
  dice: number[];
  modifiers: Modifier[];
  success: boolean | null;
}

const isNumber = (value: unknown): value is number => typeof value === "number";

export function drawn(line: ShownLine): Drawn {
  const facts = line.facts ?? {};
  const dice: number[] = [];
  for (const key of ["dice", "rolls", "roll", "die"]) {
    const value = facts[key];
    if (Array.isArray(value)) dice.push(...value.filter(isNumber));
    else if (isNumber(value)) dice.push(value);
  }
  const listed = facts.modifiers;
  const modifiers = Array.isArray(listed)
    ? listed.filter((one): one is Modifier => Array.isArray(one) && one.length === 3 && isNumber(one[0]))
    : [];
  return { dice, modifiers, success: line.mark ? line.mark === "good" : null };
}

/** Everything a line talks about: the ids in its text and its facts. */
export function refsOf(line: ShownLine): string[] {
  const inText = line.text.flatMap((part) => (typeof part === "string" ? [] : [part.ref]));
  const inFacts = Object.entries(line.facts ?? {})
    .flatMap(([key, fact]) => (key === "for_side" ? [] : Array.isArray(fact) ? (fact as unknown[]) : [fact]))
    .filter((one) => typeof one === "string");
  return [...new Set([...inText, ...inFacts])];
}

/** Whether a line is rolled for like the line before it: the same modifiers need not be read again. */
export function sameModifiers(before: ShownLine | undefined, line: ShownLine): boolean {
  const told = drawn(line).modifiers;
  return (
    before?.event === line.event && told.length > 1 && JSON.stringify(drawn(before).modifiers) === JSON.stringify(told)
  );
}

// -- what a result is to the reader: green is good for them, red is harm; words and signs tell it for whom it concerns

export type Mark = "good" | "bad" | "";

/** With whose eyes the journal is read. */
export interface Reader {
  /** The seat against which the reader plays; "" for spectators, on a screen for both sides and where sides play together: they see a result as it is for whom it concerns. */
  foe: string;
  /** Whether somebody may own it; a side is no piece. */
  isPiece: (id: Id) => boolean;
}

/** Whom the mark of a line concerns: the side that its facts name for it, else the one to which the first thing in it belongs. */
function concerned(line: ShownLine, isPiece: (id: Id) => boolean): string {
  const told = line.facts?.for_side;
  if (typeof told === "string") return told;
  // A line that names nothing of anybody has the side of whoever chose last: that says nothing.
  return refsOf(line).some(isPiece) ? (line.sides?.[0] ?? "") : "";
}

/** The mark of a line for the reader: what is good for the enemy is harm. */
export function markFor(line: ShownLine, { foe, isPiece }: Reader): Mark {
  const mark = line.mark ?? "";
  if (!mark || !foe || concerned(line, isPiece) !== foe) return mark;
  return mark === "good" ? "bad" : "good";
}
