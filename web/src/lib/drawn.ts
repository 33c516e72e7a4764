// What of a journal line's facts is drawn: dice, modifiers, success.

import type { Modifier, ShownLine } from "./types";

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
  const inFacts = Object.values(line.facts ?? {})
    .flatMap((fact) => (Array.isArray(fact) ? (fact as unknown[]) : [fact]))
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
