// What happened, told in acts: the small steps of a turn grouped into moves, attacks with what came of them, and the rest.

import { t } from "./language";
import { drawn, markFor, refsOf, type Mark, type Reader } from "./drawn";
import { headingOf, listed, plain } from "./text";
import type { Id, Modifier, ShownLine } from "./types";

export type ActKind = "move" | "attack" | "roll" | "event";

export interface Act {
  kind: ActKind;
  lines: ShownLine[];
  /** The step at which it was over. */
  step: number;
  /** Where on the table it happened. */
  place: Id | null;
  dice: number[];
  modifiers: Modifier[];
  shifts: Modifier[];
  mark: "good" | "bad" | "";
  /** What came of it, in a few words. */
  verdict: string;
  /** The lines that say how it turned out. */
  results: ShownLine[];
  lost: Id[];
  /** The spaces through which somebody moved. */
  way: Id[];
  /** The pieces that moved. */
  movers: Id[];
  text: string;
}

/** What is on the table, as far as telling the story needs it. */
export interface Known {
  isSpace: (id: Id) => boolean;
  isPiece: (id: Id) => boolean;
  /** The space where a piece lies, or lay before. */
  whereIs: (id: Id) => Id | null;
  name: (id: Id) => string;
}

const PLACES = ["target", "hex", "at", "to", "end", "base", "airport"] as const;

/** Where a line happened: what its facts call its place, else the first space or piece that it names. */
export function placeOf(line: ShownLine, known: Known): Id | null {
  for (const key of PLACES) {
    const value = line.facts?.[key];
    if (typeof value !== "string") continue;
    if (known.isSpace(value)) return value;
    const where = known.isPiece(value) ? known.whereIs(value) : null;
    if (where) return where;
  }
  const refs = refsOf(line);
  const space = refs.find((id) => known.isSpace(id));
  if (space) return space;
  for (const id of refs) {
    const where = known.isPiece(id) ? known.whereIs(id) : null;
    if (where) return where;
  }
  return null;
}

function wayOf(line: ShownLine, known: Known): Id[] {
  const { route, start, end } = (line.facts ?? {}) as { route?: unknown; start?: unknown; end?: unknown };
  const told = Array.isArray(route) ? (route as unknown[]) : [start, end ?? placeOf(line, known)];
  return told.filter((id): id is Id => typeof id === "string" && known.isSpace(id));
}

/** The pieces that a line names; a side may have a name too, and is none. */
const piecesOf = (line: ShownLine, known: Known): Id[] =>
  refsOf(line).filter((id) => known.isPiece(id) && !(line.sides ?? []).includes(id));

const resultOf = (line: ShownLine): string => {
  const result = line.facts?.meaning ?? line.facts?.result;
  return typeof result === "string" ? result : "";
};

/** The lines without their headings, grouped. */
export function actsOf(lines: readonly ShownLine[], known: Known): Act[] {
  const acts: Act[] = [];
  let now: Act | null = null;
  for (const line of lines) {
    // A heading ends what was being told, also one that is left out.
    if (line.level) {
      now = null;
      continue;
    }
    if (line.kind === "detail") continue;
    const joined: Act | null = now && belongs(now, line, known) ? now : null;
    if (joined) join(joined, line, known);
    else acts.push((now = begin(line, known)));
  }
  return acts;
}

/** Whether a line goes on with what is being told. */
function belongs(act: Act, line: ShownLine, known: Known): boolean {
  const first = act.lines[0];
  if (!first) return false;
  if (line.kind === "move") {
    const movers = piecesOf(line, known);
    if (act.kind !== "move" || !movers.length) return false;
    // One piece or a whole stack goes on, or others follow it to the same place.
    if (act.movers.length === 1 && act.movers[0] === movers[0]) return true;
    if (act.movers.length === movers.length && movers.every((id) => act.movers.includes(id))) return true;
    return first.event === line.event && placeOf(line, known) === act.place && act.way.length < 2;
  }
  // What is declared and then resolved is one attack; one that has come out is over, and the next is somebody else's.
  const open = act.kind === "attack" && !act.dice.length && !act.mark && !act.results.length;
  if (line.kind === "attack") return line.step === act.step && (open || isTestOf(act, first, line, known));
  if (act.kind === "move") return false;
  if (line.kind === "result" || first.kind === "result") return comesOf(act, first, line, known);
  // Nothing comes of an attack that failed, and what went well for those it was aimed at is a story of its own.
  const missed = act.kind === "attack" && first.mark === "bad";
  if ((missed && (line.mark || line.kind)) || (line.kind === "loss" && line.mark === "good")) return false;
  if (line.kind === "loss") return line.step <= act.step + 2 && act.kind !== "event";
  if (line.step !== act.step) return false;
  // An event is told by its first line: what turned out otherwise is told by itself.
  if (act.kind === "event" && line.mark && line.mark !== first.mark) return false;
  // Several rolls of one step: those that follow from an attack are its results, others stand alone.
  return act.kind === "attack" || !drawn(line).dice.length;
}

