// How far the learner of a guided first game has come. The coach himself sits in the server (sandtable.board.lesson).

import type { CoachAnswer } from "./types";

/** Where the learner was at a step of the match; kept for every step, so that an undo leads back. */
export type LessonMark = Omit<CoachAnswer, "type" | "id">;

/** Before the first question. */
export const BEGINNING: LessonMark = {
  step: -1,
  index: 0,
  phase: "",
  told: false,
  due: false,
  otherwise: false,
  shows: null,
  refs: [],
  says: "",
  missed: [],
};

/** The marks up to a step: what was undone is forgotten. */
export function until(marks: readonly LessonMark[], step: number): LessonMark[] {
  const kept = marks.filter((mark) => mark.step <= step);
  return kept.length ? kept : [BEGINNING];
}

const KEY = "sandtable.lesson.";

/** The marks of a match that is a lesson in this browser; null when it is none. */
export function storedMarks(match: string): LessonMark[] | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + match) ?? "null") as LessonMark[] | null;
  } catch {
    return null;
  }
}

export function storeMarks(match: string, marks: readonly LessonMark[] | null): void {
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
