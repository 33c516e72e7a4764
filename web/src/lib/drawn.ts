// What of a journal line's facts is drawn: dice, modifiers, success, and what that is to the reader.

import type { Id, Modifier, ShownLine } from "./types";

export interface Drawn {
  dice: number[];
  modifiers: Modifier[];
  /** What moved the column of the table, apart from the dice. */
  shifts: Modifier[];
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
  return {
    dice,
    modifiers: listOf(facts.modifiers),
    shifts: listOf(facts.shifts),
    success: line.mark ? line.mark === "good" : null,
  };
}

const listOf = (listed: unknown): Modifier[] =>
  Array.isArray(listed)
    ? listed.filter((one): one is Modifier => Array.isArray(one) && one.length === 3 && isNumber(one[0]))
    : [];

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
  /** The sides that the game calls the reader's enemies; without any one sees a result as it is for whom it concerns. */
  enemies: readonly string[];
  /** Whether it belongs to a side, or is one. */
  isOwned: (id: Id) => boolean;
}

/** Whom the mark of a line concerns: the side that its facts name for it, else the one to which the first thing in it belongs; null for nobody. */
function concerned(line: ShownLine, isOwned: (id: Id) => boolean): string | null {
  const told = line.facts?.for_side;
  if (typeof told === "string") return told;
  // A line that names nothing of anybody has the side of whoever chose last: that says nothing.
  return refsOf(line).some(isOwned) ? (line.sides?.[0] ?? null) : null;
}

/** The mark of a line for the reader: what is good for an enemy is harm, and what concerns nobody has no colour. */
export function markFor(line: ShownLine, { enemies, isOwned }: Reader): Mark {
  const mark = line.mark ?? "";
  if (!mark || !enemies.length) return mark;
  const whom = concerned(line, isOwned);
  if (whom === null) return "";
  return !enemies.includes(whom) ? mark : mark === "good" ? "bad" : "good";
}
