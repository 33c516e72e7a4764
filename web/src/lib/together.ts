// Small questions asked together: a list with an answer each, sent as a run of choices while the next row is what is asked.

import { partsOf, printed } from "./printed";
import type { Id, Option, Piece, Segment, ShownOption, ShownQuestion } from "./types";

/** A row by what can be answered to it: rows of one list differ in this. */
export const keyOf = (options: readonly ShownOption[] | undefined): string =>
  JSON.stringify((options ?? []).map(({ option }) => option));

/** What is answered to the question that is asked now; null where it is not among the rows. */
export function answerTo(options: readonly ShownOption[], answers: ReadonlyMap<string, Option>): Option | null {
  return answers.get(keyOf(options)) ?? nextTicked(options, answers) ?? nextProposed(options, answers);
}

/** Of choices that are proposed as a whole: the first that is offered now. */
const nextProposed = (options: readonly ShownOption[], answers: ReadonlyMap<string, Option>): Option | null =>
  options.find((one) => answers.has(keyOf([one])))?.option ?? null;

/** One question of which any number of things can be ticked: what was ticked and is still offered, then its end. */
function nextTicked(options: readonly ShownOption[], answers: ReadonlyMap<string, Option>): Option | null {
  const ends = options.at(-1);
  if (ends?.option.length !== 1) return null;
  const rows = options.slice(0, -1).map((one) => answers.get(keyOf([one, ends])));
  // A thing that was no row is new: then it is another question, or this one has changed.
  if (rows.includes(undefined)) return null;
  return rows.find((answer) => answer && answer.length > 1) ?? (answers.size ? ends.option : null);
}

/** The answers to all rows: what the player said before, or else the default. */
export function answersOf(rows: readonly ShownQuestion[], said: ReadonlyMap<string, number>): Map<string, Option> {
  const answers = new Map<string, Option>();
  for (const row of rows) {
    const option = row.options[said.get(keyOf(row.options)) ?? row.default ?? 0]?.option;
    if (option) answers.set(keyOf(row.options), option);
  }
  return answers;
}

/** What a row is about: the things that its question names, or the whole of it where it names none. */
export function subjectOf(prompt: readonly Segment[]): Segment[] {
  const named = prompt.filter((part) => typeof part !== "string");
  return named.length ? named.flatMap((part, at) => (at ? [", ", part] : [part])) : [...prompt];
}

/** What tells a piece that is to be ticked from others of its name: its factors and where it lies. */
export function detailOf(piece: Piece | undefined, name: (id: Id) => string): string {
  if (!piece) return "";
  const { parts, factors } = printed(piece);
  return [partsOf(parts ?? factors).join("-"), name(piece.where)].filter(Boolean).join(" · ");
}

/** Whether an option is the end of the question that all ticked rows wait for. */
export function endsTicked(rows: readonly ShownQuestion[], { option }: ShownOption): boolean {
  const end = rows[0]?.ticked ? rows[0].options[1]?.option : undefined;
  return end !== undefined && JSON.stringify(end) === JSON.stringify(option);
}

/** Rows that build on each other, such as the seats of a crew, are taken as a whole. What ends the question is left to the player. */
export function proposed(rows: readonly ShownQuestion[]): ShownOption[] {
  if (!rows[0]?.proposed) return [];
  const all = rows.flatMap(({ options, default: at }) => options?.[at ?? 0] ?? []);
  const end = all.findIndex(({ option }) => option.length < 2);
  return end < 0 ? all : all.slice(0, end);
}
