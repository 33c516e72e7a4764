// A finished game, told from its journal: where it was fought, its key moments, and what the dice did.

import { drawn } from "./drawn";
import { t } from "./language";
import { headingOf, plain } from "./text";
import { actsOf, inShort, placeOf, type Act, type Known } from "./story";
import type { Id, ShownLine } from "./types";

export interface KeyMoment {
  turn: string;
  text: string;
  step: number;
}

/** What happened at a place; an attack is harm. */
export interface Place {
  good: number;
  bad: number;
}

export interface Tale {
  /** Where it was fought; in a game without attacks, where things turned out well and badly. */
  places: Map<Id, Place>;
  attacks: number;
  /** How often things turned out well and badly at a place of the board. */
  good: number;
  bad: number;
  moments: KeyMoment[];
  /** How often each sum of two dice came, and how many such rolls there were. */
  sums: Map<number, number>;
  rolls: number;
}

const MOST_MOMENTS = 5;
/** So many of them may come from one turn, so that they tell of the whole game, unless others would tell of no loss. */
const OF_A_TURN = 2;
/** What weighs so much is a key moment; where there are fewer than so many, so is what weighs less. */
const HEAVY = 3;
const FEW = 3;

/**
 * How much an act matters: what it is all about, then what was lost in it, and a little for what turned out well or badly,
 * however many lines tell it. Dice for a whole side, of which some are lost, weigh no more than one loss.
 */
function weight({ kind, lines, results }: Act): number {
  const count = (wanted: string): number => lines.filter((line) => line.kind === wanted).length;
  const lost = kind === "roll" ? Math.min(1, count("loss")) : count("loss");
  return GOAL * count("goal") + 3 * lost + Math.min(MOST_RESULTS, kind === "roll" ? lost : results.length);
}
const GOAL = 12;
const MOST_RESULTS = 3;

export function tell(lines: readonly ShownLine[], known: Known): Tale {
  const acts = actsOf(lines, known);
  const attacks = acts.filter((act) => act.kind === "attack").length;
  const places = placesOf(acts, known, attacks > 0);
  const all = [...places.values()];
  const turnAt = turns(lines);
  const opening = lines.some((line) => line.level === 1) ? t.beforeTheFirstTurn : "";
  const moments = heaviest(acts, turnAt)
    .sort((a, b) => a.step - b.step)
    .map((act) => ({ turn: turnAt(act.step) || opening, text: momentOf(act), step: act.step }));
  return {
    places,
    attacks,
    good: all.reduce((sum, { good }) => sum + good, 0),
    bad: all.reduce((sum, { bad }) => sum + bad, 0),
    moments,
    ...dice(lines),
  };
}

/** The acts that matter most, not all of one turn; of a quiet game the lighter ones too, and of equals those far from the others. */
function heaviest(acts: readonly Act[], turnAt: (step: number) => string): Act[] {
  const chosen: Act[] = [];
  const isTold = acts.some((act) => turnAt(act.step));
  const isOpen = (act: Act): boolean =>
    !chosen.includes(act) &&
    (!isTold || chosen.filter((one) => turnAt(one.step) === turnAt(act.step)).length < OF_A_TURN);
  const apart = (act: Act): number => Math.min(...chosen.map((one) => Math.abs(one.step - act.step)));
  const heaviestOf = (some: readonly Act[]): Act | undefined =>
    [...some].sort((a, b) => weight(b) - weight(a) || (chosen.length ? apart(b) - apart(a) : 0) || a.step - b.step)[0];
  const costly = acts.filter((act) => weight(act) > MOST_RESULTS);
  while (chosen.length < MOST_MOMENTS) {
    const best =
      heaviestOf(costly.filter(isOpen)) ??
      heaviestOf(costly.filter((act) => !chosen.includes(act))) ??
      heaviestOf(acts.filter((act) => weight(act) >= (chosen.length < FEW ? 1 : HEAVY) && isOpen(act)));
    if (!best) break;
    chosen.push(best);
  }
  return chosen;
}

function placesOf(acts: readonly Act[], now: Known, fought: boolean): Map<Id, Place> {
  // Where a piece lies at the end says nothing of where it was then.
  const known = { ...now, whereIs: () => null };
  const places = new Map<Id, Place>();
  const note = (at: Id | null, mark: keyof Place): void => {
    if (!at || !known.isSpace(at)) return;
    const place = places.get(at) ?? { good: 0, bad: 0 };
    place[mark] += 1;
    places.set(at, place);
  };
  for (const act of acts)
    if (!fought) for (const line of act.lines) note(line.mark ? placeOf(line, known) : null, line.mark || "bad");
    else if (act.kind === "attack") note(act.place, "bad");
  return places;
}

/** What a key moment was: what was won by it and lost in it first, then what was done to the enemy without dice, then how it turned out. */
function momentOf(act: Act): string {
  const losses = ["goal", "loss"].flatMap((kind) => act.lines.filter((line) => line.kind === kind));
  const deeds = act.lines.filter((line) => line.kind === "attack" && !drawn(line).dice.length);
  const told = [...new Set([...losses, ...deeds].map((line) => plain(line.text).replace(/\.$/, "")))];
  if (!told.length) return (act.verdict || act.text).replace(/\.$/, "");
  return inShort(told);
}

/** The heading of the turn in which a step lies; nothing before the first turn. */
export function turns(lines: readonly ShownLine[]): (step: number) => string {
  const headings = lines.filter((line) => line.level === 1);
  return (step) => {
    const found = headings.findLast((line) => line.step < step);
    return headingOf(found ? plain(found.text) : "");
  };
}

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
