// A finished game, told from its journal: where it was fought, its key moments, and what the dice did.

import { drawn } from "./drawn";
import { plain } from "./text";
import { actsOf, type Act, type Known } from "./story";
import type { Id, ShownLine } from "./types";

export interface KeyMoment {
  turn: string;
  text: string;
  step: number;
}

export interface Tale {
  fought: Map<Id, number>;
  attacks: number;
  moments: KeyMoment[];
  /** How often each sum of two dice came, and how many such rolls there were. */
  sums: Map<number, number>;
  rolls: number;
}

const MOST_MOMENTS = 5;

/** How much an act matters: what was lost in it, and a little for what turned out well or badly. */
const weight = (act: Act): number => 3 * act.lines.filter((line) => line.kind === "loss").length + act.results.length;

export function tell(lines: readonly ShownLine[], known: Known): Tale {
  const acts = actsOf(lines, known);
  const fought = new Map<Id, number>();
  const attacks = acts.filter((act) => act.kind === "attack");
  for (const { place } of attacks) if (place && known.isSpace(place)) fought.set(place, (fought.get(place) ?? 0) + 1);
  const turnAt = turns(lines);
  const moments = acts
    .filter((act) => weight(act) >= 3)
    .sort((a, b) => weight(b) - weight(a) || a.step - b.step)
    .slice(0, MOST_MOMENTS)
    .sort((a, b) => a.step - b.step)
    .map((act) => ({ turn: turnAt(act.step), text: act.verdict || act.text, step: act.step }));
  return { fought, attacks: attacks.length, moments, ...dice(lines) };
}

/** The heading of the turn in which a step lies. */
function turns(lines: readonly ShownLine[]): (step: number) => string {
  const headings = lines.filter((line) => line.level === 1);
  return (step) => {
    const found = headings.findLast((line) => line.step < step) ?? headings[0];
    const told = found ? plain(found.text) : "";
    return told.length > LONGEST_HEADING ? turnOf(told) : told;
  };
}

/** Longer headings are told without what stands after the colon. */
const LONGEST_HEADING = 24;

/** A heading without what it says of the turn: "Turn 3: the Germans begin" is turn 3. */
export const turnOf = (heading: string): string => heading.split(":")[0] ?? heading;

/** Round numbers from below the least to above the most, at most six of them. */
export function roundSteps(least: number, most: number): number[] {
  const rough = (most - least) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, unit * ([1, 2, 5, 10].find((times) => times * unit >= rough) ?? 10));
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, at) => (first + at) * step);
}

function dice(lines: readonly ShownLine[]): Pick<Tale, "sums" | "rolls"> {
  const sums = new Map<number, number>();
  let rolls = 0;
  for (const line of lines) {
    const thrown = drawn(line).dice;
    if (thrown.length !== 2 || thrown.some((die) => die < 1 || die > 6)) continue;
    const sum = (thrown[0] ?? 0) + (thrown[1] ?? 0);
    rolls += 1;
    sums.set(sum, (sums.get(sum) ?? 0) + 1);
  }
  return { sums, rolls };
}

/** The chance of a sum of two dice. */
export const fair = (sum: number): number => (6 - Math.abs(7 - sum)) / 36;