/** A test of somebody, and the deed that it was for. */
const isTestOf = (act: Act, first: ShownLine, line: ShownLine, known: Known): boolean =>
  first.kind === "result" && act.lines.length === 1 && first.mark === line.mark && share(first, line, known);

const share = (one: ShownLine, other: ShownLine, known: Known): boolean => {
  const pieces = piecesOf(one, known);
  return piecesOf(other, known).some((id) => pieces.includes(id));
};

/**
 * Where cards decide, and no dice: whether a line tells what came of the one that an act began with. What follows an attack
 * or a card came of it; what follows a test did if it is about the same man; the test of another is a story of its own.
 */
function comesOf(act: Act, first: ShownLine, line: ShownLine, known: Known): boolean {
  const told = line.kind === "result" || line.kind === "loss";
  if (!told || !line.mark || line.step !== act.step || act.kind === "event") return false;
  if (act.kind === "attack" ? !first.mark : first.kind === "result" && !first.mark) return true;
  if (act.kind === "attack" || drawn(line).modifiers.length || line.mark !== first.mark) return false;
  // A colour of cargo has a name, as a piece has, but lies nowhere.
  return !piecesOf(line, known).some((id) => known.whereIs(id)) || share(first, line, known);
}

function begin(line: ShownLine, known: Known): Act {
  const { dice, modifiers, shifts } = drawn(line);
  const kind: ActKind =
    line.kind === "move" || line.kind === "attack"
      ? line.kind
      : dice.length || line.kind === "result"
        ? "roll"
        : "event";
  return {
    kind,
    lines: [line],
    step: line.step,
    place: placeOf(line, known),
    dice,
    modifiers,
    shifts,
    mark: line.mark ?? "",
    verdict: resultOf(line) || (kind === "attack" && dice.length && line.mark === "bad" ? t.noEffect : ""),
    results: line.mark && line.kind !== "attack" && line.kind !== "result" ? [line] : [],
    lost: line.kind === "loss" ? piecesOf(line, known) : [],
    way: kind === "move" ? wayOf(line, known) : [],
    movers: kind === "move" ? piecesOf(line, known) : [],
    text: plain(line.text),
  };
}

function join(act: Act, line: ShownLine, known: Known): void {
  const { dice, modifiers, shifts } = drawn(line);
  act.lines.push(line);
  act.step = line.step;
  if (act.kind === "move") {
    joinMove(act, line, known);
    return;
  }
  if (line.kind === "attack" && act.kind === "roll") {
    // The deed is told, with what was counted for it.
    Object.assign(act, { ...begin(line, known), lines: [line, ...act.lines.slice(0, -1)], modifiers: act.modifiers });
    return;
  }
  if (!act.dice.length && dice.length) {
    act.dice = dice;
    act.modifiers = modifiers;
    act.shifts = shifts;
    act.verdict ||= resultOf(line);
  }
  act.place ??= placeOf(line, known);
  if (line.kind === "loss") act.lost.push(...piecesOf(line, known));
  if (line.mark === "bad" || (line.mark === "good" && !act.mark)) act.mark = line.mark;
  if (line.mark || line.kind === "loss") act.results.push(line);
  const told = decisive(act).map((one) => plain(one.text).replace(/\.$/, ""));
  // An event of many lines is no attack with its results: each line tells something of its own.
  if (told.length) act.verdict = act.kind === "event" ? inTurn(told) : inShort(told);
}

/** The results that tell how an act came out: a check that was passed on the way is forgotten when something came of it. */
function decisive({ results }: Act): ShownLine[] {
  const certain = results.filter((one) => !drawn(one).dice.length);
  return certain.length ? certain : results;
}

function joinMove(act: Act, line: ShownLine, known: Known): void {
  const movers = piecesOf(line, known);
  const nameOf = (id: Id): string => nameIn(act.lines, id) ?? known.name(id);
  if (movers[0] && !act.movers.includes(movers[0])) {
    act.movers.push(...movers.filter((id) => !act.movers.includes(id)));
    act.text = `${listed(act.movers.map(nameOf))} → ${nameOf(act.place ?? "")}`;
    return;
  }
  for (const id of wayOf(line, known)) if (act.way.at(-1) !== id) act.way.push(id);
  act.place = act.way.at(-1) ?? act.place;
  if (movers.length && act.way.length > 1)
    act.text = `${listed(act.movers.map(nameOf))}: ${wayTold(act.way.map(nameOf))}`;
}

