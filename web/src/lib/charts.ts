// How a chart is laid out, and which part of it the roll before us or behind us uses.

import { drawn } from "./drawn";
import type { Odds, Panel, Row, ShownLine } from "./types";

/** The cells of a chart beside the labels of its rows. */
export interface Layout {
  /** Rows with cells have a value before them: then every row has a cell for it, or the others would slip. */
  valued: boolean;
  /** Columns before the first that has a heading: the label of a row often has none. */
  unnamed: number;
  /** How many columns there are, with the labels. */
  columns: number;
}

export const hasValue = (row: Row): boolean => row.value !== undefined && row.value !== "";

export function layoutOf(panel: Panel): Layout {
  const rows = panel.rows ?? [];
  const named = panel.columns?.length ?? 0;
  const widest = Math.max(0, ...rows.map((row) => row.cells?.length ?? 0));
  const valued = widest > 0 && (named > 1 + widest || rows.some((row) => hasValue(row) && row.cells?.length));
  const single = rows.some(hasValue) ? 1 : 0;
  const columns = 1 + (valued ? 1 + widest : Math.max(single, widest));
  return { valued, unnamed: Math.max(0, columns - named), columns };
}

/** The places of the headings that a sum of the same clause names. */
export function columnsInUse(panel: Panel, odds: Odds | null | undefined): Set<number> {
  const named = (odds?.sums ?? []).filter(([, , clause]) => clause === panel.clause).map(([, value]) => value);
  return new Set((panel.columns ?? []).flatMap((heading, at) => (named.includes(heading) ? [at] : [])));
}

/** Where in a chart a roll came out: the place of its row, and of the heading over its column, or -1. */
export interface Rolled {
  row: number;
  column: number;
}

/** The roll on this chart, if it was made in the step of the last roll: other rolls may follow from it there. */
export function rolledOn(panel: Panel, lines: readonly ShownLine[]): Rolled | null {
  const last = lines.findLast((one) => drawn(one).dice.length)?.step;
  const onIt = ({ clause, facts }: ShownLine): boolean => (facts?.chart ?? clause) === panel.clause;
  const line = lines.findLast((one) => one.step === last && onIt(one) && drawn(one).dice.length);
  if (!line) return null;
  const { row: named, column } = line.facts ?? {};
  const labels = (panel.rows ?? []).map(({ label }) => label);
  const headings = panel.columns ?? [];
  // Some charts are read by the column of the die, in a row that was found before.
  if (typeof named === "number")
    return found(labels.indexOf(String(named)), headings.indexOf(String(Math.min(sumOf(line), most(headings)))));
  return found(rowOf(labels, sumOf(line)), column === undefined ? -1 : headings.indexOf(asText(column)));
}

const found = (row: number, column: number): Rolled | null => (row < 0 ? null : { row, column });
const asText = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? `${value}` : "");
const NUMBERED = /^(-?\d+)(?:[-–](\d+))?(\+| or more)?( or less)?$/;
const most = (labels: readonly string[]): number => Math.max(...labels.filter((one) => /^\d$/.test(one)).map(Number));

function sumOf(line: ShownLine): number {
  const { dice, modifiers } = drawn(line);
  const { final } = line.facts ?? {};
  return typeof final === "number" ? final : [...dice, ...modifiers.map(([value]) => value)].reduce((a, b) => a + b, 0);
}

/** The row of a sum by the labels ("7", "4-5", "1 or less", "15+"); what goes beyond the chart counts as its last row. */
function rowOf(labels: readonly string[], sum: number): number {
  const upTo = labels.map((label) => {
    const match = NUMBERED.exec(label);
    return match ? (match[3] ? Infinity : Number(match[2] ?? match[1])) : NaN;
  });
  const at = upTo.findIndex((highest) => sum <= highest);
  return at < 0 && !upTo.some(Number.isNaN) ? labels.length - 1 : at;
}
