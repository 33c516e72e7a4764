// Small questions that come in a run: the answer to one is the answer to all, if the player wants it so.

import type { Option, ShownOption } from "./types";

/** A question as far as a run needs to know it: the rule that asks, and when in the sequence of play. */
export interface Asked {
  rule: string;
  when: string;
}

export function sameKind(a: Asked | null, b: Asked | null): boolean {
  return a !== null && b !== null && a.rule !== "" && a.rule === b.rule && a.when === b.when;
}

/**
 * The option that says the same as an earlier choice: the only one of its verb, or the only one of them that ends in
 * the same thing ("escort the same bombers"). Nothing if it is not clear which that would be.
 */
export function sameAgain(chosen: Option, options: readonly ShownOption[]): ShownOption | null {
  const alike = options.filter(({ option }) => option[0] === chosen[0]);
  const [only] = alike;
  if (only && alike.length === 1) return only;
  const last = alike.filter(({ option }) => option.length > 2 && option.at(-1) === chosen.at(-1));
  return last.length === 1 ? (last[0] ?? null) : null;
}

/** The one option of a question that leaves no choice; none where chance follows, which is worth a look before. */
export function forced(options: readonly ShownOption[]): ShownOption | null {
  const [only] = options;
  return only && options.length === 1 && !only.odds ? only : null;
}
