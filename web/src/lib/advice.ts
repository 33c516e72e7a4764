// What the server is asked about advice.

import { call } from "./api";
import type { AdviceTold, EvaluationTold, Option, ShownOption } from "./types";

const at = (match: string, what: string): string => `/api/matches/${encodeURIComponent(match)}/${what}`;

/** The chance of a seat and its best choices at a step of its own. */
export const askAdvice = (
  match: string,
  wanted: { seat: string; step: number },
  key: string,
  signal: AbortSignal,
): Promise<AdviceTold> =>
  call<AdviceTold>(at(match, "advice"), { method: "POST", body: JSON.stringify(wanted), signal }, key);

/** Say for a seat that all may ask for advice, or no longer. */
export const agreeToAdvice = (match: string, seat: string, agree: boolean, key: string): Promise<unknown> =>
  call(at(match, "advice"), { method: "PUT", body: JSON.stringify({ seat, agree }) }, key);

/** How the chances moved over a match that is over. */
export const readEvaluation = (match: string, seat: string, key: string): Promise<EvaluationTold> =>
  call<EvaluationTold>(`${at(match, "evaluation")}${seat ? `?seat=${encodeURIComponent(seat)}` : ""}`, {}, key);

/** A choice among those that can be made now. */
export function optionFor(choice: Option, options: readonly ShownOption[]): ShownOption | null {
  const told = JSON.stringify(choice);
  return options.find(({ option }) => JSON.stringify(option) === told) ?? null;
}

/** The chances at a step: those of the last point of the curve up to it. */
export function chancesAt(curve: EvaluationTold["curve"], step: number): Record<string, number> {
  const before = curve.findLast(([one]) => one <= step) ?? curve[0];
  return before?.[1] ?? {};
}
