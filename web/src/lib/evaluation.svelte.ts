// How the chances moved over a match that is over. It is worked out once, however many places show it.

import { readEvaluation } from "./advice";
import type { Match } from "./match.svelte";
import type { EvaluationTold } from "./types";

export class Evaluation {
  told = $state.raw<EvaluationTold | null>(null);
  fault = $state("");

  constructor(match: Match) {
    const hello = match.hello;
    if (!hello) return;
    const seat = hello.holds.includes(hello.seat) ? hello.seat : "";
    void readEvaluation(hello.match, seat, match.key).then(
      (found) => (this.told = found),
      (error: unknown) => (this.fault = error instanceof Error ? error.message : String(error)),
    );
  }
}

const known = new WeakMap<Match, Map<string, Evaluation>>();

/** The evaluation of a match, with the steps as the seat counts them that one looks through. */
export function evaluationOf(match: Match): Evaluation {
  const ofMatch = known.get(match) ?? new Map<string, Evaluation>();
  known.set(match, ofMatch);
  const seat = match.hello?.seat ?? "";
  const found = ofMatch.get(seat) ?? new Evaluation(match);
  ofMatch.set(seat, found);
  return found;
}
