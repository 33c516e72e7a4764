// The coach of a guided first game: which step the learner is at. sandtable.board.lesson.Coach does the same in Python.

import type { Lesson, LessonStep, Option, Shown } from "./types";

/** Where the learner is after a step of the match; kept for every step, so that an undo leads back. */
export interface Mark {
  step: number;
  index: number;
  phase: string;
  /** What was chosen instead of what the coach had asked for. */
  otherwise: boolean;
}

export const BEGINNING: Mark = { step: 0, index: 0, phase: "", otherwise: false };

const startsWith = (option: Option, beginning: Option): boolean => beginning.every((part, at) => option[at] === part);

export function isExpected(step: LessonStep, option: Option): boolean {
  return (step.expect ?? []).some((beginning) => startsWith(option, beginning));
}

const optionsOf = (shown: Shown): Option[] => (shown.decision?.options ?? []).map(({ option }) => option);

/** Whether the step belongs to the decision that is asked. */
export function isDue(step: LessonStep | undefined, shown: Shown): boolean {
  const options = optionsOf(shown);
  if (!step || !options.length) return false;
  if ((step.at && step.at !== shown.decision?.rule) || (step.phase && step.phase !== shown.table.phase)) return false;
  return !step.expect?.length || options.some((option) => isExpected(step, option)) || nextShown(step, shown) !== null;
}

/** What the coach would choose now. */
export function nextShown(step: LessonStep, shown: Shown): Option | null {
  const options = optionsOf(shown);
  const written = new Set(options.map((option) => JSON.stringify(option)));
  return (
    (step.shows ?? []).find((option) => written.has(JSON.stringify(option))) ??
    options.find((option) => isExpected(step, option)) ??
    null
  );
}

/** After a choice that was made at `before` and led to `now`. */
export function goOn(
  steps: readonly LessonStep[],
  mark: Mark,
  before: Shown | null,
  choice: Option | null,
  now: Shown,
): Mark {
  let { index, otherwise } = mark;
  const step = steps[index];
  if (step && before && choice && isDue(step, before)) {
    const expected = !step.expect?.length || isExpected(step, choice);
    const belongs = (step.meanwhile ?? []).includes(String(choice[0]));
    if (expected || !belongs) index += 1;
    otherwise = !expected && !belongs;
  }
  // The phase that counts is that of a decision of one's own: while others choose, the learner's phase has not passed.
  if (!optionsOf(now).length) return { step: now.step, index, phase: mark.phase, otherwise };
  const phase = now.table.phase ?? "";
  while (steps[index]?.phase && steps[index]?.phase === mark.phase && phase !== mark.phase) index += 1;
  return { step: now.step, index, phase, otherwise };
}

/** The marks up to a step: what was undone is forgotten. */
export function until(marks: readonly Mark[], step: number): Mark[] {
  const kept = marks.filter((mark) => mark.step <= step);
  return kept.length ? kept : [BEGINNING];
}

const KEY = "sandtable.lesson.";

/** The marks of a match that is a lesson in this browser; null when it is none. */
export function storedMarks(match: string): Mark[] | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + match) ?? "null") as Mark[] | null;
  } catch {
    return null;
  }
}

export function storeMarks(match: string, marks: readonly Mark[] | null): void {
  try {
    if (marks) localStorage.setItem(KEY + match, JSON.stringify(marks));
    else localStorage.removeItem(KEY + match);
  } catch {
    // Without storage the lesson lasts until the page is closed.
  }
}

/** Whether the coach of a match was sent away; he keeps following and comes back when called. */
export function coachAway(match: string): boolean {
  try {
    return localStorage.getItem(`${KEY}away.${match}`) !== null;
  } catch {
    return false;
  }
}

export function sendCoach(match: string, away: boolean): void {
  try {
    if (away) localStorage.setItem(`${KEY}away.${match}`, "yes");
    else localStorage.removeItem(`${KEY}away.${match}`);
  } catch {
    // See above.
  }
}

export type { Lesson, LessonStep };
