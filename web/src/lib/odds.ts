// Before a roll: what it may lead to, said once.

/** Outcomes without what all of them begin with ("column F: ..."): the sums above tell the column. */
export function apart(outcomes: readonly string[]): string[] {
  const [first = ""] = outcomes;
  const common = /^[^:]+: /.exec(first)?.[0] ?? "";
  return outcomes.length > 1 && common && outcomes.every((one) => one.startsWith(common))
    ? outcomes.map((one) => one.slice(common.length))
    : [...outcomes];
}
