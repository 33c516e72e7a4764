// How long what happened is shown: one result after the other, and a whole turn within a minute.

import type { Pace } from "./settings.svelte";

/** How long one result stands, in milliseconds. */
export const STANDS: Record<Pace, number> = { off: 0, brisk: 900, normal: 1900 };
/** Where more than these wait to be shown, each stands for less time, down to half of it. */
const UNHURRIED = 3;

/** How long a result stands when so many more wait. */
export function standing(waiting: number, pace: Pace): number {
  const whole = STANDS[pace] || STANDS.brisk;
  return Math.max(whole / 2, (whole * UNHURRIED) / Math.max(UNHURRIED, waiting));
}

/** A whole turn is played in this time, however long it was. */
const LONGEST = 50_000;
/** No picture is shorter than this. */
export const SHORTEST = 60;

/** How long each of so many acts is shown when a turn is played. */
export function paceOf(acts: number, pace: Pace): number {
  return Math.max(SHORTEST, Math.min(STANDS[pace] || STANDS.brisk, LONGEST / Math.max(1, acts)));
}