/** What the journal calls a thing: the counter of a squad says more than its name. */
const nameIn = (lines: readonly ShownLine[], id: Id): string | undefined =>
  lines
    .flatMap((line) => line.text.flatMap((part) => (typeof part === "string" ? [] : [part])))
    .find(({ ref }) => ref === id)?.text;

/** A way by its ends and, if it is short, what lies between. */
const wayTold = (names: readonly string[]): string =>
  (names.length > LONGEST_WAY ? [names[0], "…", names.at(-1)] : names).join(" → ");

const LONGEST_WAY = 4;

/** More results than this are counted, not listed. */
const MOST_TOLD = 2;

/** What came of something: one or two things, or the first and how many more. */
export const inShort = (told: readonly string[]): string =>
  told.length > MOST_TOLD ? t.firstAndMore(told[0] ?? "", told.length - 1) : told.join(", ");

/** What happened in one event, as far as there is room for it. */
const inTurn = (told: readonly string[]): string =>
  [
    ...told.slice(0, MOST_IN_TURN),
    ...(told.length > MOST_IN_TURN ? [t.moreEvents(told.length - MOST_IN_TURN)] : []),
  ].join("; ");
const MOST_IN_TURN = 3;

export interface Summary {
  moves: number;
  attacks: number;
  rolls: number;
  /** How many were lost by each side. */
  losses: Record<string, number>;
}

export function summaryOf(acts: readonly Act[]): Summary {
  const losses: Record<string, number> = {};
  for (const line of acts.flatMap((act) => act.lines))
    if (line.kind === "loss") {
      const side = line.sides?.[0] ?? "";
      losses[side] = (losses[side] ?? 0) + 1;
    }
  return {
    moves: acts.filter((act) => act.kind === "move").length,
    attacks: acts.filter((act) => act.kind === "attack").length,
    rolls: acts.filter((act) => act.kind === "roll").length,
    losses,
  };
}

/** The part of the journal that a player who is asked now has not seen: the other side's whole turn, or all since a step. */
export function missed(
  lines: readonly ShownLine[],
  mine: readonly string[],
  since: number,
): { title: string; from: number; lines: ShownLine[] } {
  const turns = lines.filter((line) => line.level === 1);
  const now = turns.at(-1);
  const before = turns.at(-2);
  const theirs =
    now && before && now.step > since && !before.sides?.some((side) => mine.includes(side)) && before.sides?.length;
  const from = theirs ? Math.min(before.step, since) : since;
  const first = theirs && before.step <= since ? lines.indexOf(before) : -1;
  const told = lines.filter((line, at) => (first >= 0 ? at >= first : line.step > from));
  return { title: theirs ? t.inShort(headingOf(plain(before.text))) : "", from, lines: told };
}

/** The last turn, with what has happened since it was over; the first one as far as it has come. */
export function lastTurn(lines: readonly ShownLine[]): { title: string; from: number; lines: ShownLine[] } {
  const turns = lines.filter((line) => line.level === 1);
  const [before, now] = [turns.at(-2), turns.at(-1)];
  if (!before || !now) return { title: now ? t.turnSoFar(headingOf(plain(now.text))) : "", from: 0, lines: [...lines] };
  const isUnderWay = lines.slice(lines.indexOf(now)).some((line) => !line.level && line.kind !== "detail");
  const title = isUnderWay ? t.andSince(headingOf(plain(before.text))) : t.inShort(headingOf(plain(before.text)));
  return { title, from: before.step, lines: lines.slice(lines.indexOf(before)) };
}

/** The mark of an act for the reader, by what its verdict tells: harm outweighs what was good for them. */
export function toneOf(act: Act, reader: Reader): Mark {
  if (!act.mark || !reader.enemies.length) return act.mark;
  const told = act.kind === "event" ? [] : decisive(act);
  const marks = (told.length ? told : act.lines).map((line) => markFor(line, reader));
  return marks.includes("bad") ? "bad" : marks.includes("good") ? "good" : "";
}

/** What an act says besides its verdict, which stands below it: it is not read twice. */
export function withoutVerdict({ text, verdict }: Act): string {
  const told = text.replace(/\.$/, "");
  if (!verdict || verdict === text) return text;
  if (verdict.startsWith(told)) return "";
  if (!told.endsWith(verdict)) return text;
  const rest = told.slice(0, -verdict.length).replace(/[:,;]?\s*$/, "");
  return rest ? `${rest}.` : "";
}

/** The numbers of what happened at one place: of many the first two and the last, for they lie on the map. */
export function numbersInShort(numbers: readonly number[]): string {
  return (numbers.length > MOST_NUMBERS ? [...numbers.slice(0, 2), "…", numbers.at(-1)] : numbers).join(" ");
}
const MOST_NUMBERS = 4;
